import type { FastifyRequest } from 'fastify'
import type { NotificationEvent } from '#contract/notifications.ts'
import { ApiError } from '#server/errors.ts'
import type { EventStream } from '#server/http/events.ts'
import { viewerOf, type Viewer } from '#server/http/who.ts'
import type { App } from '#server/services.ts'
import { presentNotification } from './present.ts'
import { findNotification, unreadSince, type NotificationRow } from './queries.ts'

const MOST_MISSED = 100

/** New notifications as they come, after those that whoever comes back has missed. */
export const streamNotifications =
  (app: App, viewer: Viewer, request: FastifyRequest) => (stream: EventStream<NotificationEvent>) => {
    const send = (row: NotificationRow) =>
      stream.send({ event: 'notification', id: row.id, data: presentNotification(row) })
    const missed = new Set<number>()
    let turn = orEnd(sendMissed)
    return app.live.subscribe(viewer.id, ({ id }) => void (turn = turn.then(() => orEnd(() => tell(id)))))

    async function sendMissed() {
      const last = /^\d{1,15}$/.exec(String(request.headers['last-event-id']))?.[0]
      if (last === undefined) return
      for (const row of await unreadSince(app.db, viewer.id, Number(last), MOST_MISSED)) {
        missed.add(row.id)
        send(row)
      }
    }
    /** Asked again each time: what ended the session ends its streams. */
    async function tell(id: number) {
      await viewerOf(app, request)
      const row = missed.has(id) ? undefined : await findNotification(app.db, viewer.id, id)
      if (row) send(row)
    }

    async function orEnd(step: () => Promise<void>) {
      try {
        await step()
      } catch (error) {
        stream.end()
        if (!(error instanceof ApiError)) request.log.error({ err: error }, 'a notification was not streamed')
      }
    }
  }
