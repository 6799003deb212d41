import type { Insertable, QueryCreator, RawBuilder, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { DB, Notification } from '#server/db/types.ts'
import { announce, announced } from '#server/live/live.ts'
import type { App } from '#server/services.ts'

type Row = Insertable<Notification>
type NewRow = Omit<Row, 'seq'> & { seq: RawBuilder<number> }
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
  const rows: NewRow[] = []
  const people: { accountId: number; at: number; by: number }[] = []
  for (const [accountId, own] of accounts)
    for (const [at, { by, ...notice }] of own.entries()) {
      if (by) people.push({ accountId, at, by })
      const seq = sql<number>`(select last from counter where account_id = ${accountId}) - ${own.length - at - 1}::int`
      rows.push({ ...notice, seq, createdAt: clock.now() })
    }
  const notices = [...accounts.keys()].map((to) => ({ to, about: 'notification' as const }))
  const added = await tx
    .with('counter', (counted) => countUp(counted, accounts))
    .with('added', (written) => written.insertInto('notification').values(rows).returning(['id', 'accountId', 'seq']))
    .selectFrom('added')
    .select(['id', 'accountId', 'seq', announced(notices).as('told')])
    .orderBy('seq')
    .execute()
  for (const { accountId, at, by } of people) {
    const { id } = added.filter((row) => row.accountId === accountId)[at]!
    await addPerson(tx, id, by, 1)
  }
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
  const { last: seq } = await countUp(tx, new Map([[about.accountId, [about]]])).executeTakeFirstOrThrow()
  const news = { seq, createdAt: clock.now() }
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

/**
 * One notice tells only the newest of a group. It moves up and is unread again.
 */
export async function notifyNewest(
  { clock }: Clock,
  tx: Tx,
  groupKey: string,
  { by, ...about }: News & { by: number },
) {
  const { last: seq } = await countUp(tx, new Map([[about.accountId, [about]]])).executeTakeFirstOrThrow()
  const news = { ...about, seq, createdAt: clock.now() }
  const { id } = await tx
    .insertInto('notification')
    .values({ ...news, groupKey })
    .onConflict((before) => before.columns(['accountId', 'groupKey']).doUpdateSet({ ...news, readAt: null }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await addPerson(tx, id, by, 1)
  await announce(tx, { to: about.accountId, about: 'notification' })
}

/**
 * Numbers news of another kind, one for each of these accounts: what an account hears live has one order. Call it at the
 * end of the transaction, as `notify`.
 */
export const numberNews = (tx: Tx, accounts: number[]) =>
  countUp(tx, new Map(accounts.map((account) => [account, [account]]))).execute()

/** Gives the last number of each account's new notices. Accounts are locked in the order of their ids. */
const countUp = (db: QueryCreator<DB>, news: Map<number, readonly unknown[]>) =>
  db
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
