import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { Link } from '#web/link.tsx'
import { CardGrid, CardGridSkeleton } from '#web/lists/card-grid.tsx'
import { KindChips } from '#web/lists/chips.tsx'
import { listResultOf } from '#web/lists/list-result.ts'
import { Results } from '#web/lists/results.tsx'
import { FOLLOWING } from '#web/lists/screens.ts'
import { useListState, type List } from '#web/lists/use-list-state.ts'
import { paths } from '#web/paths.ts'
import { Gate } from '#web/session/gate.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListHeader } from './list-header.tsx'

export function Component() {
  const list = useListState(FOLLOWING)
  return (
    <Gate>
      <ListHeader title="Following">
        <p className="mt-4 text-soft">New beats, packs and kits of the people you follow.</p>
      </ListHeader>
      <div className="wrap pb-4">
        <div className="mb-6">
          <KindChips {...list} />
        </div>
        <Feed {...list} />
      </div>
    </Gate>
  )
}

function Feed(list: List) {
  const { kinds, page } = list.state
  const k = kinds.join(',')
  const query = { page, limit: FOLLOWING.limit, ...(k && { k }) }
  const asked = useQuery({ ...apiQuery(call, 'GET /me/feed', { query }), placeholderData: keepPreviousData })
  return (
    <Results
      {...list}
      result={listResultOf(asked)}
      noun="item"
      skeleton={<CardGridSkeleton />}
      empty={
        <EmptyState
          action={
            <Link to={paths.producers()} className={buttonClass({ look: 'rail', size: 36 }, 'max-md:h-11')}>
              Find producers
            </Link>
          }
        >
          Nothing here yet. Follow producers, and their new items show up here.
        </EmptyState>
      }
      failure="Failed to load items."
    >
      {(items) => <CardGrid items={items} />}
    </Results>
  )
}
