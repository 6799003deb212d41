import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import type { Taker } from '#server/jobs/due.ts'

const DAY = 86_400_000
/** Nobody else gets a former name so long: old links and memories still mean its former owner. */
const KEPT_DAYS = 365

/** Keeps a name that its owner gives up. */
export const keepHandle = (tx: Tx, of: { id: number; handle: string; handleKey: string }, now: Date) =>
  tx
    .insertInto('oldHandle')
    .values({
      accountId: of.id,
      handle: of.handle,
      handleKey: of.handleKey,
      leftAt: now,
      keptUntil: new Date(now.getTime() + KEPT_DAYS * DAY),
    })
    .execute()

/**
 * Whether the name, or one that reads like it, is kept for another account. Ask after the name was written: then a
 * concurrent change of its former owner is over, and visible.
 */
export async function isHandleKeptForOther(db: Db | Tx, handleKey: string, accountId: number | null, now: Date) {
  const kept = await db
    .selectFrom('oldHandle')
    .where('handleKey', '=', handleKey)
    .where('keptUntil', '>', now)
    .where('accountId', 'is distinct from', accountId)
    .select('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** The times of an account's changes of name since then, the newest first. */
export async function handleChanges(db: Db | Tx, accountId: number, since: Date) {
  const rows = await db
    .selectFrom('oldHandle')
    .where('accountId', '=', accountId)
    .where('leftAt', '>', since)
    .select('leftAt')
    .orderBy('leftAt', 'desc')
    .execute()
  return rows.map(({ leftAt }) => leftAt)
}

const BATCH = 1_000

export const sweepHandles: Taker = {
  name: 'sweep old handles',
  async takeDue({ db }, now) {
    const { numAffectedRows } = await sql`delete from old_handle where id in (
      select id from old_handle where kept_until <= ${now} limit ${BATCH} for update skip locked)`.execute(db)
    return Number(numAffectedRows)
  },
}
