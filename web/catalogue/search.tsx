import { useEffect } from 'react'
import { rememberSearch } from '#web/items/recent-searches.ts'
import { SearchStart } from '#web/items/search-start.tsx'
import { KindToggles } from '#web/lists/chips.tsx'
import { FilterPanel } from '#web/lists/filter-panel.tsx'
import { isNarrowed } from '#web/lists/active-filters.ts'
import { useItems } from '#web/lists/list-result.ts'
import { ListPage } from '#web/lists/list-page.tsx'
import { useSlots } from '#web/lists/list-slots.ts'
import { SEARCH } from '#web/lists/screens.ts'
import { useListState } from '#web/lists/use-list-state.ts'
import { CardGrid, CardGridSkeleton } from '#web/lists/card-grid.tsx'
import { FoundProducers } from './found-producers.tsx'
import { ListHeader } from './list-header.tsx'
import { SearchLeads } from './search-leads.tsx'

export function Search() {
  const list = useListState(SEARCH)
  const slots = useSlots('search', list)
  const { q, page } = list.state
  useEffect(() => {
    if (q) rememberSearch(q)
  }, [q])
  const isEmpty = page === 0 && !isNarrowed(SEARCH, list.state)
  return (
    <ListPage
      {...list}
      result={useItems(list)}
      noun="result"
      header={<ListHeader title="Search" />}
      search="Search beats, packs, kits…"
      sortable
      chips={<KindToggles {...list} />}
      Panel={FilterPanel}
      frame={(results) => (
        <>
          {isEmpty && <SearchStart className="mb-8" />}
          {q && page === 0 && <FoundProducers q={q} />}
          {results}
        </>
      )}
      skeleton={<CardGridSkeleton />}
      empty={<SearchLeads state={list.state} />}
      failure="Failed to load items."
    >
      {(items) => <CardGrid items={items} slots={slots} />}
    </ListPage>
  )
}
