import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

/** Changes of a counter by the id of the account. */
type Counts = ReadonlyMap<number, number>

export const countFollower = (tx: Tx, counts: Counts) => count(tx, 'followers', counts)
export const countPlay = (tx: Tx, counts: Counts) => count(tx, 'plays', counts)
/** Counts items on sale. */
export const countTrack = (tx: Tx, counts: Counts) => count(tx, 'tracks', counts)

/**
 * The new counts. Locks the accounts' counters in the order of their ids, after all other rows (docs/architecture.md, 'Locks').
 */
async function count(tx: Tx, counter: 'followers' | 'plays' | 'tracks', counts: Counts): Promise<Counts> {
  const changes = [...counts].filter(([, by]) => by !== 0)
  if (changes.length === 0) return new Map()
  const ids = changes.map(([id]) => id)
  const column = sql.ref(counter)
  await lockCounters(tx, ids)
  const { rows } = await sql<{
    id: number
    counted: number
  }>`update account_stat set ${column} = account_stat.${column} + changed.by
    from unnest(${ids}::bigint[], ${changes.map(([, by]) => by)}::int[]) as changed (account_id, by)
    where account_stat.account_id = changed.account_id
    returning account_stat.account_id as id, ${column} as counted`.execute(tx)
  return new Map(rows.map(({ id, counted }) => [id, counted]))
}

/** Also holds off the deletion of these accounts. */
export const lockCounters = (tx: Tx, ids: number[]) =>
  sql`select from account_stat where account_id = any(${ids}::bigint[]) order by account_id for update`.execute(tx)
