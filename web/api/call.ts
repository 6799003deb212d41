import { createCaller, type Request } from '#contract/caller.ts'
import { ApiFailure } from './failure.ts'

/** Set by the session, which knows the tokens; calls know only that there may be one. */
type Authorization = {
  token: () => string | null
  /** A fresh token instead of the one that was refused, or null when the session is over. */
  renew: (refused: string) => Promise<string | null>
  /** The token, renewed if it has expired. */
  fresh: () => Promise<string | null>
}
let authorization: Authorization = { token: () => null, renew: async () => null, fresh: async () => null }
export const authorizeBy = (given: Authorization) => {
  authorization = given
}

export const call = createCaller(async (request) => {
  const token = authorization.token()
  const reply = await send(request, token)
  if (reply.status !== 401 || !token) return read(reply)
  // one refresh, one more try: as a guest, if the session is over and guests may come in
  return read(await send(request, await authorization.renew(token)))
})

/** Without a session: for the calls that begin, renew or end one. */
export const callAsGuest = createCaller(async (request) => read(await send(request, null)))

/** As a guest, and given up when the signal says so: for what nobody waits for any more. */
export const callUnless = (signal: AbortSignal) =>
  createCaller(async (request) => read(await send(request, null, { signal })))

/** For what is sent as the page goes: the browser finishes it without the page. */
export const callAtTheEnd = createCaller(async (request) =>
  read(await send(request, authorization.token(), { keepalive: true })),
)

/** A stream of events, from after the one that was last heard; null when the session is over. */
export async function openStream(path: string, lastEventId: number | undefined, signal: AbortSignal) {
  const open = (token: string) =>
    fetch(path, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
      },
      signal,
    })
  const token = await authorization.fresh()
  const reply = token && (await open(token))
  if (!reply || reply.status !== 401) return reply || null
  const renewed = await authorization.renew(token)
  return renewed ? open(renewed) : null
}

const send = ({ method, path, body }: Request, token: string | null, more?: RequestInit) =>
  fetch(path, {
    ...more,
    method,
    headers: {
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

async function read(reply: Response): Promise<unknown> {
  const body: unknown = await reply.json().catch(() => ({}))
  if (!reply.ok) throw new ApiFailure(reply.status, body as object)
  return body
}
