import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

/** Counts one follower less for each of these accounts, locked in one order like every change of these counts. */
export async function removeFollower(tx: Tx, ids: number[]) {
  await sql`select from account_stat where account_id = any(${ids}::bigint[]) order by account_id for update`.execute(
    tx,
  )
  await sql`update account_stat set followers = greatest(followers - 1, 0) where account_id = any(${ids}::bigint[])`.execute(
    tx,
  )
}
