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
