import type { Flag, Sort } from '#contract/filter-values.ts'
import type { Kind } from '#contract/item.ts'
import { NO_FILTERS, type FilterValues } from './filters.ts'
import { ANY, type Span } from './span.ts'

/** The orders of items, and the number of beats for people. */
export type ListSort = Sort | 'beats'

/** The state of a list screen. All of it is in the address. */
export type ListState = FilterValues & {
  q: string
  /** Empty means all. */
  kinds: readonly Kind[]
  flag: Flag | null
  /** Null means relevance with words, and popular without. */
  sort: ListSort | null
  /** Zero-based, as in the API. The address counts from one. */
  page: number
}

/** The differences between the list screens. */
export type ListScreen = {
  path: string
  /** The parameters that the screen reads from its address. */
  reads: readonly string[]
  /** The number of items on a page. */
  limit: number
  /** `type=beats` on screens with one kind, `k=BEAT,KIT` on screens with several. */
  kindsAs: 'type' | 'k'
  /** The kinds that the screen begins with. */
  kinds: readonly Kind[]
  /** The tempo that the screen begins with, for beats. */
  bpm: Span
  flagAs: 'flags' | 'tab'
  /** The orders that the address may name, if not all orders of items. */
  sorts?: readonly ListSort[]
  /** Shows rows with waves instead of cards. */
  rows?: boolean
  /** The style, on the page of one style. */
  style?: string
}

export const startOf = (screen: ListScreen): ListState => ({
  ...NO_FILTERS,
  q: '',
  kinds: screen.kinds,
  flag: null,
  sort: null,
  page: 0,
})

/** The tempo that a screen begins with applies to beats only. */
export const aroundOf = ({ bpm }: Pick<ListScreen, 'bpm'>, { kinds }: Pick<ListState, 'kinds'>) => ({
  bpm: kinds.length === 0 || kinds.includes('BEAT') ? bpm : ANY,
})

/** The tempo that applies. */
export const bpmOf = (screen: Pick<ListScreen, 'bpm'>, state: Pick<ListState, 'bpm' | 'kinds'>): Span =>
  state.bpm ?? aroundOf(screen, state).bpm
