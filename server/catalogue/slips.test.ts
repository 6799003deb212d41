import { expect, test } from 'vitest'
import { slips } from './slips.ts'

test.each([
  ['drill', 'drill', 0],
  ['dirll', 'drill', 1],
  ['dril', 'drill', 1],
  ['drilll', 'drill', 1],
  ['drull', 'drill', 1],
  ['stairwel', 'stairwell', 1],
  ['starwel', 'stairwell', 2],
  ['', 'abc', 3],
])('%s for %s is %i', (typed, meant, expected) => expect(slips(typed, meant)).toBe(expected))
