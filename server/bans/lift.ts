import { lockAccount, setBanned, takePeopleTurn } from '#server/accounts/index.ts'
import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { conflict } from '#server/errors.ts'
import { BANNED, lockItemsOf, showItemsOf } from '#server/items/index.ts'
import type { Taker } from '#server/jobs/due.ts'
import { holdTarget, wakePayouts } from '#server/payouts/index.ts'
import { lookAtPlan } from '#server/plans/index.ts'
import type { App } from '#server/services.ts'
import { findPresent } from './rows.ts'
import { tellOfLift } from './tell.ts'

/** Null as the admin: the ban ends by itself. */
type Lift = { id: number; adminId: number | null; words: string }

export const lift = (app: App, asked: Lift) =>
  app.db.transaction().execute(async (tx) => {
    await takePeopleTurn(tx)
    await liftIn(app, tx, asked)
  })

/** Gives back exactly what the ban took away. Its caller has the turn. */
export async function liftIn(app: App, tx: Tx, { id, adminId, words }: Lift) {
  const now = app.clock.now()
  const present = await findPresent(tx, id)
  if (!present) throw conflict('not_banned', 'This person is not banned.')
  await lookAtPlan(tx, id, now)
  await holdTarget(tx, id)
  await lockItemsOf(tx, id)
  await lockAccount(tx, id)
  await tx
    .updateTable('ban')
    .set({ liftedAt: now, liftedBy: adminId, liftedFor: words })
    .where('id', '=', present.id)
    .execute()
  await setBanned(tx, id, null)
  await app.enqueue(tx, 'recount-comments', { accountId: id })
  await showItemsOf(tx, id, BANNED, now)
  await wakePayouts(tx, id, now)
  if (adminId !== null)
    await record(app, tx, adminId, { action: 'lift ban', subject: { kind: 'account', id }, reason: words })
  await tellOfLift(app, tx, id, adminId === null ? null : words)
}

const BATCH = 20

/** Ends bans whose time is over. */
export const banTaker: Taker = {
  name: 'end bans',
  async takeDue(app, now) {
    const due = await app.db
      .selectFrom('ban')
      .where('liftedAt', 'is', null)
      .where('endsAt', '<=', now)
      .select(['id', 'accountId'])
      .orderBy('endsAt')
      .limit(BATCH)
      .execute()
    const failures: unknown[] = []
    for (const { id, accountId } of due)
      await endBan(app, { id, accountId }).catch((error: unknown) => failures.push(error))
    if (failures.length) throw failures[0]
    return due.length
  },
}

/** Another node may have ended it, or an admin may have lifted it and banned the person anew. */
const endBan = (app: App, { id, accountId }: { id: number; accountId: number }) =>
  app.db.transaction().execute(async (tx) => {
    await takePeopleTurn(tx)
    if ((await findPresent(tx, accountId))?.id === id)
      await liftIn(app, tx, { id: accountId, adminId: null, words: '' })
  })
