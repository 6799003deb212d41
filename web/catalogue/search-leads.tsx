import type { ReactNode } from 'react'
import { useApiList, useOptionalApi } from '#web/api/use-api.ts'
import { SEARCH } from '#web/lists/screens.ts'
import { withoutFilters } from '#web/lists/active-filters.ts'
import { writeList } from '#web/lists/list-address.ts'
import { itemsQuery } from '#web/lists/list-query.ts'
import type { ListState } from '#web/lists/list-state.ts'
import { manyItems } from '#web/lists/list-words.ts'
import { Link } from '#web/link.tsx'
import { CardGrid } from '#web/lists/card-grid.tsx'
import { NoResults } from './no-results.tsx'

const POPULAR = { query: { sort: 'popular', limit: 8 } } as const

/** Where a search without results leads on: to other words, fewer words or filters, and to popular items. */
export function SearchLeads({ state }: { state: ListState }) {
  const { page: _, limit: __, sort: ___, ...query } = itemsQuery(SEARCH, state)
  const { data: leads } = useApiList('GET /search/leads', { query })
  const popular = useOptionalApi('GET /items', POPULAR)?.items ?? []
  const withWords = (q: string) => writeList(SEARCH, { ...state, q, page: 0 })
  return (
    <>
      <NoResults />
      {leads && (
        <ul aria-label="Other searches" className="grid gap-1 pb-4 text-lg empty:hidden">
          {leads.didYouMean && (
            <Lead to={withWords(leads.didYouMean.q)} found={leads.didYouMean.totalItems} before="Did you mean">
              {leads.didYouMean.q}
            </Lead>
          )}
          {leads.shorter && leads.shorter.q !== leads.didYouMean?.q && (
            <Lead to={withWords(leads.shorter.q)} found={leads.shorter.totalItems} before="Search for">
              {leads.shorter.q}
            </Lead>
          )}
          {leads.unfiltered > 0 && (
            <Lead
              to={writeList(SEARCH, { ...withoutFilters(state), kinds: [] })}
              found={leads.unfiltered}
              before="Search"
            >
              without filters
            </Lead>
          )}
        </ul>
      )}
      {popular.length > 0 && (
        <section aria-label="Popular" className="mt-6">
          <h2 className="mb-4 text-lg font-bold">Popular</h2>
          <CardGrid items={popular} />
        </section>
      )}
    </>
  )
}

type LeadProps = { to: string; before: string; found: number; children: ReactNode }

const Lead = ({ to, before, found, children }: LeadProps) => (
  <li>
    {before}{' '}
    <Link to={to} rel="nofollow" className="inline-block py-1 font-semibold wrap-anywhere underline underline-offset-4">
      {children}
    </Link>{' '}
    <span className="num text-soft">{manyItems(found, false, 'result')}</span>
  </li>
)
