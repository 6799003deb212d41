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
