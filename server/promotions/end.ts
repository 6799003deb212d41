import type { PromotionEnd } from '#contract/promotion-values.ts'
import { grantCredits, takeCreditsBack } from '#server/credits/index.ts'
import type { Tx } from '#server/db/connect.ts'
import type { App } from '#server/services.ts'
import { undeliveredCents } from './figures.ts'
import { markSoon, tellSoon } from './mark.ts'
import { movedEnds } from './pause.ts'
import type { PromotionRow } from './rows.ts'
import { tellOfEnd } from './tell.ts'

export const CREDIT = 'promotion credit'

/** Ends a locked promotion. `returns`: the share of its worth that was not delivered comes back as promo credits. */
export async function end(
  app: App,
  tx: Tx,
  row: PromotionRow,
  { why, returns }: { why: PromotionEnd; returns: boolean },
) {
  const now = app.clock.now()
  const returnedCents = returns ? undeliveredCents(row) : 0
  const { id, accountId: owner, itemId } = row
  await tx
    .updateTable('promotion')
    .set({
      ...movedEnds(row, now),
      state: 'ended',
      endedAt: now,
      endedFor: why,
      returnedCents,
      pausedAt: null,
      dueAt: null,
    })
    .where('id', '=', id)
    .execute()
  await markSoon(app, tx, itemId)
  const reason = 'For what a promotion did not deliver'
  if (returnedCents > 0)
    await grantCredits(tx, {
      owner,
      unit: 'promo',
      cents: returnedCents,
      kind: CREDIT,
      reference: String(id),
      reason,
      at: now,
    })
  await (why === 'refunded' ? tellSoon(app, tx, id, 'end') : tellOfEnd(app, tx, id))
}

/** Brings the credits that came back down to what a refund has left of the worth, as far as they are not spent. */
export async function returnLess(app: App, tx: Tx, row: PromotionRow) {
  const tooMuch = row.returnedCents - undeliveredCents(row)
  if (tooMuch <= 0) return
  await takeCreditsBack(tx, {
    owner: row.accountId,
    unit: 'promo',
    cents: tooMuch,
    of: { kind: CREDIT, reference: String(row.id) },
    reference: `${row.id}.${row.returnedCents}`,
    at: app.clock.now(),
  })
  await tx
    .updateTable('promotion')
    .set({ returnedCents: row.returnedCents - tooMuch })
    .where('id', '=', row.id)
    .execute()
}
