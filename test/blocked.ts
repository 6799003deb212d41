import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { until } from './until.ts'

/** Waits until so many transactions wait for a lock. */
export const untilBlocked = (db: Db, number = 1) =>
  until(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length >= number
  }, `${number} blocked`)
