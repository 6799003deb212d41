import { z } from 'zod'
import { Role } from './accounts.ts'
import { ChatEvent } from './chat.ts'
import { endpoint } from './endpoint.ts'
import { id, limit, page } from './paging.ts'

export const Notification = z
  .object({
    id: z.int(),
    title: z.string(),
    message: z.string(),
    read: z.boolean(),
    relatedType: z.enum(['CHAT', 'BEAT', 'PACK', 'KIT', 'SUBSCRIPTION', 'PROMOTION', 'USER', 'SYSTEM', 'PROBLEM']),
    topic: z
      .enum([
        'like',
        'comment',
        'follow',
        'message',
        'sale',
        'purchase',
        'approved',
        'rejected',
        'payout',
        'renewal',
        'promotion',
        'referral',
        'split',
        'system',
        'announcement',
      ])
      .describe('The event; relatedType says where it leads'),
    chatId: z.int().nullable(),
    recipientName: z.string().nullable(),
    slug: z.string().nullable(),
    profileId: z.int().nullable(),
    problemId: z.int().nullable(),
    path: z.string().nullable().describe('A page of the site, if the notice leads to no thing'),
    amount: z.number().nullable().describe('Dollars, where the notice is about money'),
    groupSize: z.int().describe('How many people it is about together, such as those who liked one item'),
    people: z
      .array(z.object({ id: z.int(), displayName: z.string(), avatarUrl: z.string().nullable() }))
      .describe('The newest of them, five at most, newest first'),
    item: z.object({ title: z.string(), coverUrl: z.string().nullable() }).nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>

const unread = z.int().describe('How many are unread in all')
const Unread = z.object({ unread })

export const NotificationEvent = z
  .discriminatedUnion('event', [
    z.object({ event: z.literal('notification'), id: z.int(), data: Notification }),
    z
      .object({ event: z.literal('inbox'), id: z.int(), data: Unread })
      .describe('The list has changed: ask for it anew. Comes first on each stream, and after each change.'),
  ])
  .meta({ id: 'NotificationEvent' })
export type NotificationEvent = z.infer<typeof NotificationEvent>

/** What the browser keeps about the account itself. */
const AccountEvent = z.object({
  event: z.literal('account'),
  id: z.int(),
  data: z.object({
    deletionDueAt: z.iso.datetime().nullable(),
    bannedAt: z.iso.datetime().nullable(),
    roles: z.array(Role),
  }),
})

/** One stream tells everything, since a browser has few connections. */
export const LiveEvent = z
  .discriminatedUnion('event', [...NotificationEvent.options, ...ChatEvent.options, AccountEvent])
  .meta({ id: 'LiveEvent' })
export type LiveEvent = z.infer<typeof LiveEvent>

const list = {
  method: 'GET',
  auth: 'user',
  query: z.object({ page, size: limit(50) }),
  reply: z.object({ content: z.array(Notification), totalPages: z.int(), unread }),
} as const
const one = z.object({ id })

export const notifications = {
  all: endpoint({ ...list, path: '/notifications', summary: 'Read and unread notifications, newest first' }),
  unread: endpoint({ ...list, path: '/notifications/unread', summary: 'Unread notifications, newest first' }),
  stream: endpoint({
    method: 'GET',
    path: '/notifications/stream',
    auth: 'user',
    summary:
      'New notifications and messages as they come, also after the access token has expired, until the session ends',
    query: z.object({ userId: id.optional().describe('If given, your own account') }),
    reply: LiveEvent,
    stream: true,
  }),
  read: endpoint({
    method: 'POST',
    path: '/notifications/:id/read',
    auth: 'user',
    summary: 'Marks a notification as read',
    params: one,
    reply: Unread,
  }),
  readAll: endpoint({
    method: 'POST',
    path: '/notifications/read-all',
    auth: 'user',
    summary: 'Marks all notifications as read',
    reply: Unread,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/notifications/:id',
    auth: 'user',
    summary: 'Deletes a notification',
    params: one,
    reply: Unread,
  }),
}
