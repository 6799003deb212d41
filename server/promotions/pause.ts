import type { Tx } from '#server/db/connect.ts'
import type { App } from '#server/services.ts'
import { markSoon } from './mark.ts'
import type { PromotionRow } from './rows.ts'

type Ends = Pick<PromotionRow, 'endsAt' | 'lastsUntil' | 'pausedAt'>

/** The ends of a promotion, moved by the time for which it has stood still. */
export function movedEnds({ endsAt, lastsUntil, pausedAt }: Ends, now: Date) {
  const by = pausedAt ? Math.max(0, now.getTime() - pausedAt.getTime()) : 0
  return { endsAt: new Date(endsAt.getTime() + by), lastsUntil: new Date(lastsUntil.getTime() + by) }
}

/** Lets the time of a locked promotion stand still. */
export async function stopTime(app: App, tx: Tx, { id, itemId }: PromotionRow) {
  const pausedAt = app.clock.now()
  await tx.updateTable('promotion').set({ state: 'paused', pausedAt, dueAt: null }).where('id', '=', id).execute()
  await markSoon(app, tx, itemId)
}

/** Lets a locked promotion go on: it has as much time left as before. */
export async function letRun(app: App, tx: Tx, row: PromotionRow) {
  const ends = movedEnds(row, app.clock.now())
  await tx
    .updateTable('promotion')
    .set({ ...ends, state: 'active', pausedAt: null, dueAt: ends.endsAt }) // the next round moves it, if its days are over
    .where('id', '=', row.id)
    .execute()
  await markSoon(app, tx, row.itemId)
}
