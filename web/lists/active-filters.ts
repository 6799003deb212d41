import { filterChips, NO_FILTERS } from './filters.ts'
import { writeList } from './list-address.ts'
import { aroundOf, type ListScreen, type ListState } from './list-state.ts'
import { isAny } from './span.ts'

/** The filters that are on, each with the change that takes it away. Kinds, boards and words show by themselves. */
export const activeFilters = (screen: ListScreen, state: ListState) => filterChips(state, aroundOf(screen, state))

/** Back to the filters that the screen begins with; words, kind, board and order stay. */
export const withoutFilters = (state: ListState): ListState => ({ ...state, ...NO_FILTERS, page: 0 })

/** Whether words, a kind, a board or a filter may leave nothing of the catalogue. Any tempo leaves more. */
export function isNarrowed(screen: ListScreen, state: ListState) {
  const bpm = state.bpm && !isAny(state.bpm) ? state.bpm : null
  return writeList(screen, { ...state, bpm, sort: null, page: 0 }) !== screen.path
}
