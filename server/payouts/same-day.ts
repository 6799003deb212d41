import { PLANS } from '#contract/plans.ts'
import type { Tx } from '#server/db/connect.ts'
import { conflict, forbidden } from '#server/errors.ts'
import { expectRunning } from '#server/house/house.ts'
import type { App } from '#server/services.ts'
import { payableOf } from './payable.ts'
import { hasDetails, lockTarget, takePayout, type Linked } from './request.ts'
import { resting, restsUntil } from './rest.ts'
import { stepPayout } from './send.ts'

/** Takes the whole balance, less the fee, and sends it at once unless a person has to look first. Returns its id. */
export async function paySameDay(app: App, accountId: number) {
  expectRunning(app, 'payouts')
  const id = await app.db.transaction().execute(async (tx) => {
    const target = await readyTarget(app, tx, accountId)
    const taken = await takePayout(app, tx, target, { kind: 'same_day' })
    if (taken === null) throw conflict('no_balance', 'No available balance.')
    return taken
  })
  await stepPayout(app, id)
  return id
}

/** The refusals in the order in which a person can do something about them. */
async function readyTarget({ clock }: App, tx: Tx, accountId: number): Promise<Linked> {
  const now = clock.now()
  const { plan } = await tx.selectFrom('account').where('id', '=', accountId).select('plan').executeTakeFirstOrThrow()
  if (!PLANS[plan].hasSameDayPayouts) throw forbidden('Same-day payouts come with Growth and Pro.')
  const target = await lockTarget(tx, accountId)
  if (target?.bannedAt) throw forbidden('Your account is banned.') // since the call was let in
  if (!target?.paypalEmail) throw conflict('not_linked', 'Link your PayPal first.')
  const { payable, held } = await payableOf(tx, accountId, now)
  if (payable <= 0 && held > 0) throw conflict('on_hold', 'Your balance waits for open problems to end.')
  if (payable <= 0) throw conflict('no_balance', 'No available balance.')
  if (!hasDetails(target)) throw conflict('details_missing', 'Give your legal name and country first.')
  const until = restsUntil(target, now)
  if (until) throw resting(until)
  return { ...target, paypalEmail: target.paypalEmail }
}
