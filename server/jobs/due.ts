import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { App } from '#server/services.ts'

/**
 * Takes one batch of due rows and returns their number. It locks them with `for update skip locked`, so that two nodes
 * never take the same row.
 */
export type Taker = { name: string; takeDue: (app: App, now: Date) => Promise<number> }

/** The next round continues from here, so that no taker keeps the others waiting for long. */
const MOST_BATCHES = 100

/**
 * One round: each taker takes what is due by the app's clock. A taker that fails is tried again in the next round, and
 * the others go on.
 */
export async function takeDue(app: App, takers: readonly Taker[]) {
  const now = app.clock.now()
  const failures: Error[] = []
  for (const { name, takeDue } of takers) {
    try {
      for (let batch = 0; batch < MOST_BATCHES; batch++) if ((await takeDue(app, now)) === 0) break
    } catch (cause) {
      failures.push(new Error(`${name} failed`, { cause }))
    }
  }
  if (failures.length === 1) throw failures[0]!
  if (failures.length) throw new AggregateError(failures, failures.map(({ message }) => message).join(', '))
}

type Work<Row> = { act: (row: Row) => Promise<unknown>; strikeOff: (done: Row[]) => Promise<unknown> }

/**
 * Acts outside of the database on each row of a batch, on all at the same time, and strikes off those that worked. The
 * first failure is thrown in the end. The taker has moved the rows' `due_at` ahead, so what failed is taken again.
 */
export async function actOnEach<Row>(rows: Row[], { act, strikeOff }: Work<Row>) {
  const outcomes = await Promise.allSettled(rows.map(act))
  const done = rows.filter((_, index) => outcomes[index]?.status === 'fulfilled')
  if (done.length) await strikeOff(done)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

type Steps = {
  table: 'payment' | 'payout' | 'refund' | 'subscription' | 'dispute'
  /** The time at which a row is due. */
  column: 'due_at' | 'compare_at' | 'end_subscription_at'
  isTaken?: RawBuilder<SqlBool>
  retryAfter: number
  /** Acts on the whole batch at once: nothing of one row concerns another, and each may wait for a slow provider. */
  isTogether?: boolean
  act: (id: number) => Promise<unknown>
}

/**
 * Acts on a batch of due rows outside of transactions and returns their number. All are moved ahead by `retryAfter` first:
 * so long other nodes leave them alone, and what fails is taken again then, as are the rows of a node that dies. The first
 * failure is thrown in the end.
 */
export async function stepEach({ db }: App, now: Date, steps: Steps) {
  const { table, column, isTaken = sql`true`, retryAfter, isTogether = false, act } = steps
  const [rows, time] = [sql.table(table), sql.ref(column)]
  const { rows: due } = await sql<{ id: number }>`
    update ${rows} set ${time} = ${new Date(now.getTime() + retryAfter)} where id in (
      select id from ${rows} where ${time} <= ${now} and ${isTaken} order by ${time} limit 20 for update skip locked)
    returning id`.execute(db)
  const failures: unknown[] = []
  const step = ({ id }: { id: number }) => act(id).catch((error: unknown) => failures.push(error))
  if (isTogether) await Promise.all(due.map(step))
  else for (const row of due) await step(row)
  if (failures.length) throw failures[0]
  return due.length
}
