import type { notifications } from '#contract/notifications.ts'
import { forbidden } from '#server/errors.ts'
import type { OpenStream } from '#server/http/events.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { presentNotification } from './present.ts'
import { countUnread, unreadOf } from './queries.ts'
import { streamNotifications } from './stream.ts'

export const notificationRoutes = (app: App, open: OpenStream): Handlers<typeof notifications> => ({
  async unread({ viewer, query }) {
    const [rows, total] = await Promise.all([unreadOf(app.db, viewer.id, query), countUnread(app.db, viewer.id)])
    return { content: rows.map(presentNotification), totalPages: Math.ceil(total / query.size) }
  },
  async stream({ viewer, query, reply }) {
    if (query.userId !== undefined && query.userId !== viewer.id) throw forbidden()
    return open(reply, streamNotifications(app, viewer, reply.request))
  },
})
