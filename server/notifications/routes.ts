import type { notifications } from '#contract/notifications.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { presentNotification } from './present.ts'
import { countUnread, unreadOf } from './queries.ts'

export const notificationRoutes = ({ db }: App): Handlers<typeof notifications> => ({
  async unread({ viewer, query }) {
    const [rows, total] = await Promise.all([unreadOf(db, viewer.id, query), countUnread(db, viewer.id)])
    return { content: rows.map(presentNotification), totalPages: Math.ceil(total / query.size) }
  },
})
