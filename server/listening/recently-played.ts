import { sql } from 'kysely'
import { RECENT_MOST } from '#contract/listening.ts'
import type { Db, Tx } from '#server/db/connect.ts'

export const listRecent = async (db: Db, accountId: number) =>
  (
    await db
      .selectFrom('recentlyPlayed')
      .where('accountId', '=', accountId)
      .select('itemId')
      .orderBy('at', 'desc')
      .orderBy('itemId', 'desc')
      .limit(RECENT_MOST)
      .execute()
  ).map(({ itemId }) => itemId)

/** Keeps each item once, at its latest play. All nodes write rows in the same order, to prevent deadlocks. */
export async function rememberPlayed(tx: Tx, plays: { accountId: number; itemId: number }[], now: Date) {
  if (plays.length === 0) return
  const accounts = plays.map(({ accountId }) => accountId)
  const items = plays.map(({ itemId }) => itemId)
  await sql`insert into recently_played (account_id, item_id, at)
    select account.id, heard.item_id, ${now}::timestamptz
    from unnest(${accounts}::bigint[], ${items}::bigint[]) as heard (account_id, item_id)
    join account on account.id = heard.account_id
    order by account.id, heard.item_id
    on conflict (account_id, item_id) do update set at = excluded.at`.execute(tx)
  await forgetOld(tx, accounts)
}

/** Deletes entries beyond the limit. Skips rows that another node has locked. */
const forgetOld = (tx: Tx, accounts: number[]) =>
  sql`delete from recently_played where (account_id, item_id) in (
    select r.account_id, r.item_id from recently_played r join (
      select account_id, item_id, row_number() over (partition by account_id order by at desc, item_id desc) as place
      from recently_played where account_id = any(${accounts}::bigint[])) placed using (account_id, item_id)
    where place > ${RECENT_MOST} for update of r skip locked)`.execute(tx)
