import { useApiList } from '#web/api/use-api.ts'
import { isNarrowed } from '#web/lists/active-filters.ts'
import { GenreChips } from '#web/lists/chips.tsx'
import { listResultOf } from '#web/lists/list-result.ts'
import { Results } from '#web/lists/results.tsx'
import { PRODUCERS } from '#web/lists/screens.ts'
import { SearchBox } from '#web/lists/search-box.tsx'
import { useListState } from '#web/lists/use-list-state.ts'
import { Select } from '#web/ui/select.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListHeader } from './list-header.tsx'
import { NoResults } from './no-results.tsx'
import { ProducerCard, ProducerGrid, ProducerGridSkeleton } from '#web/people/producer-card.tsx'
import { producersQuery } from './producers-query.ts'

const sorts = [
  { sort: 'popular', state: null, name: 'Most followers' },
  { sort: 'beats', state: 'beats', name: 'Most beats' },
  { sort: 'newest', state: 'newest', name: 'Newest' },
] as const

export function Producers() {
  const list = useListState(PRODUCERS)
  const result = listResultOf(useApiList('GET /users/producers', { query: producersQuery(list.state) }))
  return (
    <>
      <ListHeader title="Users">
        <p className="mt-4 text-soft">Producers who sell on Slide.</p>
      </ListHeader>
      <div className="wrap">
        <div className="mb-6 flex max-w-180 gap-3 max-md:flex-col">
          <SearchBox {...list} label="Search by name" placeholder="Search by name" />
          <Select
            aria-label="Sort by"
            className="flex-none md:w-48"
            value={list.state.sort ?? 'popular'}
            onChange={({ target }) =>
              list.change({ sort: sorts.find(({ sort }) => sort === target.value)?.state ?? null })
            }
          >
            {sorts.map(({ sort, name }) => (
              <option key={sort} value={sort}>
                {name}
              </option>
            ))}
          </Select>
        </div>
        <div className="mb-6">
          <GenreChips {...list} wrap={false} />
        </div>
        <Results
          {...list}
          result={result}
          noun="user"
          skeleton={<ProducerGridSkeleton />}
          empty={isNarrowed(PRODUCERS, list.state) ? <NoResults /> : <EmptyState>No producers yet.</EmptyState>}
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
