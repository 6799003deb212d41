import { expect, test } from 'vitest'
import { activeFilters, isNarrowed, withoutFilters } from './active-filters.ts'
import { readList, writeList } from './list-address.ts'
import { BROWSE } from './screens.ts'

test.each([
  ['', false],
  ['sort=newest&page=3', false],
  ['bpm=any', false],
  ['bpmMin=290&bpmMax=300', true],
  ['q=x', true],
  ['type=kits', true],
  ['key=Cm', true],
])('whether /browse?%s narrows the list: %s', (query, narrowed) => {
  expect(isNarrowed(BROWSE, readList(BROWSE, new URLSearchParams(query)))).toBe(narrowed)
})

test('Reset removes the filters; words, kind, board and order stay', () => {
  const query = 'q=frost&type=kits&flags=new&style=uk-drill&bpmMin=90&key=Cm&mood=dark&tags=x&priceMax=20&license=WAV'
  const state = readList(BROWSE, new URLSearchParams(`${query}&halfTime=1&sort=price-down&page=3`))
  expect(activeFilters(BROWSE, state)).toHaveLength(8)
  expect(writeList(BROWSE, withoutFilters(state))).toBe('/browse?q=frost&type=kits&flags=new&sort=price-down')
})

test('a press on a chip removes its filter', () => {
  const state = readList(BROWSE, new URLSearchParams('style=uk-drill,ny-drill&bpmMin=90&key=Cm&compatibleKeys=1'))
  const left = activeFilters(BROWSE, state).map(({ name, remove }) => [
    name,
    writeList(BROWSE, { ...state, ...remove }).split('?')[1],
  ])
  expect(left).toEqual([
    ['UK Drill', 'style=ny-drill&bpmMin=90&key=Cm&compatibleKeys=1'],
    ['NY Drill', 'style=uk-drill&bpmMin=90&key=Cm&compatibleKeys=1'],
    ['From 90 BPM', 'style=uk-drill%2Cny-drill&bpm=any&key=Cm&compatibleKeys=1'],
    ['Cm and compatible', 'style=uk-drill%2Cny-drill&bpmMin=90'],
  ])
})
