import type { QueryClient } from '@tanstack/react-query'
import { createContext, redirect, type LoaderFunctionArgs } from 'react-router'
import type { Arguments, Call, InputOf, ReadRoute, ReplyOf } from '#contract/caller.ts'
import { callUnless } from './call.ts'

/** What every loader may use; one per request on the server, one per tab in the browser. */
export type Tools = { queries: QueryClient; call: Call }
export const toolsContext = createContext<Tools>()

/** The key is the call itself, so that nobody has to think one up. */
export const apiQuery = <R extends ReadRoute>(call: Call, route: R, input: InputOf<R> | undefined) => ({
  queryKey: keyOf(route, input),
  queryFn: () => ask(call, route, input),
})

const keyOf = (route: ReadRoute, input: unknown) => (input === undefined ? [route] : [route, input])
const ask = <R extends ReadRoute>(call: Call, route: R, input: InputOf<R> | undefined): Promise<ReplyOf<R>> =>
  call(route, ...([input] as unknown as Arguments<R>))

/** The same for a list, in the browser: it is the same for everybody, and given up when nothing shows it any more. */
export const listQuery = <R extends ReadRoute>(route: R, input: InputOf<R> | undefined) => ({
  queryKey: keyOf(route, input),
  queryFn: ({ signal }: { signal: AbortSignal }) => ask(callUnless(signal), route, input),
})

/** Asks early for a list that a screen shows: the server waits for it, in the browser the screen says that it is coming. */
export async function askEarly<R extends ReadRoute>(
  { context }: Pick<LoaderFunctionArgs, 'context'>,
  route: R,
  ...[input]: Arguments<R>
) {
  const { queries, call } = context.get(toolsContext)
  if (import.meta.env.SSR) await queries.fetchQuery(apiQuery(call, route, input))
  else void queries.prefetchQuery(listQuery(route, input))
}

/** Warms the cache for a list that its screen can do without (`useApiIfThere`): what fails is logged. */
export async function warmIfPossible<R extends ReadRoute>(
  { context }: Pick<LoaderFunctionArgs, 'context'>,
  route: R,
  ...[input]: Arguments<R>
): Promise<ReplyOf<R> | undefined> {
  const { queries, call } = context.get(toolsContext)
  try {
    return await queries.ensureQueryData(apiQuery(call, route, input))
  } catch (error) {
    if (!import.meta.env.SSR) console.error(error) // the server finds it in the cache
    return undefined
  }
}

/** Warms the cache for a screen; what does not exist, or has a name that nothing can have, leads home. */
export async function warm<R extends ReadRoute>(
  { context }: Pick<LoaderFunctionArgs, 'context'>,
  route: R,
  ...[input]: Arguments<R>
): Promise<ReplyOf<R>> {
  const { queries, call } = context.get(toolsContext)
  try {
    return await queries.ensureQueryData(apiQuery(call, route, input))
  } catch (error) {
    if ([400, 404].includes((error as { status?: number }).status ?? 500)) throw redirect('/')
    throw error
  }
}
