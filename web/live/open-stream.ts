import { authorization } from '#web/api/authorization.ts'

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
