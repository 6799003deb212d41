import type { Endpoint, ErrorCode, ErrorDetails, Input, Reply } from './endpoint.ts'
import type { contract } from './index.ts'

type EndpointsOf<T> = T extends Endpoint ? T : T extends object ? { [K in keyof T]: EndpointsOf<T[K]> }[keyof T] : never
/** Callers leave out streams: pages listen to them instead. */
type AnyEndpoint = Exclude<EndpointsOf<typeof contract>, { stream: true }>

/** Every call of the API, named as in its documentation: `GET /beats/featured`. */
export type Route = AnyEndpoint extends infer E ? (E extends Endpoint ? `${E['method']} ${E['path']}` : never) : never
/** The calls that only read. */
export type ReadRoute = Extract<Route, `GET ${string}`>

type EndpointAt<R extends Route> = R extends `${infer M} ${infer P}`
  ? Extract<AnyEndpoint, { method: M; path: P }>
  : never
export type InputOf<R extends Route> = Input<EndpointAt<R>>
export type ReplyOf<R extends Route> = Reply<EndpointAt<R>>
export type ErrorCodeOf<R extends Route> = ErrorCode<EndpointAt<R>>
export type ErrorDetailsOf<R extends Route, Code extends string> = ErrorDetails<EndpointAt<R>, Code>

/** An input may be left out only if it has a default. */
export type Arguments<R extends Route> = {} extends InputOf<R> ? [input?: InputOf<R>] : [input: InputOf<R>]

type Values = Record<string, string | number | boolean | undefined>
type Files = Record<string, Blob | undefined>
type Loose = { params?: Values; query?: Values; headers?: Values; body?: unknown; files?: Files }
export type Request = { method: string; path: string; headers?: Record<string, string>; body: unknown; files?: Files }

/** The names and types come from the contract, the values from the name itself: no schema is needed to make a call. */
export function requestOf(route: Route, input: unknown): Request {
  const { params = {}, query = {}, headers, body, files } = (input ?? {}) as Loose
  const [method = '', template = ''] = route.split(' ')
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return {
    method,
    path: `/api${path}${search.size ? `?${search.toString()}` : ''}`,
    body,
    ...(headers && { headers: textsOf(headers) }),
    ...(files && { files }),
  }
}

const textsOf = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const])),
  )

export type Call = <R extends Route>(route: R, ...input: Arguments<R>) => Promise<ReplyOf<R>>

/** A typed client over any way of sending. */
export const createCaller = (send: (request: Request, route: Route) => Promise<unknown>): Call =>
  ((route: Route, input?: unknown) => send(requestOf(route, input), route)) as Call

/** A request with files as a form. Fields that are not text travel as JSON. */
export function formOf({ body, files = {} }: Pick<Request, 'body' | 'files'>) {
  const form = new FormData()
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  for (const [name, file] of Object.entries(files)) if (file) form.set(name, file)
  return form
}
