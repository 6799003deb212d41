import { expect, test } from 'vitest'
import { soundLength } from './sound-length.ts'

test('a sound under a second shows hundredths, a longer one minutes and seconds', () => {
  expect([0.26, 1, 71.4, 0, null].map(soundLength)).toEqual(['0.26 s', '0:01', '1:11', '0:00', ''])
})
