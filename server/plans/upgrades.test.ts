import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SubscriptionItem } from '#contract/checkout.ts'
import { createPlans, type Plans } from '#test/plans.ts'
import type { Person } from '#test/shop.ts'

const DAY = 24 * 60 * 60_000

let plans: Plans
let ann: Person
beforeAll(async () => {
  plans = await createPlans()
})
beforeEach(async () => {
  ann = await plans.world.signUp()
})
afterAll(() => plans.world.close())

const growth: SubscriptionItem = { type: 'subscription', planId: 'growth', billingCycle: 'yearly' }
const pro: SubscriptionItem = { ...growth, planId: 'pro' }

async function disputed(orderId: number, ...states: ('open' | 'won' | 'lost')[]) {
  const admin = await plans.admin()
  const { reference } = await plans.world.app.db
    .selectFrom('payment')
    .where('orderId', '=', orderId)
    .select('reference')
    .executeTakeFirstOrThrow()
  for (const state of states) {
    await admin.call('POST /sandbox/payments/:reference/dispute', {
      params: { reference: reference! },
      body: { state },
    })
    await plans.world.work()
  }
}
async function refunded(orderId: number, amount: number) {
  const admin = await plans.admin()
  const { lines } = await plans.orderAtDesk(admin, orderId)
  await plans.refund(admin, orderId, [{ id: lines[0]!.id, amount }])
  await plans.world.work()
}
const priceOfPro = async () => (await plans.preview([pro], ann)).total

test('an upgrade that costs less than a provider takes is not for sale', async () => {
  await plans.buyPlan(ann, growth)
  const monthly = async () => (await plans.preview([{ ...pro, billingCycle: 'monthly' }], ann)).lines[0]!
  await plans.pass((365 - 91) * DAY)
  ann.call = await plans.back(ann)
  expect(await monthly()).toMatchObject({ state: 'owned' })
  await plans.pass(11 * DAY)
  ann.call = await plans.back(ann)
  expect(await monthly()).toMatchObject({ state: 'available' })
})

test('in the last days of a plan, too, only a higher one or the same by the year takes its place', async () => {
  const monthly = { growth: { ...growth, billingCycle: 'monthly' }, pro: { ...pro, billingCycle: 'monthly' } } as const
  await plans.buyPlan(ann, monthly.pro)
  await plans.pass(27 * DAY)
  ann.call = await plans.back(ann)
  const stateOf = async (one: SubscriptionItem) => (await plans.preview([one], ann)).lines[0]!.state
  for (const one of [monthly.growth, growth, monthly.pro]) expect(await stateOf(one)).toBe('owned')
  expect(await stateOf(pro)).toBe('available')
})

test('an upgrade of a plan whose time is over costs its whole price', async () => {
  await plans.buyPlan(ann, { ...growth, billingCycle: 'monthly' }, 'failsLater')
  await plans.pass(32 * DAY)
  ann.call = await plans.back(ann)
  expect(await plans.preview([pro], ann)).toMatchObject({ total: 149, lines: [{ adjustments: [] }] })
})

test('money that a bank asks back takes nothing off an upgrade', async () => {
  const { orderId } = await plans.buyPlan(ann, growth)
  expect(await priceOfPro()).toBeLessThan(91)
  await disputed(orderId, 'open')
  expect(await priceOfPro()).toBe(149)
  await disputed(orderId, 'won')
  expect(await priceOfPro()).toBeLessThan(91)
})

test('a refund that was promised and not sent takes nothing off an upgrade', async () => {
  const { orderId } = await plans.buyPlan(ann, growth)
  const behave = (refundsFail: boolean) =>
    plans.world.app.db.updateTable('sandboxSetting').set({ refundsFail }).execute()
  await behave(true)
  await refunded(orderId, 59)
  await behave(false)
  expect(await priceOfPro()).toBe(149)
})

test.each([59, 30])('an upgrade is not given when $%d of what it replaces went back meanwhile', async (amount) => {
  const { orderId } = await plans.buyPlan(ann, growth)
  const started = await plans.subscribe(ann, pro, 'challenged')
  await refunded(orderId, amount)
  const params = { reference: started.sessionId! }
  const body = { clientSecret: started.clientSecret!, passes: true }
  await plans.world.guest('POST /sandbox/subscriptions/:reference/challenge', { params, body })
  expect((await plans.confirm(started, ann)).refused).toMatchObject([{ reason: expect.stringContaining('went back') }])
  await plans.world.work()
  await plans.pass(60_000)
  expect(await plans.planOf(ann)).toBe(amount === 59 ? 'free' : 'growth')
  expect((await plans.atProvider(ann)).at(-1)).toBe('ended')
  expect(await plans.orderOf(started.orderId)).toMatchObject({ state: 'paid' })
  expect(await plans.sumOfAll()).toBeCloseTo(0)
})

test('an upgrade ends with the plan that it replaced, when a bank takes that money', async () => {
  const { orderId } = await plans.buyPlan(ann, growth)
  await plans.buyPlan(ann, pro)
  expect(await plans.planOf(ann)).toBe('pro')
  await disputed(orderId, 'open', 'lost')
  expect(await plans.planOf(ann)).toBe('free')
  await plans.pass(60_000)
  expect(await plans.atProvider(ann)).toEqual(['ended', 'ended'])
})

test('a lost dispute takes back the credits that the payment brought; a refund leaves them', async () => {
  const { orderId } = await plans.buyPlan(ann, growth)
  const upgrade = await plans.buyPlan(ann, pro)
  expect(await plans.creditsOf(ann)).toBe(150 + 10 + 25)
  await disputed(upgrade.orderId, 'open')
  expect(await plans.creditsOf(ann)).toBe(150 + 10 + 25)
  await disputed(upgrade.orderId, 'lost')
  expect(await plans.planOf(ann)).toBe('free')
  expect(await plans.creditsOf(ann)).toBe(75 + 10)
  await refunded(orderId, 59)
  expect(await plans.creditsOf(ann)).toBe(75 + 10)
  const again = await plans.buyPlan(ann, pro)
  expect(await plans.creditsOf(ann)).toBe(75 + 10 + 25) // first credits come once
  await disputed(again.orderId, 'open', 'lost')
  expect(await plans.creditsOf(ann)).toBe(75 + 10)
  expect(await plans.sumOfAll()).toBeCloseTo(0)
})
