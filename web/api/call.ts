import { createCaller, formOf, type Request } from '#contract/caller.ts'
import { authorization } from './authorization.ts'
import { ApiFailure } from './failure.ts'

type Send = (request: Request, token: string | null) => Promise<Response>

/** Calls with the session's token, however they are sent. */
export const authorized = (sendBy: Send) =>
  createCaller(async (request) => {
    const token = await authorization.fresh()
    const reply = await sendBy(request, token)
    if (reply.status === 403 && token) authorization.forbidden()
    if (reply.status !== 401 || !token) return read(reply)
    // one refresh, one more try: as a guest, if the session is over and guests may come in
    return read(await sendBy(request, await authorization.renew(token)))
  })

export const call = authorized((request, token) => send(request, token))

/** Calls without the session's token. The calls that begin, renew or end a session use it. */
export const callAsGuest = createCaller(async (request) => read(await send(request, null)))

/** Calls as a guest. The signal cancels the call when no screen needs its answer any more. */
export const cancellableCall = (signal: AbortSignal) =>
  createCaller(async (request) => read(await send(request, null, { signal })))

/** A call that is sent while the page closes. The browser finishes it without the page. */
export const callWhileClosing = createCaller(async (request) =>
  read(await send(request, authorization.token(), { keepalive: true })),
)

function send({ method, path, headers, body, files }: Request, token: string | null, more?: RequestInit) {
  const isJson = !files && body !== undefined
  return fetch(path, {
    ...more,
    method,
    headers: {
      ...headers,
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(isJson && { 'content-type': 'application/json' }),
    },
    ...(isJson && { body: JSON.stringify(body) }),
    ...(files && { body: formOf({ body, files }) }),
  })
}

async function read(reply: Response): Promise<unknown> {
  const isJson = reply.headers.get('content-type')?.includes('application/json')
  if (reply.ok && !isJson) return reply.blob()
  const body: unknown = await reply.json().catch(() => ({}))
  if (!reply.ok) throw new ApiFailure(reply.status, body as object)
  return body
}
