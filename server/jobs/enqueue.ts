import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

/** The payload of each job. A feature adds its own jobs here by declaration merging. */
export interface Jobs {
  'send-mail': { mailId: number }
}

export type Enqueue = <Name extends keyof Jobs>(
  tx: Tx,
  name: Name,
  payload: Jobs[Name],
  options?: JobOptions,
) => Promise<void>
type JobOptions = { jobKey?: string }

/**
 * The only way to enqueue a job. It uses the caller's transaction, so a rollback removes the job too. A job without a key
 * gets one of its own: the queue writes such a row at once, and looks at all waiting jobs first otherwise.
 */
export const enqueue: Enqueue = async (tx, name, payload, options) => {
  await sql`select ${enqueued(name, sql`${JSON.stringify(payload)}::json`, options)}`.execute(tx)
}

/** The same, as a part of another statement. */
export function enqueued(name: keyof Jobs, payload: RawBuilder<unknown>, { jobKey }: JobOptions = {}) {
  const [key, mode] =
    jobKey === undefined ? [sql`gen_random_uuid()::text`, 'unsafe_dedupe'] : [sql`${jobKey}`, 'replace']
  return sql`graphile_worker.add_job(${name}, payload := ${payload}, max_attempts := 10, job_key := ${key},
    job_key_mode := ${mode})`
}
