import { useQuery } from '@tanstack/react-query'
import type { Arguments, ReadRoute } from '#contract/caller.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/**
 * Data of a part of a page that says when it could not be loaded. The server prints such a part empty, and the browser
 * asks again.
 */
export function useOptionalPart<R extends ReadRoute>(route: R, ...[input]: Arguments<R>) {
  const { data, isError, refetch } = useQuery(apiQuery(call, route, input))
  const hydrated = useHydrated()
  return { data, failed: hydrated && isError && data === undefined, refetch }
}
