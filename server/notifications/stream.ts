import type { FastifyRequest } from 'fastify'
import type { LiveEvent } from '#contract/notifications.ts'
import type { EventStream } from '#server/http/events.ts'
import { networkOf } from '#server/http/networks.ts'
import { readInTurn } from '#server/http/turns.ts'
import { isSessionOpen, type Viewer } from '#server/http/who.ts'
import type { Notice } from '#server/live/live.ts'
import type { App } from '#server/services.ts'
import { lastNumber, type Span } from './queries.ts'

const MOST_MISSED = 100

type WithoutId<E> = E extends LiveEvent ? Omit<E, 'id'> : never
type Look = {
  account: number
  viewer: Viewer
  /** The notices that are the reason to look. The first look of a stream is for a 'gap'. */
  heard: Notice[]
  /** The part has news in this look. */
  hasNews: boolean
  /** The listener has missed news that are not sent one by one. */
  isMissed: boolean
}

/** What a feature tells on the streams of an account. All features share the account's numbers. */
export type NewsPart = {
  /** News with their numbers, the oldest first. */
  list: (account: number, span: Span) => Promise<LiveEvent[]>
  /** How things stand. They are sent after the news. */
  states: (look: Look) => Promise<WithoutId<LiveEvent>[]>
  /** Accounts beside the own one whose notices matter. */
  alsoHears?: (viewer: Viewer) => number[]
  /** What is passed on at once and kept nowhere. */
  pass?: (notice: Notice) => WithoutId<LiveEvent> | null
}

type Asked = { viewer: Viewer; account?: number; request: FastifyRequest; parts: NewsPart[] }

/**
 * Streams missed news, then new ones. A notice from `live` only means that something changed. Each look then sends
 * everything after the last number, so it does no harm if a notice comes during a look or is lost. A look ends at the
 * number that it began with: the parts are read one after the other, and later news come with the next look. Looks take
 * the turns of the listener's address: hundreds of streams that begin at once must not take the database from others.
 */
export function streamNews(app: App, { viewer, account = viewer.id, request, parts }: Asked) {
  // the request itself would be held as long as the stream
  const before = numberOf(request.headers['last-event-id'])
  const log = request.server.log
  const reqId = request.id
  const address = networkOf(request.ip ?? '')
  return <E extends LiveEvent>(stream: EventStream<E>) => {
    let sent: number | undefined
    let looking = false
    let isOver = false
    let heard: Notice[] = []
    const send = (event: LiveEvent) => stream.send(event as E)
    const others = account === viewer.id ? parts.flatMap(({ alsoHears }) => alsoHears?.(viewer) ?? []) : []
    const stops = [account, ...others].map((one) => app.live.subscribe(one, hear))
    hear({ to: account, about: 'gap' })
    return () => {
      isOver = true
      stops.forEach((stop) => stop())
    }

    function hear(notice: Notice) {
      if (notice.about === 'typing') return pass(notice)
      heard.push(notice)
      if (!looking) void lookUntilDone()
    }
    function pass(notice: Notice) {
      for (const part of parts) {
        const event = sent === undefined ? null : part.pass?.(notice)
        if (event) send({ ...event, id: sent! })
      }
    }
    async function lookUntilDone() {
      looking = true
      try {
        while (heard.length > 0 && !isOver) await readInTurn(app, address, sendNew)
      } catch (error) {
        stream.end()
        log.error({ err: error, reqId }, 'news were not streamed')
      }
      looking = false
    }

    async function sendNew() {
      if (isOver) return // it has waited for its turn
      const reasons = heard.splice(0)
      if (!(await isSessionOpen(app.db, viewer))) return stream.end()
      const to = await lastNumber(app.db, account)
      const known = sent ?? before
      const from = Math.min(known ?? to, to)
      const lists = await Promise.all(parts.map((part) => part.list(account, { from, to, limit: MOST_MISSED + 1 })))
      const news = lists.flat().toSorted((one, other) => one.id - other.id)
      const isTooMuch = news.length > MOST_MISSED
      if (!isTooMuch) news.forEach(send)
      sent = to
      const isMissed = isTooMuch || known === undefined || known > to
      for (const [nth, part] of parts.entries()) {
        const hasNews = lists[nth]!.length > 0
        const states = await part.states({ account, viewer, heard: reasons, hasNews, isMissed })
        for (const state of states) send({ ...state, id: to })
      }
    }
  }
}

/** Undefined if the header is missing or does not come from this server. */
function numberOf(lastEventId: unknown) {
  const digits = /^\d{1,15}$/.exec(String(lastEventId))?.[0]
  return digits === undefined ? undefined : Number(digits)
}
