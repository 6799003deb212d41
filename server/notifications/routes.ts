import type { notifications } from '#contract/notifications.ts'
import { forbidden } from '#server/errors.ts'
import type { OpenStream } from '#server/http/events.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { markAllRead, markRead, remove } from './change-inbox.ts'
import { presentNotification } from './present.ts'
import { countNotices, countUnread, listNotices } from './queries.ts'
import { noticeNews } from './notice-news.ts'
import { streamNews, type NewsPart } from './stream.ts'

/** The stream also tells the news of `parts`. */
export const notificationRoutes = (app: App, open: OpenStream, parts: NewsPart[]): Handlers<typeof notifications> => ({
  async all({ viewer, query }) {
    const [rows, total, unread] = await Promise.all([
      listNotices(app.db, viewer.id, query, 'all'),
      countNotices(app.db, viewer.id),
      countUnread(app.db, viewer.id),
    ])
    return { content: rows.map(presentNotification), totalPages: Math.ceil(total / query.size), unread }
  },
  async unread({ viewer, query }) {
    const [rows, unread] = await Promise.all([
      listNotices(app.db, viewer.id, query, 'unread'),
      countUnread(app.db, viewer.id),
    ])
    return { content: rows.map(presentNotification), totalPages: Math.ceil(unread / query.size), unread }
  },
  async stream({ viewer, query, reply }) {
    if (query.userId !== undefined && query.userId !== viewer.id) throw forbidden()
    return open(reply, streamNews(app, { viewer, request: reply.request, parts: [noticeNews(app), ...parts] }))
  },
  read: ({ viewer, params }) => markRead(app, viewer.id, params.id),
  readAll: ({ viewer }) => markAllRead(app, viewer.id),
  remove: ({ viewer, params }) => remove(app, viewer.id, params.id),
})
