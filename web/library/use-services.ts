import { useSubscriptions } from '#web/plans/use-subscriptions.ts'
import type { LibraryState } from './library-address.ts'

/** The subscriptions that the search finds, and those that this page of the list shows: all of them, on its first page. */
export function useServices({ tab, q, page }: LibraryState) {
  const { data = [] } = useSubscriptions()
  const words = q.trim().toLowerCase()
  const found = data.filter(({ planLabel }) => `${planLabel} plan subscription`.toLowerCase().includes(words))
  const isHere = (tab === 'all' || tab === 'services') && page === 0
  return { found: found.length, shown: isHere ? found : [] }
}
export type Services = ReturnType<typeof useServices>
