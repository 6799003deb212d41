import type { QueryClient } from '@tanstack/react-query'
import type { Arguments, Call, InputOf, ReadRoute, ReplyOf } from '#contract/caller.ts'
import { cancellableCall } from './call.ts'

/** The query cache and the API for loaders: one pair per request on the server, one per tab in the browser. */
export type Tools = { queries: QueryClient; call: Call }

/** A query whose key is the call itself, so that nobody has to invent keys. */
export const apiQuery = <R extends ReadRoute>(call: Call, route: R, input: InputOf<R> | undefined) => ({
  queryKey: keyOf(route, input),
  queryFn: () => ask(call, route, input),
})

const keyOf = (route: ReadRoute, input: unknown) => (input === undefined ? [route] : [route, input])
const ask = <R extends ReadRoute>(call: Call, route: R, input: InputOf<R> | undefined): Promise<ReplyOf<R>> =>
  call(route, ...([input] as unknown as Arguments<R>))

/** The same query for a list, as browsers make it: as a guest, and given up when no screen shows it any more. */
export const listQuery = <R extends ReadRoute>(route: R, input: InputOf<R> | undefined) => ({
  queryKey: keyOf(route, input),
  queryFn: ({ signal }: { signal: AbortSignal }) => ask(cancellableCall(signal), route, input),
})

/**
 * Starts to load a list that a screen shows. The server waits for it; in the browser the screen shows that it is
 * loading.
 */
export async function startLoading<R extends ReadRoute>({ queries, call }: Tools, route: R, ...[input]: Arguments<R>) {
  if (import.meta.env.SSR) await queries.fetchQuery(apiQuery(call, route, input))
  else void queries.prefetchQuery(listQuery(route, input))
}

/** Loads a list that its screen can do without (`useOptionalApi`), and logs a failure. */
export async function tryLoading<R extends ReadRoute>(
  { queries, call }: Tools,
  route: R,
  ...[input]: Arguments<R>
): Promise<ReplyOf<R> | undefined> {
  try {
    return await queries.ensureQueryData(apiQuery(call, route, input))
  } catch (error) {
    if (!import.meta.env.SSR) console.error(error) // the server finds the error in the cache
    return undefined
  }
}
