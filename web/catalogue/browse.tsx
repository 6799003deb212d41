import { Link } from '#web/link.tsx'
import { isNarrowed } from '#web/lists/active-filters.ts'
import { BoardChips, KindChips } from '#web/lists/chips.tsx'
import { FilterPanel } from '#web/lists/filter-panel.tsx'
import { useItems } from '#web/lists/list-result.ts'
import { ListPage } from '#web/lists/list-page.tsx'
import { useSlots } from '#web/lists/list-slots.ts'
import { BROWSE } from '#web/lists/screens.ts'
import { useListState, type List } from '#web/lists/use-list-state.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CardGrid, CardGridSkeleton } from '#web/lists/card-grid.tsx'
import { ListHeader } from './list-header.tsx'
import { NoResults } from './no-results.tsx'

export function Browse() {
  const list = useListState(BROWSE)
  const slots = useSlots('browse', list)
  return (
    <ListPage
      {...list}
      result={useItems(list)}
      noun="result"
      header={
        <ListHeader title="Browse">
          <div className="only-signed-in mt-4">
            <Link to={paths.following()} className={buttonClass({ look: 'rail', size: 36 }, 'max-md:h-11')}>
              New from people you follow
            </Link>
          </div>
        </ListHeader>
      }
      search="Search beats, packs, kits…"
      sortable
      chips={
        <>
          <KindChips {...list} />
          <BoardChips {...list} />
        </>
      }
      Panel={FilterPanel}
      skeleton={<CardGridSkeleton />}
      empty={<Empty {...list} />}
      failure="Failed to load items."
    >
      {(items) => <CardGrid items={items} slots={slots} />}
    </ListPage>
  )
}

/** A filtered list may be empty although the catalogue is not. */
function Empty({ screen, state }: List) {
  if (isNarrowed(screen, state)) return <NoResults />
  return (
    <EmptyState
      action={
        <Link to={paths.sellBeats()} className="underline">
          Upload your first beat, pack or track.
        </Link>
      }
    >
      Upload the first item
    </EmptyState>
  )
}
