import { sql, type QueryCreator } from 'kysely'
import type { DB } from '#server/db/types.ts'

/**
 * Locks inboxes in the order of their accounts, and gives the last number of each account's new notices. What is written
 * into an inbox refers to its account, whose deletion or new name locks the account before the inbox: so does this.
 */
export const countUp = (db: QueryCreator<DB>, news: ReadonlyMap<number, readonly unknown[]>) =>
  db
    .insertInto('notificationCounter')
    .columns(['accountId', 'last'])
    .expression(
      sql`select account.id, news.number from unnest(${[...news.keys()]}::bigint[],
          ${[...news.values()].map(({ length }) => length)}::bigint[]) as news (id, number)
        join account on account.id = news.id order by account.id for key share of account`,
    )
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet({ last: sql`notification_counter.last + excluded.last` }),
    )
    .returning(['accountId', 'last'])
