import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Person } from './client.ts'

const ROUNDS = 30

/** Moves the clock ahead, and runs the round of each minute until it finds nothing to do. */
export async function pass(db: pg.Client, admin: Person, minutes: number) {
  await admin.call('POST /sandbox/clock', { body: { minutes } })
  for (let round = 0; round < ROUNDS; round++) {
    await db.query("select graphile_worker.add_job('take-due', job_key := 'take-due-now')")
    await until(
      db,
      `select count(*) from graphile_worker.jobs where task_identifier in ('take-due', 'sandbox-event')
        and attempts < max_attempts and run_at < now() + interval '1 hour'`,
    )
    const { rows } = await db.query<{ due: boolean }>(
      `with clock as (select now() + clock_offset_seconds * interval '1 second' as now from sandbox_setting)
       select exists (select from payment, clock where due_at <= clock.now)
         or exists (select from refund, clock where due_at <= clock.now) as due`,
    )
    if (!rows[0]!.due) return
  }
  throw new Error('The rounds did not come to an end.')
}

async function until(db: pg.Client, none: string) {
  for (const deadline = Date.now() + 5 * 60_000; Date.now() < deadline; await sleep(50))
    if (Number((await db.query<{ count: string }>(none)).rows[0]!.count) === 0) return
  throw new Error('The jobs did not come to an end.')
}
