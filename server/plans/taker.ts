import type { Goods, Shop } from '#server/checkout/index.ts'
import { takeCreditsTurn } from '#server/credits/index.ts'
import type { Tx } from '#server/db/connect.ts'
import { stepEach, type Taker } from '#server/jobs/due.ts'
import { follow, MINUTE } from './follow.ts'
import { canResume, renewAgain, stopRenewing } from './renewing.ts'
import { findSubscription, isOfBanned, paidUntil, periodsOf, renews } from './rows.ts'

/** Looks at subscriptions whose period ends, whose renewal is announced, or whose credits are due. */
export const subscriptionTaker = (goods: Goods): Taker => ({
  name: 'follow subscriptions',
  takeDue: (app, now) =>
    stepEach(app, now, {
      table: 'subscription',
      column: 'due_at',
      retryAfter: 10 * MINUTE,
      act: (id) => look({ app, ...goods }, id),
    }),
})

/** Has the subscription of an account looked at soon: a ban stops its renewals, and the end of the ban brings them back. */
export async function lookAtPlan(tx: Tx, accountId: number, now: Date) {
  await takeCreditsTurn(tx, accountId) // a refund of the plan takes it first, too
  await tx
    .updateTable('subscription')
    .set({ dueAt: now })
    .where('accountId', '=', accountId)
    .where('state', '<>', 'ended')
    .execute()
}

async function look(shop: Shop, id: number) {
  await follow(shop, id)
  if (await followBan(shop, id)) await followBan(shop, id) // the ban may have been lifted meanwhile
}

/** Brings the renewals to what a ban asks for. False: nothing was to be done. */
async function followBan(shop: Shop, id: number) {
  const { db, clock } = shop.app
  const row = await findSubscription(db, id)
  const isBanned = await isOfBanned(db, row!)
  const mark = (canceledByBan: boolean) =>
    db.updateTable('subscription').set({ canceledByBan }).where('id', '=', id).execute()
  if (isBanned && renews(row!)) {
    await mark(true)
    await stopRenewing(shop, row!)
    return true
  }
  if (isBanned || !row!.canceledByBan) return false
  const until = paidUntil(await periodsOf(db, [id]))
  // at PayPal its owner may have to approve: it stays canceled then, and can be resumed by hand
  if (row!.endsWithPeriod && canResume(row!, until, clock.now())) await renewAgain(shop, row!)
  await mark(false)
  return true
}
