import { filterChips, NO_FILTERS } from './filters.ts'
import { writeList } from './list-address.ts'
import { aroundOf, type ListScreen, type ListState } from './list-state.ts'
import { isAny } from './span.ts'

/** The active filters, each with the change that removes it. Kinds, boards and words have controls of their own. */
export const activeFilters = (screen: ListScreen, state: ListState) => filterChips(state, aroundOf(screen, state))

/** The list with the filters that the screen begins with. Words, kind, board and order stay. */
export const withoutFilters = (state: ListState): ListState => ({ ...state, ...NO_FILTERS, page: 0 })

/** Whether words, a kind, a board or a filter narrow the list. `Any tempo` does not: it widens it. */
export function isNarrowed(screen: ListScreen, state: ListState) {
  const bpm = state.bpm && !isAny(state.bpm) ? state.bpm : null
  return writeList(screen, { ...state, bpm, sort: null, page: 0 }) !== screen.path
}
