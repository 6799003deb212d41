import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

/** What was heard of theirs, in the transaction that counts it for the items; locked in one order, as nodes count at the same time. */
export async function addPlays(tx: Tx, { ids, counts }: { ids: number[]; counts: number[] }) {
  await sql`select from account_stat where account_id = any(${ids}::bigint[]) order by account_id for update`.execute(
    tx,
  )
  await sql`update account_stat set plays = account_stat.plays + heard.plays
    from unnest(${ids}::bigint[], ${counts}::int[]) as heard (account_id, plays)
    where account_stat.account_id = heard.account_id`.execute(tx)
}
