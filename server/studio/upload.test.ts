import { afterAll, beforeAll, expect, test } from 'vitest'
import { testWav } from '#test/sounds.ts'
