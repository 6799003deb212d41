import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SubscriptionItem } from '#contract/checkout.ts'
import { oneAfterTheOther } from '#test/blocked.ts'
import { beatLine } from '#test/checkout.ts'
import { createPlans, type Plans } from '#test/plans.ts'
import type { Person } from '#test/shop.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let plans: Plans
let ann: Person
beforeAll(async () => {
  plans = await createPlans()
})
beforeEach(async () => {
  ann = await plans.world.signUp()
})
afterAll(() => plans.world.close())

const growth: SubscriptionItem = { type: 'subscription', planId: 'growth', billingCycle: 'monthly' }
const pro: SubscriptionItem = { ...growth, planId: 'pro' }

type Started = Awaited<ReturnType<Plans['subscribe']>>
/** The buyer approves on PayPal's page, and comes back. */
async function approve(started: Started) {
  const params = { reference: started.sessionId! }
  await plans.world.guest('POST /sandbox/subscriptions/:reference/approval', { params, body: { answer: 'approve' } })
  const done = await plans.confirm(started, { ...ann, call: await plans.back(ann) })
  await plans.world.work()
  return done
}

/** Nothing of the new plan is left: its money went back, and its subscription has ended. */
async function expectPaidBack({ orderId }: Started, plan: string) {
  expect(await plans.planOf(ann)).toBe(plan)
  const admin = await plans.admin()
  expect(await plans.orderAtDesk(admin, orderId)).toMatchObject({ state: 'refunded' })
  expect((await plans.mine(ann)).filter(({ status }) => status === 'active')).toMatchObject([{ plan }])
  expect((await plans.atProvider(ann)).at(-1)).toBe('ended')
  expect(await plans.sumOfAll()).toBeCloseTo(0)
}

test('a plan that is renewed while its upgrade waits for an approval is kept, and the upgrade is paid back', async () => {
  await plans.buyPlan(ann, growth)
  const until = Date.parse((await plans.mine(ann))[0]!.currentPeriodEnd!)
  await plans.pass(until - 10 * MINUTE - plans.world.app.clock.now().getTime())
  const started = await plans.subscribe(ann, pro, 'good', 'paypal')
  await plans.pass(12 * MINUTE)
  expect(await plans.paymentsOf(ann)).toEqual([599, 599])
  expect((await approve(started)).refused).toMatchObject([
    { reason: expect.stringContaining('was paid for meanwhile') },
  ])
  await plans.pass(2 * MINUTE)
  await expectPaidBack(started, 'growth')
  ann.call = await plans.back(ann)
  const { total } = await plans.preview([pro], ann)
  expect(total).toBeLessThan(10) // the renewed period is taken off now
})

test('a paused plan that is resumed while another one waits for an approval is kept', async () => {
  await plans.buyPlan(ann, pro, 'failsLater')
  for (const days of [31, 6]) await plans.pass(days * DAY)
  expect(await plans.mine(ann)).toMatchObject([{ status: 'paused' }])
  const started = await plans.subscribe(ann, growth, 'good', 'paypal')
  await plans.world.app.db.updateTable('sandboxSubscription').set({ renewalsFail: false }).execute()
  await plans.change(ann, 'resume')
  expect((await approve(started)).refused).toHaveLength(1)
  await plans.pass(2 * MINUTE)
  await expectPaidBack(started, 'pro')
})

test('an upgrade whose approval takes hours is given at the price of its start', async () => {
  await plans.buyPlan(ann, growth)
  const started = await plans.subscribe(ann, pro, 'good', 'paypal')
  await plans.pass(20 * 60 * MINUTE)
  expect((await approve(started)).refused).toEqual([])
  expect(await plans.planOf(ann)).toBe('pro')
})

test('the first plan of a shop and the first sale of its buyer don’t block each other', async () => {
  const shop = await createPlans() // its ledger has no accounts yet
  const { app } = shop.world
  const [fan, seller] = [await shop.world.signUp(), await shop.world.signUp()]
  const sale = await shop.start([beatLine(await shop.addBeat({ ownerId: seller.id }))], { buyer: fan })
  await shop.payByCard(sale)
  const plan = await shop.subscribe(seller, growth)
  await app.db.insertInto('notificationCounter').values({ accountId: fan.id, last: 0 }).execute()
  const outcomes = await oneAfterTheOther(
    app.db,
    (tx) => tx.selectFrom('notificationCounter').where('accountId', '=', fan.id).select('last').forUpdate().execute(),
    () => shop.confirm(sale, fan),
    () => shop.confirm(plan, seller),
  )
  expect(outcomes).toMatchObject([{ value: { state: 'paid' } }, { value: { state: 'paid' } }])
  await shop.world.close()
})
