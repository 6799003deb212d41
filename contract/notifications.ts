import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, limit, page } from './paging.ts'

export const Notification = z
  .object({
    id: z.int(),
    title: z.string(),
    message: z.string(),
    read: z.boolean(),
    relatedType: z.enum(['CHAT', 'BEAT', 'PACK', 'KIT', 'SUBSCRIPTION', 'PROMOTION', 'USER', 'SYSTEM']),
    chatId: z.int().nullable(),
    recipientName: z.string().nullable(),
    slug: z.string().nullable(),
    profileId: z.int().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>

export const NotificationEvent = z
  .object({ event: z.literal('notification'), id: z.int(), data: Notification })
  .meta({ id: 'NotificationEvent' })
export type NotificationEvent = z.infer<typeof NotificationEvent>

export const notifications = {
  unread: endpoint({
    method: 'GET',
    path: '/notifications/unread',
    auth: 'user',
    summary: 'Unread notifications, newest first',
    query: z.object({ page, size: limit(50) }),
    reply: z.object({ content: z.array(Notification), totalPages: z.int() }),
  }),
  stream: endpoint({
    method: 'GET',
    path: '/notifications/stream',
    auth: 'user',
    summary: 'New notifications as they come',
    query: z.object({ userId: id.optional().describe('If given, one’s own') }),
    reply: NotificationEvent,
    stream: true,
  }),
}
