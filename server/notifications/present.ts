import type { Notification } from '#contract/notifications.ts'
import type { NotificationRow } from './queries.ts'

export const presentNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  title: row.title,
  message: row.message,
  read: row.readAt !== null,
  relatedType: row.relatedType,
  chatId: row.chatId,
  recipientName: row.recipientName,
  slug: row.slug,
  profileId: row.profileId,
  createdAt: row.createdAt.toISOString(),
})
