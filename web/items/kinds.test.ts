import { expect, test } from 'vitest'
import { requestOf, type Route } from '#contract/caller.ts'
import { itemRoute, kindOf, KINDS, kinds } from './kinds.ts'

const files = import.meta.glob<string>('/web/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })

/** Matches a name for each kind, or a choice between calls of two kinds. */
const tables = [
  /\b(BEAT|beats?): [^;]{0,300}\b(KIT|kits?): /,
  /'beats' \| 'packs'/,
  /'[A-Z]+ \/(beats|packs|kits)\/:id[^;]{0,200}'[A-Z]+ \/(?!\1)(beats|packs|kits)\/:id/,
]

test('no other file in web has a table of the three kinds', () => {
  const own = ['/web/items/kinds.ts', '/web/items/kinds.test.ts']
  const guilty = Object.entries(files).filter(([, text]) => tables.some((table) => table.test(text)))
  expect(Object.keys(files).length).toBeGreaterThan(200)
  expect(guilty.map(([name]) => name).filter((name) => !own.includes(name))).toEqual([])
})

test('a call for an item goes to the calls of its kind', () => {
  const pathOf = (route: Route) => requestOf(route, { params: { id: 7 } }).path
  expect(KINDS.map((kind) => pathOf(itemRoute(kind, 'licenses')))).toEqual([
    '/api/beats/7/licenses',
    '/api/packs/7/licenses',
    '/api/kits/7/licenses',
  ])
  expect(itemRoute('KIT', 'DELETE like')).toBe('DELETE /kits/:id/like')
  expect(KINDS.map((kind) => kindOf(kinds[kind].one))).toEqual(KINDS)
})
