import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { InputOf } from '#contract/caller.ts'
import type { Place } from '#contract/promotion-values.ts'
import { call } from '#web/api/call.ts'
import { apiQuery, tryLoading, type Tools } from '#web/api/tools.ts'
import { isNarrowed } from './active-filters.ts'
import { given } from './address-values.ts'
import type { ListScreen, ListState } from './list-state.ts'

type SlotsQuery = InputOf<'GET /promotions/slots'>['query']
type Of = { screen: ListScreen; state: ListState }

/**
 * The draw for the first page of a list. Null: the list has no promoted items, since it is a later page, or is narrowed
 * down by more than words, kinds, styles and boards.
 */
export function slotsQuery(place: Place, { screen, state }: Of): SlotsQuery | null {
  const { styles, kinds, q, page } = state
  const rest = { ...state, styles: [], kinds: screen.kinds, q: '', flag: null }
  if (page > 0 || isNarrowed(screen, rest)) return null
  const k = (screen.style ? ['BEAT'] : kinds).join(',')
  return Object.fromEntries(given({ place, style: screen.style ?? styles.join(','), k, q })) as SlotsQuery
}

/** Draws beside the list. The server waits for it. */
export async function loadSlots(tools: Tools, place: Place, list: Of) {
  const query = slotsQuery(place, list)
  if (!query) return
  const loading = tryLoading(tools, 'GET /promotions/slots', { query })
  if (import.meta.env.SSR) await loading
}

/** A draw stays on the page as long as it is shown. */
export function useSlots(place: Place, list: Of) {
  const query = slotsQuery(place, list)
  const { data, isPlaceholderData } = useQuery({
    ...apiQuery(call, 'GET /promotions/slots', { query: query ?? { place } }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    enabled: query !== null,
  })
  return query && !isPlaceholderData ? data : undefined
}
