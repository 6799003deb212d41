import { LiveEvent, NotificationEvent } from '#contract/notifications.ts'
import { until } from './until.ts'

/** Listens to the notices of an account until the stream ends or `leave` is called. */
export async function listenTo(url: string, token: string, lastEventId?: number | string) {
  const leave = new AbortController()
  const reply = await fetch(url, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
    },
    signal: leave.signal,
  })
  let text = ''
  const ended = (async () => {
    const decoder = new TextDecoder()
    for await (const bytes of reply.body ?? []) text += decoder.decode(bytes, { stream: true })
    return text
  })()
  ended.catch(() => {}) // this test has closed the stream
  return {
    reply,
    text: () => text,
    saying: (part: string) => until(() => text.includes(part), part),
    ended,
    leave: () => leave.abort(),
  }
}

type Heard = { text: () => string }

export const everythingOf = ({ text }: Heard) =>
  [...text().matchAll(/event: (.*)\nid: (\d+)\ndata: (.*)\n\n/g)].map(([, event, id, data = '']) =>
    LiveEvent.parse({ event, id: Number(id), data: JSON.parse(data) }),
  )
/** The events about notices. */
export const allEventsOf = (stream: Heard) =>
  everythingOf(stream).flatMap((event) => NotificationEvent.safeParse(event).data ?? [])
export const newsOf = (stream: Heard) => allEventsOf(stream).filter(({ event }) => event === 'notification')
export const titles = (stream: Heard) =>
  allEventsOf(stream).flatMap((one) => (one.event === 'notification' ? one.data.title : []))
export const lastOf = (stream: Heard) => allEventsOf(stream).at(-1)
