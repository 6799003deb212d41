import type { Clock } from '#server/clock.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { Taker } from '#server/jobs/due.ts'
import type { FileStorage } from './storage.ts'

/** Pages that are kept, and downloads that run, still name a file for a moment. */
const REMOVED_AFTER = 10 * 60 * 1000

/**
 * Has files removed a little later. Called before files are written, too: `nameFiles` in the transaction that names them
 * keeps them, and after a crash nothing stays.
 */
export async function forgetFiles(db: Db | Tx, clock: Clock, keys: string[]) {
  if (!keys.length) return
  const dueAt = new Date(clock.now().getTime() + REMOVED_AFTER)
  const rows = keys.map((storageKey) => ({ storageKey, dueAt }))
  await db
    .insertInto('unnamedFile')
    .values(rows)
    .onConflict((conflict) => conflict.column('storageKey').doUpdateSet({ dueAt }))
    .execute()
}

/** Fails when one of the files is being removed already. */
export async function nameFiles(tx: Tx, keys: string[]) {
  const { numDeletedRows } = await tx
    .deleteFrom('unnamedFile')
    .where('storageKey', 'in', keys)
    .where('isGoing', '=', false)
    .executeTakeFirst()
  if (Number(numDeletedRows) !== keys.length) throw new Error('A file was removed before something named it.')
}

/** The row goes last: after a crash the next round finds it again. */
export async function sweepFiles({ db, storage, clock }: { db: Db; storage: FileStorage; clock: Clock }) {
  const due = await db
    .updateTable('unnamedFile')
    .set({ isGoing: true })
    .where('dueAt', '<=', clock.now())
    .returning('storageKey')
    .execute()
  for (const { storageKey } of due) {
    await storage.remove(storageKey)
    await db.deleteFrom('unnamedFile').where('storageKey', '=', storageKey).execute()
  }
}

export const filesTaker: Taker = {
  name: 'sweep files',
  takeDue: async (app) => {
    await sweepFiles(app)
    return 0
  },
}
