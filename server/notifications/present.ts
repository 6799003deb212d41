import type { Notification } from '#contract/notifications.ts'
import { avatarUrl, mediaUrl } from '#server/http/media-url.ts'
import { dollars } from '#server/money.ts'
import type { NoticeRow } from './queries.ts'

export const presentNotification = (row: NoticeRow): Notification => ({
  id: row.id,
  title: row.title,
  message: row.text,
  read: row.readAt !== null,
  relatedType: row.relatedType,
  topic: row.topic,
  chatId: row.chatId,
  recipientName: row.recipientName,
  slug: row.slug,
  profileId: row.profileId,
  problemId: row.problemId,
  path: row.path,
  amount: row.amountCents === null ? null : dollars(row.amountCents),
  groupSize: row.groupSize,
  people: row.people.map(({ id, handle, avatarKey }) => ({ id, displayName: handle, avatarUrl: avatarUrl(avatarKey) })),
  item: row.item && {
    title: row.item.title,
    coverUrl: row.item.coverKey && mediaUrl(`${row.item.coverKey}/640.webp`),
  },
  createdAt: row.createdAt.toISOString(),
})
