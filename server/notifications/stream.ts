import type { FastifyRequest } from 'fastify'
import type { NotificationEvent } from '#contract/notifications.ts'
import type { EventStream } from '#server/http/events.ts'
import { isSessionOpen, type Viewer } from '#server/http/who.ts'
import type { App } from '#server/services.ts'
import { presentNotification } from './present.ts'
import { countUnread, lastNumber, unreadSince } from './queries.ts'

const MOST_MISSED = 100

/**
 * Streams missed notices, then new ones. A notice from `live` only means that something changed. Each look then sends
 * everything after the last number. So it does no harm if a notice comes during a look or is lost.
 */
export const streamNotifications =
  (app: App, viewer: Viewer, request: FastifyRequest) => (stream: EventStream<NotificationEvent>) => {
    let sent: number | undefined
    let looking = false
    let lookAgain = false
    const stop = app.live.subscribe(viewer.id, look)
    look()
    return stop

    function look() {
      lookAgain = true
      if (!looking) void lookUntilDone()
    }
    async function lookUntilDone() {
      looking = true
      try {
        while (lookAgain) {
          lookAgain = false
          await sendNew()
        }
      } catch (error) {
        stream.end()
        request.log.error({ err: error }, 'a notification was not streamed')
      }
      looking = false
    }

    async function sendNew() {
      if (!(await isSessionOpen(app.db, viewer))) return stream.end()
      const last = await lastNumber(app.db, viewer.id)
      const from = Math.min(sent ?? numberOf(request.headers['last-event-id']) ?? last, last)
      const missed = await unreadSince(app.db, viewer.id, from, MOST_MISSED + 1)
      sent = Math.max(last, missed.at(-1)?.seq ?? 0)
      // More than a hundred are not sent one by one. `inbox` then makes the listener load the list.
      if (missed.length <= MOST_MISSED)
        for (const row of missed) stream.send({ event: 'notification', id: row.seq, data: presentNotification(row) })
      stream.send({ event: 'inbox', id: sent, data: { unread: await countUnread(app.db, viewer.id) } })
    }
  }

/** Undefined if the header is missing or does not come from this server. */
function numberOf(lastEventId: unknown) {
  const digits = /^\d{1,15}$/.exec(String(lastEventId))?.[0]
  return digits === undefined ? undefined : Number(digits)
}
