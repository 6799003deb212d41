import { useLocation, useNavigate } from '#web/router/hooks.ts'
import { LIBRARY_SORTS, LIBRARY_TABS, type LibrarySort, type LibraryTab } from '#contract/library-values.ts'
import { paths } from '#web/paths.ts'

export type LibraryState = {
  tab: LibraryTab
  q: string
  sort: LibrarySort
  page: number
  item: number | null
  plan: number | null
  promo: number | null
}

const ID = /^[1-9]\d{0,14}$/

/** Tab, search, order, page and the chosen purchase stand in the address. Its pages count from one. */
export function useLibraryAddress() {
  const { search, state: past } = useLocation()
  const navigate = useNavigate()
  const state = readState(new URLSearchParams(search))
  const address = (changed: Partial<LibraryState>) =>
    addressOf({ ...state, page: 0, item: null, plan: null, promo: null, ...changed })
  /** Typing makes one step in the history. */
  const change = (changed: Partial<LibraryState>, { isTyping = false } = {}) =>
    void navigate(address(changed), {
      preventScrollReset: true,
      replace: isTyping && (past as { isTyping?: boolean } | null)?.isTyping === true,
      state: { isTyping },
    })
  return { state, change, address }
}

function readState(search: URLSearchParams): LibraryState {
  const idOf = (name: string) => {
    const found = ID.exec(search.get(name) ?? '')?.[0]
    return found === undefined ? null : Number(found)
  }
  const page = /^[1-9]\d{0,5}$/.exec(search.get('page') ?? '')?.[0] ?? '1'
  return {
    tab: LIBRARY_TABS.find((tab) => tab === search.get('tab')) ?? 'all',
    q: (search.get('q') ?? '').slice(0, 200),
    sort: LIBRARY_SORTS.find((sort) => sort === search.get('sort')) ?? 'kind',
    page: Number(page) - 1,
    item: idOf('item'),
    plan: idOf('plan'),
    promo: idOf('promo'),
  }
}

const addressOf = ({ tab, q, sort, page, item, plan, promo }: LibraryState) =>
  paths.library({
    tab: tab === 'all' ? '' : tab,
    q,
    sort: sort === 'kind' ? '' : sort,
    page: page > 0 ? String(page + 1) : '',
    item: item === null ? '' : String(item),
    plan: plan === null ? '' : String(plan),
    promo: promo === null ? '' : String(promo),
  })
