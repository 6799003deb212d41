import { expect } from 'vitest'
import { createDb, createPool } from '#server/db/connect.ts'
import { takeDue, type Taker } from '#server/jobs/due.ts'
import type { App } from '#server/services.ts'

/** A node whose storage only notes which files it removed. */
export function nodeOf(app: App, takers: Taker[], act: (key: string) => unknown = () => {}) {
  const removed: string[] = []
  const remove = async (key: string) => {
    await act(key)
    removed.push(key)
  }
  return { removed, round: () => takeDue({ ...app, storage: { ...app.storage, remove } }, takers) }
}

/** Two nodes with connections of their own take the 10,000 rows that are due. */
export async function expectShared(app: App, takers: Taker[]) {
  const pool = createPool(app.config.databaseUrl!, { onError: () => {} })
  const [one, other] = [nodeOf(app, takers), nodeOf({ ...app, db: createDb(pool) }, takers)]
  await Promise.all([one.round(), other.round()])
  await pool.end()
  expect(Math.min(one.removed.length, other.removed.length)).toBeGreaterThan(1_000)
  expect(new Set([...one.removed, ...other.removed]).size).toBe(10_000)
  expect(one.removed.length + other.removed.length).toBe(10_000)
}
