import { SORTS } from '#contract/filter-values.ts'
import { Select } from '#web/ui/select.tsx'
import { sortNames } from './list-words.ts'
import type { List } from './use-list-state.ts'

/** Relevance is only offered with words. */
export function SortSelect({ state, change }: List) {
  const standard = state.q ? 'relevance' : 'popular'
  const sorts = SORTS.filter((sort) => sort !== 'relevance' || state.q)
  const choose = (name: string) => {
    const sort = SORTS.find((known) => known === name) ?? null
    change({ sort: sort === standard ? null : sort })
  }
  return (
    <Select
      aria-label="Sort by"
      className="min-w-0 flex-1 md:w-52"
      value={sorts.find((sort) => sort === state.sort) ?? standard}
      onChange={(event) => choose(event.target.value)}
    >
      {sorts.map((sort) => (
        <option key={sort} value={sort}>
          {sortNames[sort]}
        </option>
      ))}
    </Select>
  )
}
