import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { Notification } from '#server/db/types.ts'
import { announce } from '#server/live/live.ts'
import type { App } from '#server/services.ts'

type Row = Insertable<Notification>
type Clock = Pick<App, 'clock'>
type News = Omit<Row, 'createdAt' | 'groupKey' | 'groupSize' | 'seq' | 'readAt'> & {
  /** The account that caused the notice, if there is one. */
  by?: number | null
}
/** The names of the newest two people, and the number of others. */
export type Group = { names: string[]; others: number }

const MOST_FACES = 5

/**
 * Adds a notice to an account's inbox, in the caller's transaction. Open streams get it at once. Call it at the end of
 * the transaction, and for several accounts in the order of their ids: each account stays locked until the commit.
 */
export async function notify({ clock }: Clock, tx: Tx, { by, ...notification }: News) {
  const seq = await nextNumber(tx, notification.accountId)
  const { id } = await tx
    .insertInto('notification')
    .values({ ...notification, seq, createdAt: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (by) await addPerson(tx, id, by, 1)
  await announce(tx, { to: notification.accountId, about: 'notification' })
}

/**
 * All news of one group share one notice. When the group grows, the notice moves up, is unread again and gets new
 * words.
 */
export async function notifyTogether(
  { clock }: Clock,
  tx: Tx,
  groupKey: string,
  { by, ...about }: Omit<News, 'title' | 'message' | 'by'> & { by: number },
  wordsFor: (group: Group) => Pick<Selectable<Notification>, 'title' | 'message'>,
) {
  const news = { seq: await nextNumber(tx, about.accountId), createdAt: clock.now() }
  const { id, groupSize } = await tx
    .insertInto('notification')
    .values({ ...about, ...news, title: '', message: '', groupKey })
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'groupKey'])
        .doUpdateSet({ ...news, readAt: null, groupSize: sql`notification.group_size + 1` }),
    )
    .returning(['id', 'groupSize'])
    .executeTakeFirstOrThrow()
  await addPerson(tx, id, by, groupSize)
  const names = await newestNames(tx, id)
  const words = wordsFor({ names, others: groupSize - names.length })
  await tx.updateTable('notification').set(words).where('id', '=', id).execute()
  await announce(tx, { to: about.accountId, about: 'notification' })
}

const nextNumber = async (tx: Tx, accountId: number) =>
  (
    await tx
      .insertInto('notificationCounter')
      .values({ accountId, last: 1 })
      .onConflict((conflict) => conflict.column('accountId').doUpdateSet({ last: sql`notification_counter.last + 1` }))
      .returning('last')
      .executeTakeFirstOrThrow()
  ).last

async function addPerson(tx: Tx, notificationId: number, accountId: number, nth: number) {
  await tx
    .insertInto('notificationPerson')
    .values({ notificationId, accountId, nth })
    .onConflict((conflict) => conflict.columns(['notificationId', 'accountId']).doUpdateSet({ nth }))
    .execute()
  await tx
    .deleteFrom('notificationPerson')
    .where('notificationId', '=', notificationId)
    .where('nth', '<=', nth - MOST_FACES)
    .execute()
}

const newestNames = async (tx: Tx, notificationId: number) =>
  (
    await tx
      .selectFrom('notificationPerson')
      .innerJoin('account', 'account.id', 'notificationPerson.accountId')
      .where('notificationId', '=', notificationId)
      .where('account.deletedAt', 'is', null)
      .select('account.handle')
      .orderBy('nth', 'desc')
      .limit(2)
      .execute()
  ).map(({ handle }) => handle)
