import type { QueryClient } from '@tanstack/react-query'

/**
 * After a paid order the library, the plan, credits and more have changed. Former answers are not shown meanwhile. One that
 * is on its way may be what the next page waits for.
 */
export function askAllAnew(queries: QueryClient) {
  queries.removeQueries({ type: 'inactive', fetchStatus: 'idle' })
  void queries.invalidateQueries()
}
