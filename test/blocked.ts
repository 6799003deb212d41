import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import { until } from './until.ts'

/** Waits until so many transactions wait for a lock. */
export const untilBlocked = (db: Db, number = 1) =>
  until(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length >= number
  }, `${number} blocked`)

/**
 * Begins calls while a transaction holds a lock: each of them once the one before has come to its end or to a lock. Gives
 * their outcomes.
 */
export async function oneAfterTheOther(
  db: Db,
  lock: (tx: Tx) => Promise<unknown>,
  ...calls: (() => Promise<unknown>)[]
) {
  const begun: Promise<unknown>[] = []
  await db.transaction().execute(async (tx) => {
    await lock(tx)
    for (const [nth, call] of calls.entries()) {
      const running = call()
      running.catch(() => {})
      begun.push(running)
      await Promise.race([Promise.allSettled([running]), untilBlocked(db, nth + 1)])
    }
  })
  return Promise.allSettled(begun)
}
