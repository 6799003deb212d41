import type { Db } from '#server/db/connect.ts'

export const unreadOf = (db: Db, accountId: number, { page, size }: { page: number; size: number }) =>
  db
    .selectFrom('notification')
    .where('accountId', '=', accountId)
    .where('readAt', 'is', null)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute()

/** The newest that came after one, oldest first. */
export const unreadSince = async (db: Db, accountId: number, id: number, limit: number) =>
  (
    await db
      .selectFrom('notification')
      .where('accountId', '=', accountId)
      .where('readAt', 'is', null)
      .where('id', '>', id)
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  ).reverse()

export const countUnread = async (db: Db, accountId: number) =>
  (
    await db
      .selectFrom('notification')
      .where('accountId', '=', accountId)
      .where('readAt', 'is', null)
      .select((count) => count.fn.countAll<number>().as('unread'))
      .executeTakeFirstOrThrow()
  ).unread

export const findNotification = (db: Db, accountId: number, id: number) =>
  db.selectFrom('notification').where('accountId', '=', accountId).where('id', '=', id).selectAll().executeTakeFirst()

export type NotificationRow = NonNullable<Awaited<ReturnType<typeof findNotification>>>
