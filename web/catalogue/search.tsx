import { KindToggles } from '#web/lists/chips.tsx'
import { FilterPanel } from '#web/lists/filter-panel.tsx'
import { useItems } from '#web/lists/list-result.ts'
import { ListPage } from '#web/lists/list-page.tsx'
import { SEARCH } from '#web/lists/screens.ts'
import { useListState } from '#web/lists/use-list-state.ts'
import { CardGrid, CardGridSkeleton } from './card-grid.tsx'
import { ListHeader } from './list-header.tsx'
import { NoResults } from './no-results.tsx'

export function Search() {
  const list = useListState(SEARCH)
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
      skeleton={<CardGridSkeleton />}
      empty={<NoResults />}
      failure="Failed to load items."
    >
      {(items) => <CardGrid items={items} />}
    </ListPage>
  )
}
