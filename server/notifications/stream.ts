import type { FastifyRequest } from 'fastify'
import type { NotificationEvent } from '#contract/notifications.ts'
import { ApiError } from '#server/errors.ts'
import type { EventStream } from '#server/http/events.ts'
import { viewerOf, type Viewer } from '#server/http/who.ts'
import type { App } from '#server/services.ts'
import { presentNotification } from './present.ts'
import { findNotification } from './queries.ts'

/** New notifications as they come. */
export const streamNotifications =
  (app: App, viewer: Viewer, request: FastifyRequest) => (stream: EventStream<NotificationEvent>) => {
    return app.live.subscribe(viewer.id, ({ id }) => void tell(id))

    /** Asked again each time: what ended the session ends its streams. */
    async function tell(id: number) {
      try {
        await viewerOf(app, request)
        const row = await findNotification(app.db, viewer.id, id)
        if (row) stream.send({ event: 'notification', id: row.id, data: presentNotification(row) })
      } catch (error) {
        stream.end()
        if (!(error instanceof ApiError)) request.log.error({ err: error }, 'a notification was not streamed')
      }
    }
  }
