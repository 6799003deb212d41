import type { QueryClient } from '@tanstack/react-query'
import type { ReadRoute } from '#contract/caller.ts'

/** Asks anew for the answers of a read that has changed. An answer on its way may be older than the change: it is given up. */
export async function askAnew(queries: QueryClient, route: ReadRoute) {
  await queries.cancelQueries({ queryKey: [route] })
  await queries.invalidateQueries({ queryKey: [route] })
}
