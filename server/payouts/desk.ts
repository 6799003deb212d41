import { expectNoSide } from '#server/accounts/index.ts'
import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { conflict } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { pay } from './follow.ts'
import { giveBack, lockPayout, type PayoutRow } from './give-back.ts'
import { findPayout } from './queries.ts'
import { hasDetails, lockTarget, takePayout, type Target } from './request.ts'
import { resting, restsUntil } from './rest.ts'
import { askAboutPayout, stepPayout } from './send.ts'
import { tellOfPayout } from './tell.ts'

type Locked = { payout: PayoutRow; target: Target | undefined }

/** One act of an admin on a payout, under the locks of its seller. */
async function act<Result>(app: App, id: number, adminId: number, step: (tx: Tx, at: Locked) => Promise<Result>) {
  const { accountId } = await findPayout(app.db, id)
  return app.db.transaction().execute(async (tx) => {
    const target = await lockTarget(tx, accountId)
    const payout = await lockPayout(tx, id)
    await expectNoSide(tx, adminId, [accountId], 'This payout is yours: another admin decides it.')
    return step(tx, { payout, target })
  })
}

const expectWaiting = ({ state }: PayoutRow) => {
  if (state !== 'requested') throw conflict('not_waiting', 'This payout does not wait any more.')
}

const subjectOf = (id: number) => ({ kind: 'payout', id }) as const

/** Lets a payout be sent, and sends it. One that rests can't be approved: its owner may not know of it yet. */
export async function approvePayout(app: App, id: number, adminId: number) {
  await act(app, id, adminId, async (tx, { payout, target }) => {
    expectWaiting(payout)
    const now = app.clock.now()
    const until = target && restsUntil(target, now)
    if (until) throw resting(until)
    if (payout.dueAt !== null) throw conflict('not_waiting', 'This payout goes by itself.')
    await tx.updateTable('payout').set({ approvedAt: now, heldFor: null, dueAt: now }).where('id', '=', id).execute()
    await record(app, tx, adminId, { action: 'approve payout', subject: subjectOf(id) })
  })
  await stepPayout(app, id)
}

export const holdPayout = (app: App, id: number, adminId: number, reason: string) =>
  act(app, id, adminId, async (tx, { payout }) => {
    expectWaiting(payout)
    await tx
      .updateTable('payout')
      .set({ approvedAt: null, heldFor: reason, dueAt: null })
      .where('id', '=', id)
      .execute()
    await record(app, tx, adminId, { action: 'hold payout', subject: subjectOf(id), reason })
  })

/** Asks about a payout on its way, or takes money that came back from the balance again. Returns the payout that is shown. */
export async function retryPayout(app: App, id: number, adminId: number) {
  const next = await act(app, id, adminId, async (tx, { payout, target }) => {
    const again = await retry(app, tx, payout, target)
    await record(app, tx, adminId, { action: 'retry payout', subject: subjectOf(id) })
    return again
  })
  if (next === id) await askAboutPayout(app, id)
  else await stepPayout(app, next)
  return next
}

async function retry(app: App, tx: Tx, payout: PayoutRow, target: Target | undefined) {
  const { id, state, grossCents } = payout
  if (state === 'processing' || state === 'unclaimed') return id
  if (state !== 'failed' && state !== 'returned')
    throw conflict('not_back', 'The money of this payout did not come back.')
  if (await isSentAgain(tx, id)) throw conflict('sent_again', 'This payout was sent again already.')
  if (!target?.paypalEmail || !hasDetails(target)) throw conflict('not_linked', 'This seller has not linked PayPal.')
  const until = restsUntil(target, app.clock.now())
  if (until) throw resting(until)
  const wanted = { kind: 'again', againOf: id, most: grossCents } as const
  const again = await takePayout(app, tx, { ...target, paypalEmail: target.paypalEmail }, wanted)
  if (again === null) throw conflict('no_balance', 'Nothing is left of this money in the balance.')
  return again
}

const isSentAgain = async (tx: Tx, id: number) =>
  (await tx.selectFrom('payout').where('againOf', '=', id).select('id').executeTakeFirst()) !== undefined

/** How a payout ended whose provider never answered. A person has looked it up there. */
export const settlePayout = (
  app: App,
  id: number,
  adminId: number,
  { outcome, reason }: { outcome: 'paid' | 'failed'; reason: string },
) =>
  act(app, id, adminId, async (tx, { payout }) => {
    if (payout.state !== 'processing' || payout.dueAt !== null)
      throw conflict('not_lost', 'The provider still answers about this payout.')
    await record(app, tx, adminId, { action: 'settle payout', subject: subjectOf(id), reason })
    if (outcome === 'paid') return pay(app, tx, payout, null)
    await giveBack(app, tx, payout, { state: 'failed', failure: reason })
    return tellOfPayout(app, tx, id)
  })
