import { expect, test } from 'vitest'
import { isNarrowed } from './active-filters.ts'
import { readList } from './list-address.ts'
import { BROWSE } from './screens.ts'

test.each([
  ['', false],
  ['sort=newest&page=3', false],
  ['bpm=any', false],
  ['bpmMin=290&bpmMax=300', true],
  ['q=x', true],
  ['type=kits', true],
  ['key=Cm', true],
])('whether /browse?%s asks for less than everything: %s', (query, narrowed) => {
  expect(isNarrowed(BROWSE, readList(BROWSE, new URLSearchParams(query)))).toBe(narrowed)
})
