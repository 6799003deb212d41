import { expectNoSide } from '#server/accounts/index.ts'
import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { conflict } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { follow } from './follow.ts'
import { lockPromotion, type PromotionRow } from './rows.ts'
import { tellOfHold, tellOfRelease } from './tell.ts'

type Held = { id: number; adminId: number; reason: string }

/** Writes or removes an admin's hold, and pauses or resumes the promotion at once. */
async function setHeld(app: App, tx: Tx, row: PromotionRow, held: Pick<PromotionRow, 'heldAt' | 'heldBy' | 'heldFor'>) {
  if (row.state === 'ended') throw conflict('ended', 'This promotion has ended already.')
  await tx.updateTable('promotion').set(held).where('id', '=', row.id).execute()
  await follow(app, tx, { ...row, ...held })
}

const subjectOf = (id: number) => ({ kind: 'promotion', id }) as const

/** Pauses a promotion with a reason for its seller. */
export const holdPromotion = (app: App, { id, adminId, reason }: Held) =>
  app.db.transaction().execute(async (tx) => {
    const row = await lockPromotion(tx, id)
    if (row.heldAt) throw conflict('held', 'An admin has paused this promotion already.')
    await setHeld(app, tx, row, { heldAt: app.clock.now(), heldBy: adminId, heldFor: reason })
    await record(app, tx, adminId, { action: 'pause promotion', subject: subjectOf(id), reason })
    await tellOfHold(app, tx, id, reason)
  })

/** Ends an admin's pause. The promotion goes on, unless its item is off sale. */
export const releasePromotion = (app: App, { id, adminId, reason }: Held) =>
  app.db.transaction().execute(async (tx) => {
    const row = await lockPromotion(tx, id)
    if (!row.heldAt) throw conflict('not_held', 'No admin has paused this promotion.')
    await expectNoSide(tx, adminId, [row.accountId], 'This promotion is yours: another admin resumes it.')
    await setHeld(app, tx, row, { heldAt: null, heldBy: null, heldFor: null })
    await record(app, tx, adminId, { action: 'resume promotion', subject: subjectOf(id), reason })
    await tellOfRelease(app, tx, id)
  })
