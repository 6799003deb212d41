import { useQuery } from '@tanstack/react-query'
import type { Arguments, ReadRoute } from '#contract/caller.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'

/**
 * Data of a part of a page that says when it could not be loaded. The server prints such a part empty, and the browser
 * asks again.
 */
export function useOptionalPart<R extends ReadRoute>(route: R, ...[input]: Arguments<R>) {
  const { data, isError, refetch } = useQuery(apiQuery(call, route, input))
  return { data, failed: !import.meta.env.SSR && isError && data === undefined, refetch }
}
