import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

describe('a plan whose renewal has failed', () => {
  const monthly = { growth: { ...growth, billingCycle: 'monthly' }, pro: { ...pro, billingCycle: 'monthly' } } as const
  const statesOf = async () => (await plans.mine(ann)).map(({ plan, status }) => [plan, status])

  test.each(['credit', 'paypal'] as const)('is paid anew in another way: %s', async (method) => {
    await plans.buyPlan(ann, monthly.growth, 'failsLater')
    await plans.pass(32 * DAY)
    const started = await plans.subscribe(ann, monthly.growth, 'good', method)
    if (method === 'paypal') {
      const params = { reference: started.sessionId! }
      await plans.world.guest('POST /sandbox/subscriptions/:reference/approval', {
        params,
        body: { answer: 'approve' },
      })
    }
    expect(await plans.confirm(started, { ...ann, call: await plans.back(ann) })).toMatchObject({ state: 'paid' })
    await plans.pass(60_000)
    expect(await statesOf()).toEqual([
      ['growth', 'active'],
      ['growth', 'canceled'],
    ])
    expect(await plans.planOf(ann)).toBe('growth')
    expect(await plans.atProvider(ann)).toEqual(['ended', 'active'])
    await plans.pass(32 * DAY)
    expect(await plans.paymentsOf(ann)).toEqual([599, 599, 599])
  })

  test('makes room for a lower one', async () => {
    await plans.buyPlan(ann, monthly.pro, 'failsLater')
    await plans.pass(32 * DAY)
    await plans.buyPlan(ann, monthly.growth)
    await plans.pass(60_000)
    expect(await plans.planOf(ann)).toBe('growth')
    expect(await plans.atProvider(ann)).toEqual(['ended', 'active'])
    expect(await plans.paymentsOf(ann)).toEqual([1499, 599])
  })

  test('stays, and the other way is paid back, when its renewal is paid meanwhile', async () => {
    await plans.buyPlan(ann, monthly.growth, 'failsLater')
    await plans.pass(32 * DAY)
    const started = await plans.subscribe(ann, monthly.growth, 'challenged')
    const { reference } = await plans.world.app.db
      .selectFrom('subscription')
      .where('accountId', '=', ann.id)
      .select('reference')
      .executeTakeFirstOrThrow()
    const admin = await plans.admin()
    const renewal = { params: { reference } }
    await admin.call('PATCH /sandbox/subscriptions/:reference', { ...renewal, body: { renewalsFail: false } })
    await admin.call('POST /sandbox/subscriptions/:reference/step', renewal)
    await plans.world.work()
    const params = { reference: started.sessionId! }
    const body = { clientSecret: started.clientSecret!, passes: true }
    await plans.world.guest('POST /sandbox/subscriptions/:reference/challenge', { params, body })
    const done = await plans.confirm(started, { ...ann, call: await plans.back(ann) })
    expect(done.refused).toMatchObject([{ reason: expect.stringContaining('paid for meanwhile') }])
    await plans.pass(60_000)
    expect(await plans.atProvider(ann)).toEqual(['active', 'ended'])
    expect(await plans.planOf(ann)).toBe('growth')
    expect(await plans.sumOfAll()).toBeCloseTo(0)
  })
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

test('a plan that has ended is taken away by a node whose clock is behind, too', async () => {
  const { orderId } = await plans.buyPlan(ann, growth)
  await plans.buyPlan(ann, pro)
  const admin = await plans.admin()
  const { lines } = await plans.orderAtDesk(admin, orderId)
  await plans.refund(admin, orderId, [{ id: lines[0]!.id, amount: 59 }])
  plans.world.passTime(-60_000)
  await plans.world.work()
  plans.world.passTime(60_000)
  expect(await plans.planOf(ann)).toBe('free')
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
