import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import { actOnEach, type Taker } from '#server/jobs/due.ts'

/** Cached pages and running downloads may use a file for a moment after its last row has gone. */
const REMOVED_AFTER = 10 * 60 * 1000

/**
 * Has files removed a little later. Called before files are written, too: `nameFiles` in the transaction that names them
 * keeps them, and after a crash nothing stays.
 */
export async function forgetFiles(db: Db | Tx, keys: string[], now: Date) {
  if (!keys.length) return
  const dueAt = new Date(now.getTime() + REMOVED_AFTER)
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

const BATCH = 100
/** Far longer than removing a batch takes. After a failure or a crash its files are due again then. */
const AGAIN_AFTER = 10 * 60 * 1000

/** Removes files that are due. Their rows go last. */
export const filesTaker: Taker = {
  name: 'remove unnamed files',
  async takeDue({ db, storage, clock }, now) {
    const againAt = new Date(clock.now().getTime() + AGAIN_AFTER)
    const { rows } = await sql<{ storageKey: string }>`update unnamed_file set is_going = true, due_at = ${againAt}
      where storage_key in (select storage_key from unnamed_file where due_at <= ${now} order by due_at limit ${BATCH}
      for update skip locked) returning storage_key`.execute(db)
    const keys = rows.map(({ storageKey }) => storageKey)
    await actOnEach(keys, {
      act: (key) => storage.remove(key),
      strikeOff: (removed) => db.deleteFrom('unnamedFile').where('storageKey', 'in', removed).execute(),
    })
    return keys.length
  },
}
