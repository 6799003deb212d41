import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SubscriptionItem } from '#contract/checkout.ts'
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
const db = () => plans.world.app.db

async function refundWhole(orderId: number) {
  const admin = await plans.admin()
  const { lines } = await plans.orderAtDesk(admin, orderId)
  await plans.refund(admin, orderId, [{ id: lines[0]!.id, amount: 5.99 }])
  await plans.world.work()
}

test('a guest sees what a plan costs', async () => {
  const { lines } = await plans.world.guest('POST /checkout/preview', { body: { items: [growth] } })
  expect(lines).toMatchObject([{ state: 'available', price: 5.99, total: 5.99, why: null }])
})

test('a refund of a period that is over ends the plan that is kept for its tries, and the next payment brings it back', async () => {
  const { orderId } = await plans.buyPlan(ann, growth, 'failsLater')
  await plans.pass(32 * DAY)
  expect(await plans.mine(ann)).toMatchObject([{ isOverdue: true }])
  await refundWhole(orderId)
  await plans.pass(61 * MINUTE)
  expect(await plans.mine(ann)).toMatchObject([{ isOverdue: true, currentPeriodEnd: null }])
  expect(await plans.planOf(ann)).toBe('free')
  await db().updateTable('sandboxSubscription').set({ renewalsFail: false }).execute()
  await plans.pass(3 * DAY)
  expect(await plans.paymentsOf(ann)).toEqual([599, 599])
  expect(await plans.mine(ann)).toMatchObject([{ status: 'active', isOverdue: false }])
  expect(await plans.planOf(ann)).toBe('growth')
})

test('a start by card without an answer calls nothing free of charge, and the round completes it once', async () => {
  const call = await plans.back(ann)
  const asked = { ...growth, paymentMethodId: await plans.saveCard() }
  const start = () => call('POST /checkout/start', { body: { items: [asked], method: 'credit', total: 5.99 } })
  await db().updateTable('sandboxSetting').set({ isDown: true }).execute()
  await expect(start()).rejects.toMatchObject({ status: 503, message: expect.stringContaining('do not pay again') })
  await db().updateTable('sandboxSetting').set({ isDown: false }).execute()
  await plans.pass(3 * MINUTE)
  expect(await plans.planOf(ann)).toBe('growth')
  expect(await plans.paymentsOf(ann)).toEqual([599])
})

test('a provider that is away while a plan ends is asked each minute until it has ended it, too', async () => {
  const { orderId } = await plans.buyPlan(ann, growth)
  await refundWhole(orderId)
  await db().updateTable('sandboxSetting').set({ isDown: true }).execute()
  await expect(plans.world.takeDue()).rejects.toThrow()
  await db().updateTable('sandboxSetting').set({ isDown: false }).execute()
  expect(await plans.atProvider(ann)).toEqual(['active'])
  await plans.pass(MINUTE)
  expect(await plans.atProvider(ann)).toEqual(['ended'])
})
