import { FLAGS, SORTS } from '#contract/filter-values.ts'
import type { Kind } from '#contract/item.ts'
import { knownQuery } from '#contract/known-query.ts'
import { KINDS, kinds } from '#web/items/kinds.ts'
import { addressValues, given, type AddressValues } from './address-values.ts'
import { readFilters, writeFilters } from './filters.ts'
import { aroundOf, startOf, type ListScreen, type ListSort, type ListState } from './list-state.ts'

const types = new Map<string, readonly Kind[]>([
  ...KINDS.map((kind) => [kinds[kind].many, [kind]] as const),
  ['all', []],
])
const MOST_PAGES = 1_000

export function readList(screen: ListScreen, search: URLSearchParams): ListState {
  const address = addressValues(knownQuery(search, screen.reads))
  const { text, oneOf, someOf, whether, number } = address
  return {
    q: text('q'),
    kinds: readKinds(screen, address),
    flag: oneOf('tab', FLAGS) ?? someOf('flags', FLAGS)[0] ?? (whether('featured') ? 'featured' : null),
    ...readFilters(address),
    sort: oneOf<ListSort>('sort', screen.sorts ?? SORTS),
    page: (number('page', 1, MOST_PAGES) ?? 1) - 1,
  }
}

function readKinds(screen: ListScreen, { text, someOf }: AddressValues) {
  const chosen = someOf('k', KINDS)
  if (chosen.length === KINDS.length) return []
  return chosen.length ? chosen : (types.get(text('type')) ?? startOf(screen).kinds)
}

/** The address of a state. Values that the screen begins with are left out. */
export function writeList(screen: ListScreen, state: ListState): string {
  const values = {
    q: state.q,
    ...writeKinds(screen, state),
    ...writeFlag(screen, state),
    ...writeFilters(state, aroundOf(screen, state)),
    sort: state.sort,
    page: state.page > 0 && state.page + 1,
  }
  const query = new URLSearchParams(given(values).map(([name, value]) => [name, String(value)]))
  return query.size ? `${screen.path}?${query}` : screen.path
}

function writeKinds(screen: ListScreen, { kinds }: ListState) {
  if (kinds.join() === screen.kinds.join()) return {}
  if (screen.kindsAs === 'k') return { k: kinds.join(',') }
  return { type: [...types].find(([, those]) => those.join() === kinds.join())?.[0] ?? null }
}

const writeFlag = (screen: ListScreen, { flag }: ListState) =>
  screen.flagAs === 'tab' ? { tab: flag } : flag === 'featured' ? { featured: '1' } : { flags: flag }
