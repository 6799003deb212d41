import type { Flag, Sort } from '#contract/filter-values.ts'
import type { Kind } from '#contract/item.ts'
import { NO_FILTERS, type FilterValues } from './filters.ts'
import { ANY, type Span } from './span.ts'

/** Everything that a list screen shows; all of it stands in the address. */
export type ListState = FilterValues & {
  q: string
  /** None means all. */
  kinds: readonly Kind[]
  flag: Flag | null
  /** Null: relevance with words, else popular. */
  sort: Sort | null
  /** From zero, as the API counts; the address counts from one, as people do. */
  page: number
}

/** The differences between the list screens. */
export type ListScreen = {
  path: string
  /** The parameters that the screen reads from its address. */
  reads: readonly string[]
  /** The number of items on a page. */
  limit: number
  /** `type=beats` where one kind is chosen, `k=BEAT,KIT` where several can be. */
  kindsAs: 'type' | 'k'
  /** The kinds that it begins with. */
  kinds: readonly Kind[]
  /** The tempo that it begins with, for beats. */
  bpm: Span
  flagAs: 'flags' | 'tab'
  /** Rows, which show their waves. */
  rows?: boolean
  /** The page of one style. */
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

/** The tempo that a screen begins with is meant for beats. */
export const aroundOf = ({ bpm }: Pick<ListScreen, 'bpm'>, { kinds }: Pick<ListState, 'kinds'>) => ({
  bpm: kinds.length === 0 || kinds.includes('BEAT') ? bpm : ANY,
})

/** The tempo in force. */
export const bpmOf = (screen: Pick<ListScreen, 'bpm'>, state: Pick<ListState, 'bpm' | 'kinds'>): Span =>
  state.bpm ?? aroundOf(screen, state).bpm
