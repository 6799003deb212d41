import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limit, page } from './paging.ts'

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

export const notifications = {
  unread: endpoint({
    method: 'GET',
    path: '/notifications/unread',
    auth: 'user',
    summary: 'Unread notifications, newest first',
    query: z.object({ page, size: limit(50) }),
    reply: z.object({ content: z.array(Notification), totalPages: z.int() }),
  }),
}
