import { PLANS } from '#contract/plans.ts'
import { livePayment, settle, startCheckout, type WatchedShop } from '#server/checkout/index.ts'
import { addCode, addDeal } from '#server/discounts/index.ts'
import { saveCard } from '#server/payments/sandbox/cards.ts'
import { subscriptionTaker } from '#server/plans/index.ts'
import { problemWatch } from '#server/problems/index.ts'
import type { App } from '#server/services.ts'
import { goods } from '#server/shop-lines.ts'
import { inThePast } from './in-the-past.ts'
import { PLANS_OF_SELLERS, type DemoPlan } from './plans.ts'
import { DAY } from './time.ts'

/** Begins the demo's plans as their owners begin theirs, and lets the days pass until today. */
export async function makePlans(app: App) {
  if (app.payments.mode !== 'sandbox' || (await begun(app))) return
  const now = app.clock.now().getTime()
  const first = Math.max(...PLANS_OF_SELLERS.map(({ daysAgo }) => daysAgo))
  const past = { at: new Date(now) }
  const then = inThePast(app, past)
  const shop: WatchedShop = { app: then, ...goods, watch: problemWatch }
  const follow = subscriptionTaker(goods)
  for (let daysAgo = first; daysAgo >= 0; daysAgo--) {
    past.at = new Date(now - daysAgo * DAY)
    for (const plan of PLANS_OF_SELLERS) if (plan.daysAgo === daysAgo) await begin(shop, plan)
    await then.payments.sandbox!.renewDue(past.at)
    await follow.takeDue(then, past.at)
  }
  await addDiscounts(app)
}

const begun = async ({ db }: App) =>
  (await db
    .selectFrom('subscription')
    .innerJoin('account', 'account.id', 'accountId')
    .where('handle', '=', PLANS_OF_SELLERS.at(-1)!.handle)
    .select('subscription.id')
    .executeTakeFirst()) !== undefined

async function begin(shop: WatchedShop, { handle, planId, billingCycle, card: number }: DemoPlan) {
  const { app } = shop
  const { db, clock, authSecret: secret } = app
  const card = { number, expires: '12/39', cvc: '314' }
  const paymentMethodId = await saveCard({ db, clock, secret, isSilent: true }, card)
  const { orderId } = await startCheckout(shop, {
    buyer: await idOf(app, handle),
    items: [{ type: 'subscription', planId, billingCycle, paymentMethodId }],
    method: 'credit',
    total: PLANS[planId].price[billingCycle] / 100,
    legalName: undefined,
    codes: [],
    key: `demo-plan-${handle}`,
    origin: 'http://localhost',
  })
  await settle(shop, (await livePayment(db, orderId))!)
}

const idOf = async ({ db }: App, handle: string) =>
  (await db.selectFrom('account').where('handle', '=', handle).select('id').executeTakeFirstOrThrow()).id

/** What the seller on Growth has made of the plan. */
async function addDiscounts(app: App) {
  const seller = await idOf(app, 'LogDrumLola')
  await addCode(app, seller, { code: 'LOGDRUM15', percent: 15, firstPurchase: true })
  await addDeal(app, seller, { buy: 2, free: 1 })
}
