import type { FastifyInstance } from 'fastify'
import { ApiError, forbidden, invalid, unauthorized } from '#server/errors.ts'
import type { EventStream, eventStreams } from '#server/http/events.ts'
import { viewerOf } from '#server/http/who.ts'
import type { App } from '#server/services.ts'
import { presentNotification } from './present.ts'
import { findNotification } from './queries.ts'

/** New notifications as they come: events named `notification`, each with one as its data. */
export function streamNotifications(http: FastifyInstance, app: App, open: ReturnType<typeof eventStreams>) {
  http.get<{ Querystring: { userId?: string } }>(
    '/api/notifications/stream',
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const viewer = await viewerOf(app, request)
      if (!viewer) throw unauthorized()
      const { userId } = request.query
      if (userId !== undefined && !/^\d+$/.test(userId)) throw invalid({ userId: 'Give a number.' })
      if (userId !== undefined && Number(userId) !== viewer.id) throw forbidden()
      return open(reply, (stream) => app.live.subscribe(viewer.id, ({ id }) => void tell(stream, id)))

      /** Asked again each time: what ended the session ends its streams. */
      async function tell(stream: EventStream, id: number) {
        try {
          await viewerOf(app, request)
          const row = await findNotification(app.db, viewer!.id, id)
          if (row) stream.send('notification', row.id, presentNotification(row))
        } catch (error) {
          stream.end()
          if (!(error instanceof ApiError)) request.log.error({ err: error }, 'a notification was not streamed')
        }
      }
    },
  )
}
