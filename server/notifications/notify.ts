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
 * Adds notices to the inboxes of accounts, in the caller's transaction. Open streams get them at once. Call it once, at
 * the end of the transaction: each account stays locked until the commit.
 */
export async function notify({ clock }: Clock, tx: Tx, ...news: News[]) {
  if (news.length === 0) return
  const accounts = Map.groupBy(news, ({ accountId }) => accountId)
  const last = await nextNumbers(tx, accounts)
  const rows: Row[] = []
  const people: { accountId: number; seq: number; by: number }[] = []
  for (const [accountId, own] of accounts)
    for (const [at, { by, ...notice }] of own.entries()) {
      const seq = last.get(accountId)! - own.length + at + 1
      rows.push({ ...notice, seq, createdAt: clock.now() })
      if (by) people.push({ accountId, seq, by })
    }
  const added = await tx.insertInto('notification').values(rows).returning(['id', 'accountId', 'seq']).execute()
  for (const { accountId, seq, by } of people) {
    const { id } = added.find((row) => row.accountId === accountId && row.seq === seq)!
    await addPerson(tx, id, by, 1)
  }
  await announce(tx, ...[...accounts.keys()].map((to) => ({ to, about: 'notification' as const })))
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
  const news = {
    seq: (await nextNumbers(tx, new Map([[about.accountId, [about]]]))).get(about.accountId)!,
    createdAt: clock.now(),
  }
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

/** The last number of each account's new notices. Accounts are locked in the order of their ids. */
async function nextNumbers(tx: Tx, news: Map<number, readonly unknown[]>) {
  const rows = await tx
    .insertInto('notificationCounter')
    .values(
      [...news]
        .map(([accountId, { length: last }]) => ({ accountId, last }))
        .toSorted((one, other) => one.accountId - other.accountId),
    )
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet({ last: sql`notification_counter.last + excluded.last` }),
    )
    .returning(['accountId', 'last'])
    .execute()
  return new Map(rows.map(({ accountId, last }) => [accountId, last]))
}

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
