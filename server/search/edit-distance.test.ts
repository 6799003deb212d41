import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['drill', 'drill', 0],
  ['dirll', 'drill', 1],
  ['dril', 'drill', 1],
  ['drilll', 'drill', 1],
  ['drull', 'drill', 1],
  ['stairwel', 'stairwell', 1],
  ['starwel', 'stairwell', 2],
  ['', 'abc', 3],
])('from %s to %s takes %i edits', (typed, meant, expected) => expect(editDistance(typed, meant)).toBe(expected))
