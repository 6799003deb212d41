import type { Kind } from '#contract/item.ts'
import { KINDS, kinds } from '#web/items/kinds.ts'
import { paths } from '#web/paths.ts'
import { useLocation, useNavigate } from '#web/router/hooks.ts'

export type PromosState = {
  tab: 'new' | 'yours'
  kind: Kind
  page: number
  /** Items that another page has chosen: 'beat-7 pack-9'. */
  item: string
  /** The promotion whose figures another page wants to show. */
  promo: number | null
}

/** Tab, kind and page of the picker stand in the address. Its pages count from one there. */
export function usePromosAddress() {
  const search = new URLSearchParams(useLocation().search)
  const navigate = useNavigate()
  const item = (search.get('item') ?? '').slice(0, 2_000)
  const given = search.get('kind') ?? item.split('-')[0]
  const state: PromosState = {
    tab: search.get('tab') === 'yours' ? 'yours' : 'new',
    kind: KINDS.find((kind) => kinds[kind].one === given) ?? 'BEAT',
    page: Number(/^[1-9]\d{0,5}$/.exec(search.get('page') ?? '')?.[0] ?? 1) - 1,
    item,
    promo: Number(/^[1-9]\d{0,14}$/.exec(search.get('promo') ?? '')?.[0] ?? 0) || null,
  }
  const address = (changed: Partial<PromosState>) => {
    const next = { ...state, page: 0, ...changed }
    return paths.promos({
      tab: next.tab === 'new' ? '' : next.tab,
      kind: next.kind === 'BEAT' && !next.item ? '' : kinds[next.kind].one,
      page: next.page > 0 ? String(next.page + 1) : '',
      item: next.item,
    })
  }
  const change = (changed: Partial<PromosState>) => void navigate(address(changed), { preventScrollReset: true })
  return { state, address, change }
}
