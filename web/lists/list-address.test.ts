import { assert, constantFrom, dictionary, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { catalogue } from '#contract/catalogue.ts'
import { readList, writeList } from './list-address.ts'
import { itemsQuery } from './list-query.ts'
import { bpmOf, startOf, type ListState } from './list-state.ts'
import { BROWSE, CHARTS, PRODUCERS, SEARCH, styleScreen } from './screens.ts'
import { ANY } from './span.ts'

const UK = styleScreen('uk-drill')
const screens = [BROWSE, CHARTS, SEARCH, PRODUCERS, UK]
const at = (screen: typeof BROWSE, query: string) => readList(screen, new URLSearchParams(query))
const queryOf = (address: string) => address.split('?')[1] ?? ''

const full: ListState = {
  q: 'ice & fire',
  kinds: ['PACK', 'KIT'],
  flag: 'trending',
  styles: ['uk-drill', 'irish-drill'],
  bpm: [130, null],
  halfTime: true,
  key: { name: 'F#m', compatible: true },
  moods: ['dark', 'bouncy'],
  tags: ['choir', 'vocal-chop'],
  price: [null, 29.95],
  license: 'WAV',
  sort: 'price-down',
  page: 3,
}

test('an address contains the whole state, without the values that the screen begins with', () => {
  for (const screen of screens) {
    expect(writeList(screen, startOf(screen))).toBe(screen.path)
    expect(at(screen, '')).toEqual(startOf(screen))
  }
  const those: [typeof BROWSE, ListState][] = [
    [SEARCH, { ...full, flag: null }],
    [BROWSE, { ...full, kinds: ['KIT'] }],
    [CHARTS, { ...full, kinds: ['KIT'], q: '', sort: null }],
  ]
  for (const [screen, state] of those) expect(at(screen, queryOf(writeList(screen, state)))).toEqual(state)
})

test('addresses are short and readable', () => {
  const begin = startOf(BROWSE)
  expect(writeList(BROWSE, { ...begin, kinds: ['BEAT'], flag: 'featured' })).toBe('/browse?type=beats&featured=1')
  expect(writeList(BROWSE, { ...begin, flag: 'new', page: 1 })).toBe('/browse?flags=new&page=2')
  expect(writeList(CHARTS, { ...startOf(CHARTS), flag: 'new' })).toBe('/charts?tab=new')
  expect(writeList(CHARTS, { ...startOf(CHARTS), kinds: [] })).toBe('/charts?type=all')
  expect(writeList(SEARCH, { ...startOf(SEARCH), q: 'frost', kinds: ['BEAT', 'KIT'] })).toBe(
    '/search?q=frost&k=BEAT%2CKIT',
  )
  expect(writeList(UK, { ...startOf(UK), price: [20, 40] })).toBe('/styles/uk-drill?priceMin=20&priceMax=40')
})

test('a filter without a control on the screen is ignored', () => {
  expect(at(CHARTS, 'q=frost&sort=bpm')).toEqual(startOf(CHARTS))
  expect(at(UK, 'type=kits&style=ny-drill&featured=1&license=WAV&key=Am')).toEqual(startOf(UK))
  expect(at(PRODUCERS, 'mood=dark&type=kits')).toEqual(startOf(PRODUCERS))
  expect(at(SEARCH, 'flags=new&type=kits')).toEqual(startOf(SEARCH))
})

test('links from other pages are understood', () => {
  for (const yes of ['1', 'true', 'yes', 'YES'])
    expect(at(BROWSE, `type=kits&featured=${yes}`)).toMatchObject({ kinds: ['KIT'], flag: 'featured' })
  for (const no of ['0', 'false', 'no', '']) expect(at(BROWSE, `featured=${no}`).flag).toBeNull()
  expect(at(SEARCH, 'q=x&k=PACK').kinds).toEqual(['PACK'])
  expect(at(SEARCH, 'k=KIT,PACK,BEAT').kinds).toEqual([])
  expect(at(CHARTS, 'tab=popular').flag).toBe('popular')
  expect(at(CHARTS, 'tab=all').flag).toBeNull()
})

test('the first tempo of browse applies to beats only, and `Any tempo` removes it', () => {
  expect(bpmOf(BROWSE, at(BROWSE, ''))).toEqual([120, 160])
  expect(bpmOf(BROWSE, at(BROWSE, 'type=beats'))).toEqual([120, 160])
  expect(bpmOf(BROWSE, at(BROWSE, 'type=kits'))).toEqual(ANY)
  expect(bpmOf(BROWSE, at(BROWSE, 'bpm=any'))).toEqual(ANY)
  expect(writeList(BROWSE, { ...startOf(BROWSE), bpm: ANY })).toBe('/browse?bpm=any')
  expect(writeList(BROWSE, { ...startOf(BROWSE), bpm: [120, 160] })).toBe('/browse')
  expect(itemsQuery(BROWSE, at(BROWSE, 'bpmMin=140'))).toMatchObject({ bpmMin: 140 })
  expect(itemsQuery(BROWSE, at(BROWSE, 'bpm=any'))).not.toHaveProperty('bpmMin')
})

test.each([
  'page=-1',
  'page=0',
  'page=abc',
  'page=1e9',
  'page=99999999999999999999',
  'sort=bogus',
  'bpmMin=abc',
  'bpmMin=-5',
  'bpmMin=9999',
  'bpmMin=160&bpmMax=120',
  'key=H',
  'compatibleKeys=1',
  'mood=happy',
  'priceMin=free',
  'priceMax=1e3',
  'priceMin=40&priceMax=20',
  'license=GOLD',
  'flags=best',
  'style=../etc',
  'style=%00',
  'k=ALBUM',
  'type=songs',
  'q=+++',
  'tab=%3Cscript%3E',
  'halfTime=maybe',
  '__proto__=1&constructor=2',
  'type=constructor',
  'style=constructor',
])('%s is ignored', (query) => {
  for (const screen of screens) expect(at(screen, query)).toEqual(startOf(screen))
})

const values = [
  '',
  '1',
  '-1',
  '70',
  '140',
  'x'.repeat(500),
  'F#m',
  'dark,,bouncy',
  'any',
  'kits',
  'KIT',
  'WAV',
  'uk-drill',
  '\u0000',
  '29.99',
  'NaN',
  'new',
  'a,b,c,d,e,f,g,h',
]
const names = [...Object.keys(catalogue.items.list.query.shape), 'type', 'tab', 'featured', 'bpm']
const query = dictionary(constantFrom(...names), oneof(constantFrom(...values), string({ unit: 'binary' }))).map(
  (given) => new URLSearchParams(given),
)

test('every address leads to a valid request', () => {
  assert(
    property(query, constantFrom(...screens), (search, screen) => {
      const state = readList(screen, search)
      const asked = catalogue.items.list.query.safeParse(itemsQuery(screen, state))
      expect(asked.error).toBeUndefined()
      const again = at(screen, queryOf(writeList(screen, state)))
      expect(writeList(screen, again)).toBe(writeList(screen, state))
      expect(itemsQuery(screen, again)).toEqual(itemsQuery(screen, state))
    }),
    { numRuns: 2_000 },
  )
})
