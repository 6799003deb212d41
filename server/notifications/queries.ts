import { sql, type RawBuilder } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '#server/db/connect.ts'

type Paging = { page: number; size: number }

const EXCERPT = 200

const cut = (body: RawBuilder<unknown>) =>
  sql<string>`case when char_length(${body}) > ${sql.lit(EXCERPT)} then left(${body}, ${sql.lit(EXCERPT - 1)}) || '…' else ${body} end`
/** The beginning of a comment, and of a message. */
export const commentExcerpt = cut(sql`comment.body`)
export const messageExcerpt = cut(sql`message.body`)

/**
 * The text of a notice. That of a comment or a message is read from there: a deleted one leaves the stored sentence. A
 * comment of a banned person is hidden here as everywhere.
 */
export const noticeText = sql<string>`coalesce(
  (select case when banned_at is null then ${commentExcerpt} else 'This comment is hidden.' end
    from comment join account on account.id = comment.account_id
    where comment.id = notification.comment_id and comment.deleted_at is null),
  (select ${messageExcerpt} from message where message.id = notification.message_id and message.body <> ''),
  notification.message)`

/** Of several people who did the same, the newest is named. It stays news if that one is banned or gone by then. */
export const isOfMany = sql<boolean>`(notification_mail.message_id is null and notification_mail.group_size > 1)`

const selectNotices = (db: Db, accountId: number) =>
  db
    .selectFrom('notification')
    .where('notification.accountId', '=', accountId)
    .selectAll()
    .select((one) => [
      noticeText.as('text'),
      jsonObjectFrom(
        one
          .selectFrom('item')
          .whereRef('item.slug', '=', 'notification.slug')
          .where('item.deletedAt', 'is', null)
          .select(['item.title', 'item.coverKey']),
      ).as('item'),
      jsonArrayFrom(
        one
          .selectFrom('notificationPerson')
          .innerJoin('account', 'account.id', 'notificationPerson.accountId')
          .whereRef('notificationPerson.notificationId', '=', 'notification.id')
          .where('account.deletedAt', 'is', null)
          .where('account.bannedAt', 'is', null)
          .select(['account.id', 'account.handle', 'account.avatarKey'])
          .orderBy('notificationPerson.nth', 'desc'),
      ).as('people'),
    ])

export type NoticeRow = Awaited<ReturnType<typeof listNotices>>[number]

export function listNotices(db: Db, accountId: number, { page, size }: Paging, which: 'all' | 'unread') {
  let query = selectNotices(db, accountId)
  if (which === 'unread') query = query.where('readAt', 'is', null)
  return query
    .orderBy('seq', 'desc')
    .limit(size)
    .offset(page * size)
    .execute()
}

export type Span = { from: number; to: number; limit: number }

/** Unread notices with numbers after `from`, up to `to`, oldest first. */
export const unreadIn = (db: Db, accountId: number, { from, to, limit }: Span) =>
  selectNotices(db, accountId)
    .where('readAt', 'is', null)
    .where('seq', '>', from)
    .where('seq', '<=', to)
    .orderBy('seq')
    .limit(limit)
    .execute()

/** The number of the account's newest notice or message, or 0. */
export const lastNumber = async (db: Db, accountId: number) =>
  (await db.selectFrom('notificationCounter').where('accountId', '=', accountId).select('last').executeTakeFirst())
    ?.last ?? 0

export const countNotices = async (db: Db, accountId: number) =>
  (
    await db
      .selectFrom('notification')
      .where('accountId', '=', accountId)
      .select((count) => count.fn.countAll<number>().as('all'))
      .executeTakeFirstOrThrow()
  ).all

export const countUnread = async (db: Db, accountId: number) =>
  (
    await db
      .selectFrom('notification')
      .where('accountId', '=', accountId)
      .where('readAt', 'is', null)
      .select((count) => count.fn.countAll<number>().as('unread'))
      .executeTakeFirstOrThrow()
  ).unread
