import type { Kind } from '#contract/item.ts'
import { kinds } from '#web/items/kinds.ts'
import { addressValues } from '#web/lists/address-values.ts'
import { paths } from '#web/paths.ts'

/** In the order of the tabs. */
export const TAB_KINDS = ['BEAT', 'KIT', 'PACK'] as const satisfies readonly Kind[]
export const PEOPLE_TABS = ['followers', 'following'] as const
const TABS = [...TAB_KINDS.map((kind) => kinds[kind].many), 'about' as const, ...PEOPLE_TABS]
const SORTS = ['all', 'featured', 'trending', 'popular', 'new', 'price-up', 'price-down'] as const
const MOST_PAGES = 1_000

export type Tab = (typeof TABS)[number]
export type Sort = (typeof SORTS)[number]
/** The chosen view of a profile. All of it is in the address. `page` counts from zero. */
export type ProfileState = { tab: Tab; sort: Sort; page: number }

export const PROFILE_READS = ['tab', 'sort', 'page'] as const

export function readProfile(search: URLSearchParams): ProfileState {
  const { oneOf, number } = addressValues(search)
  return {
    tab: oneOf('tab', TABS) ?? TABS[0]!,
    sort: oneOf('sort', SORTS) ?? 'all',
    page: (number('page', 1, MOST_PAGES) ?? 1) - 1,
  }
}

/** The address of a state. Values that a profile begins with are left out. */
export const writeProfile = (id: number | 'me', { tab, sort, page }: Partial<ProfileState>) =>
  paths.profile(id, {
    ...(tab !== TABS[0] && tab && { tab }),
    ...(sort !== 'all' && sort && { sort }),
    ...(page && { page: String(page + 1) }),
  })

/** The sorts of a kind. Kits show the popular ones before the featured ones. */
export const sortsOf = (kind: Kind): readonly Sort[] =>
  kind === 'KIT' ? ['all', 'popular', ...SORTS.filter((sort) => sort !== 'all' && sort !== 'popular')] : SORTS

export const sortNames: Record<Sort, string> = {
  all: 'All',
  featured: 'Featured',
  trending: 'Trending',
  popular: 'Popular',
  new: 'New',
  'price-up': 'Price ascending',
  'price-down': 'Price descending',
}

export const kindOfTab = (tab: Tab) => TAB_KINDS.find((kind) => kinds[kind].many === tab)
export const peopleOfTab = (tab: Tab) => PEOPLE_TABS.find((side) => side === tab)
