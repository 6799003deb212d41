import type { QueryClient } from '@tanstack/react-query'

/** After a paid order the library, the plan, credits and more have changed. Former answers are not shown meanwhile. */
export function askAllAnew(queries: QueryClient) {
  queries.removeQueries({ type: 'inactive' })
  void queries.invalidateQueries()
}
