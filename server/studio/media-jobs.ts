import type { Clock } from '#server/clock.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { forgetFiles } from '#server/storage/unnamed-files.ts'

export type Step = 'check' | 'cover' | 'preview' | 'mp3'
/** The keys of the seller's files that a step reads. */
export type Source = { coverKey?: string }

/** Writes the steps of an item in their order. Steps of a former run are replaced, and what was sent for them is removed. */
export async function planSteps(tx: Tx, clock: Clock, itemId: number, steps: { step: Step; source?: Source }[]) {
  const former = await tx.deleteFrom('mediaJob').where('itemId', '=', itemId).returning(['source', 'state']).execute()
  const unused = former.filter(({ state }) => state !== 'done').map(({ source }) => (source as Source).coverKey)
  await forgetFiles(
    tx,
    clock,
    unused.filter((key) => key !== undefined),
  )
  await tx
    .insertInto('mediaJob')
    .values(
      steps.map(({ step, source = {} }, position) => ({
        itemId,
        position,
        step,
        source: JSON.stringify(source),
      })),
    )
    .execute()
}

export const stepsOf = (db: Db | Tx, itemId: number) =>
  db.selectFrom('mediaJob').where('itemId', '=', itemId).selectAll().orderBy('position').execute()
export type JobRow = Awaited<ReturnType<typeof stepsOf>>[number]

export const begin = (db: Db, { id, attempts }: JobRow, now: Date) =>
  db
    .updateTable('mediaJob')
    .set({ state: 'running', attempts: attempts + 1, startedAt: now, failure: '' })
    .where('id', '=', id)
    .execute()

export const finish = (tx: Tx, { id }: JobRow, now: Date) =>
  tx.updateTable('mediaJob').set({ state: 'done', finishedAt: now }).where('id', '=', id).execute()

export const postpone = (db: Db, { id }: JobRow, failure: string, dueAt: Date) =>
  db.updateTable('mediaJob').set({ state: 'waiting', failure, dueAt }).where('id', '=', id).execute()

export const giveUp = (tx: Tx, { id }: JobRow, failure: string, now: Date) =>
  tx.updateTable('mediaJob').set({ state: 'failed', failure, finishedAt: now }).where('id', '=', id).execute()

/** Steps that failed wait again, from the beginning of their attempts. */
export const waitAgain = (tx: Tx, itemId: number) =>
  tx
    .updateTable('mediaJob')
    .set({ state: 'waiting', attempts: 0, failure: '', dueAt: null })
    .where('itemId', '=', itemId)
    .where('state', '=', 'failed')
    .execute()
