import { useApiList } from '#web/api/use-api.ts'
import { listResultOf } from '#web/lists/list-result.ts'
import { Results } from '#web/lists/results.tsx'
import { PRODUCERS } from '#web/lists/screens.ts'
import { SearchBox } from '#web/lists/search-box.tsx'
import { useListState } from '#web/lists/use-list-state.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListHeader } from './list-header.tsx'
import { NoResults } from './no-results.tsx'
import { ProducerCard, ProducerGrid, ProducerGridSkeleton } from './producer-card.tsx'
import { producersQuery } from './producers-query.ts'

export function Producers() {
  const list = useListState(PRODUCERS)
  const result = listResultOf(useApiList('GET /users/producers', { query: producersQuery(list.state) }))
  return (
    <>
      <ListHeader title="Users">
        <p className="mt-4 text-soft">Producers who sell on Slide.</p>
      </ListHeader>
      <div className="wrap">
        <div className="mb-6 flex max-w-130">
          <SearchBox {...list} label="Search by name" placeholder="Search by name" />
        </div>
        <Results
          {...list}
          result={result}
          noun="user"
          skeleton={<ProducerGridSkeleton />}
          empty={list.state.q ? <NoResults /> : <EmptyState>No producers yet.</EmptyState>}
          failure="Failed to load users."
        >
          {(producers) => (
            <ProducerGrid>
              {producers.map((producer) => (
                <ProducerCard key={producer.id} producer={producer} />
              ))}
            </ProducerGrid>
          )}
        </Results>
      </div>
    </>
  )
}
