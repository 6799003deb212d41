import type { FastifyInstance } from 'fastify'
import { forbidden, invalid, unauthorized } from '#server/errors.ts'
import type { eventStreams } from '#server/http/events.ts'
import { viewerOf } from '#server/http/who.ts'
import type { App } from '#server/services.ts'
import { presentNotification } from './present.ts'
import { findNotification } from './queries.ts'

/** New notifications as they come: events named `notification`, each with one as its data. */
export function streamNotifications(http: FastifyInstance, app: App, open: ReturnType<typeof eventStreams>) {
  http.get<{ Querystring: { userId?: string } }>(
    '/api/notifications/stream',
    { schema: { hide: true } },
    async (request, reply) => {
      const viewer = await viewerOf(app, request)
      if (!viewer) throw unauthorized()
      const { userId } = request.query
      if (userId !== undefined && !/^\d+$/.test(userId)) throw invalid({ userId: 'Give a number.' })
      if (userId !== undefined && Number(userId) !== viewer.id) throw forbidden()
      return open(reply, (stream) =>
        app.live.subscribe(viewer.id, ({ id }) => {
          findNotification(app.db, viewer.id, id).then(
            (row) => row && stream.send('notification', row.id, presentNotification(row)),
            (error: Error) => request.log.error({ err: error }, 'a notification was not streamed'),
          )
        }),
      )
    },
  )
}
