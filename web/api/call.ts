import { createCaller, formOf, type Request } from '#contract/caller.ts'
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

type Send = (request: Request, token: string | null) => Promise<Response>

const authorized = (sendBy: Send) =>
  createCaller(async (request) => {
    const token = await authorization.fresh()
    const reply = await sendBy(request, token)
    if (reply.status !== 401 || !token) return read(reply)
    // one refresh, one more try: as a guest, if the session is over and guests may come in
    return read(await sendBy(request, await authorization.renew(token)))
  })

export const call = authorized((request, token) => send(request, token))

/** A call with files that reports the part sent so far, from 0 to 1: `fetch` can't tell. */
export const callWithProgress = (onProgress: (sent: number) => void) =>
  authorized((request, token) => sendForm(request, token, onProgress))

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

function send({ method, path, body, files }: Request, token: string | null, more?: RequestInit) {
  const isJson = !files && body !== undefined
  return fetch(path, {
    ...more,
    method,
    headers: {
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(isJson && { 'content-type': 'application/json' }),
    },
    ...(isJson && { body: JSON.stringify(body) }),
    ...(files && { body: formOf({ method, path, body, files }) }),
  })
}

const sendForm = (request: Request, token: string | null, onProgress: (sent: number) => void) =>
  new Promise<Response>((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open(request.method, request.path)
    if (token) sending.setRequestHeader('authorization', `Bearer ${token}`)
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    sending.onerror = () => reject(new TypeError('The connection broke.'))
    sending.onload = () => {
      const headers = { 'content-type': sending.getResponseHeader('content-type') ?? '' }
      resolve(new Response(sending.responseText, { status: sending.status, headers }))
    }
    sending.send(formOf(request))
  })

async function read(reply: Response): Promise<unknown> {
  const isJson = reply.headers.get('content-type')?.includes('application/json')
  if (reply.ok && !isJson) return reply.blob()
  const body: unknown = await reply.json().catch(() => ({}))
  if (!reply.ok) throw new ApiFailure(reply.status, body as object)
  return body
}
