import type { FastifyInstance } from 'fastify'
import type { Call } from '#contract/caller.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError, invalid, notFound } from '#server/errors.ts'
import { toValue } from './json-text.ts'

type Handle = (input: unknown) => Promise<unknown>
type Mounted = { endpoint: Endpoint; handle: Handle }

const mounted = new WeakMap<FastifyInstance, Map<string, Mounted>>()

/** Remembers a call that guests may read, so that the server can call it directly. */
export function keepForGuests(http: FastifyInstance, endpoint: Endpoint, handle: Handle) {
  const calls = mounted.get(http) ?? new Map<string, Mounted>()
  mounted.set(http, calls)
  if (endpoint.method === 'GET' && endpoint.auth === 'anyone') calls.set(`GET ${endpoint.path}`, { endpoint, handle })
}

type Values = Record<string, string | number | boolean | undefined>
type Given = { params?: Values; query?: Values } | undefined

/**
 * Calls the API without HTTP. A page needs a dozen answers, and sending each through HTTP would cost more than making
 * it.
 */
export const callAsGuest = (http: FastifyInstance): Call =>
  (async (route: string, given: Given) => {
    const call = mounted.get(http)?.get(route)
    if (!call) throw notFound(route)
    const { endpoint, handle } = call
    const answer = await handle({
      viewer: null,
      caller: { address: '', userAgent: '' },
      params: parsed(endpoint.params, given?.params),
      query: parsed(endpoint.query, given?.query),
    })
    return toValue(answer)
  }) as Call

/** Parses values as if they came in an address, where everything is text. */
function parsed(schema: Endpoint['params'], values: Values = {}) {
  if (!schema) return undefined
  const texts = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const { data, error } = schema.safeParse(Object.fromEntries(texts))
  if (error) throw asInvalid(error.issues)
  return data
}

const asInvalid = (issues: { path: PropertyKey[]; message: string }[]): ApiError =>
  invalid(Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message])))
