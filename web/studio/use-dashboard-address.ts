import { useLocation, useNavigate } from '#web/router/hooks.ts'
import { OWN_STATUSES, type OwnSort, type OwnStatus } from '#contract/studio-values.ts'
import type { Dashboard } from './dashboards.ts'

export type OwnListState = { q: string; status: OwnStatus; sort: OwnSort; page: number }

const START: OwnListState = { q: '', status: 'all', sort: 'updated', page: 0 }

/** The state of a dashboard's list is in its address, so reloading and Back keep it. Its pages count from one there. */
export function useDashboardAddress({ sorts }: Dashboard) {
  const { search, state: past } = useLocation()
  const navigate = useNavigate()
  const state = readState(new URLSearchParams(search), sorts)
  const address = (changed: Partial<OwnListState>) => writeState({ ...state, page: 0, ...changed })
  /** Typing makes one step in the history. */
  const change = (changed: Partial<OwnListState>, { isTyping = false } = {}) =>
    void navigate(address(changed), {
      preventScrollReset: true,
      replace: isTyping && (past as { isTyping?: boolean } | null)?.isTyping === true,
      state: { isTyping },
    })
  return { state, change, address }
}

function readState(search: URLSearchParams, sorts: Dashboard['sorts']): OwnListState {
  const status = OWN_STATUSES.find((one) => one === search.get('status')) ?? START.status
  const sort = sorts.find(([one]) => one === search.get('sort'))?.[0] ?? START.sort
  const page = Number(/^[1-9]\d{0,5}$/.exec(search.get('page') ?? '')?.[0] ?? 1) - 1
  return { q: (search.get('q') ?? '').slice(0, 200), status, sort, page }
}

function writeState({ q, status, sort, page }: OwnListState) {
  const search = new URLSearchParams()
  if (q) search.set('q', q)
  if (status !== START.status) search.set('status', status)
  if (sort !== START.sort) search.set('sort', sort)
  if (page > 0) search.set('page', String(page + 1))
  return `?${search.toString()}`
}
