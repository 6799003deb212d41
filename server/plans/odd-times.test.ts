import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { SubscriptionItem } from '#contract/checkout.ts'
import { ProviderDown } from '#server/payments/port.ts'
import { goods } from '#server/shop-lines.ts'
import { untilBlocked } from '#test/blocked.ts'
import { createPlans, type Plans } from '#test/plans.ts'
import type { Person } from '#test/shop.ts'
import { follow } from './follow.ts'
import { findSubscription } from './rows.ts'

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

test('a plan that steps of the sandbox paused before its time is booked when it is resumed', async () => {
  await plans.buyPlan(ann, growth, 'failsLater')
  await plans.pass(3 * DAY)
  const admin = await plans.admin()
  const newest = db().selectFrom('sandboxSubscription').orderBy('id', 'desc').select('reference')
  const params = await newest.executeTakeFirstOrThrow()
  for (let tries = 0; tries < 4; tries++) await admin.call('POST /sandbox/subscriptions/:reference/step', { params })
  await plans.world.work()
  expect(await plans.mine(ann)).toMatchObject([{ status: 'paused' }])
  await db().updateTable('sandboxSubscription').set({ renewalsFail: false }).execute()
  expect(await plans.change(ann, 'resume')).toMatchObject({ status: 'active' })
  expect(await plans.paymentsOf(ann)).toEqual([599, 599])
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

test('the shop looks at a plan when something of it is due, and after a while when it waits for a payment', async () => {
  const [ben, cleo] = [await plans.world.signUp(), await plans.world.signUp()]
  const now = () => plans.world.app.clock.now().getTime()
  const lookAt = async ({ id }: Person) => {
    const of = db().selectFrom('subscription').where('accountId', '=', id).select('dueAt')
    return (await of.executeTakeFirstOrThrow()).dueAt!.getTime()
  }
  const minutesTo = async (person: Person) => Math.round(((await lookAt(person)) - now()) / MINUTE)

  await plans.buyPlan(ann, growth)
  const until = Date.parse((await plans.mine(ann))[0]!.currentPeriodEnd!)
  expect(until - (await lookAt(ann))).toBe(3 * DAY) // to announce its renewal
  await plans.change(ann, 'cancel')
  expect((await lookAt(ann)) - until).toBe(0) // to end it
  await plans.change(ann, 'resume')
  expect(until - (await lookAt(ann))).toBe(3 * DAY)
  await plans.pass(until - 3 * DAY - now())
  expect((await lookAt(ann)) - until).toBe(MINUTE) // to book its renewal
  await db().updateTable('sandboxSubscription').set({ dueAt: null }).execute()
  await plans.pass(until + MINUTE - now())
  expect(await minutesTo(ann)).toBe(10) // as its renewal is late

  await plans.buyPlan(ben, { ...growth, billingCycle: 'yearly' })
  expect([28, 29, 30, 31]).toContain((await minutesTo(ben)) / (24 * 60)) // to give the credits of its second month
  await plans.buyPlan(cleo, growth, 'failsLater')
  await plans.pass(32 * DAY)
  expect(await minutesTo(cleo)).toBe(60) // as it is overdue
  await plans.pass(5 * DAY)
  expect(await minutesTo(cleo)).toBe(24 * 60) // as it is paused
  const [paused] = await plans.mine(cleo)
  await plans.pass(DAY)
  expect((await plans.mine(cleo))[0]!.updatedAt).toBe(paused!.updatedAt) // a look is no change
})

test('two looks at once book a renewal once', async () => {
  await plans.buyPlan(ann, growth)
  const { app } = plans.world
  const { id } = await db()
    .selectFrom('subscription')
    .where('accountId', '=', ann.id)
    .select('id')
    .executeTakeFirstOrThrow()
  plans.world.passTime(32 * DAY)
  await app.payments.sandbox!.renewDue(app.clock.now())
  const { looks } = await db()
    .transaction()
    .execute(async (tx) => {
      await tx.selectFrom('subscription').where('id', '=', id).select('id').forUpdate().execute()
      const looks = Promise.allSettled([1, 2].map(() => follow({ ...goods, app }, id)))
      await untilBlocked(db(), 2)
      return { looks }
    })
  expect(await looks).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
  expect(await plans.paymentsOf(ann)).toEqual([599, 599])
})

test('a look that a resumption overtakes does not undo it', async () => {
  await plans.buyPlan(ann, growth, 'failsLater')
  for (const days of [31, 6]) await plans.pass(days * DAY)
  const [paused] = await plans.mine(ann)
  expect(paused).toMatchObject({ status: 'paused' })
  await db().updateTable('sandboxSubscription').set({ renewalsFail: false }).execute()
  const { app } = plans.world
  const { subscriptions } = app.payments.providers[0]!
  const { find } = subscriptions
  vi.spyOn(subscriptions, 'find').mockImplementationOnce(async (reference) => {
    const seen = await find(reference)
    await plans.change(ann, 'resume')
    return seen
  })
  await follow({ ...goods, app }, paused!.id)
  await plans.world.work()
  expect(await plans.mine(ann)).toMatchObject([{ status: 'active' }])
  expect(await plans.planOf(ann)).toBe('growth')
  expect(await plans.paymentsOf(ann)).toEqual([599, 599])
})

test.each(['by another look', 'by this look'])(
  'a failure that was seen before its renewal was paid and booked %s is not told',
  async (booked) => {
    await plans.buyPlan(ann, growth, 'failsLater')
    const { id } = (await plans.mine(ann))[0]!
    const { app } = plans.world
    const renew = () => app.payments.sandbox!.renewDue(app.clock.now())
    plans.world.passTime(31 * DAY)
    await renew()
    const { subscriptions } = app.payments.providers[0]!
    const { find } = subscriptions
    vi.spyOn(subscriptions, 'find').mockImplementationOnce(async (reference) => {
      const seen = await find(reference)
      expect(seen).toMatchObject({ state: 'overdue' })
      await db().updateTable('sandboxSubscription').set({ renewalsFail: false }).execute()
      plans.world.passTime(DAY)
      await renew()
      if (booked === 'by another look') await follow({ ...goods, app }, id)
      return seen
    })
    await follow({ ...goods, app }, id)
    expect(await plans.paymentsOf(ann)).toEqual([599, 599])
    expect(await plans.mine(ann)).toMatchObject([{ status: 'active', isOverdue: false }])
    const mails = db().selectFrom('mail').where('recipient', '=', ann.email).where('subject', 'ilike', '%renew%')
    expect(await mails.select('subject').execute()).toEqual([{ subject: 'Your Growth plan was renewed' }])
  },
)

test('a renewal that was paid and booked after all is not sold once more while its provider is silent', async () => {
  await plans.buyPlan(ann, growth, 'failsLater')
  await plans.pass(32 * DAY)
  const { id, isOverdue } = (await plans.mine(ann))[0]!
  expect(isOverdue).toBe(true)
  const { app } = plans.world
  await db().updateTable('sandboxSubscription').set({ renewalsFail: false }).execute()
  plans.world.passTime(2 * DAY)
  await app.payments.sandbox!.renewDue(app.clock.now())
  const { subscriptions } = app.payments.providers[0]!
  const seen = await subscriptions.find((await findSubscription(app.db, id))!.reference)
  vi.spyOn(subscriptions, 'find').mockResolvedValueOnce(seen).mockRejectedValueOnce(new ProviderDown('It is silent.'))
  await expect(follow({ ...goods, app }, id)).rejects.toThrow('It is silent.')
  expect(await plans.paymentsOf(ann)).toEqual([599, 599])
  const call = await plans.back(ann)
  expect((await plans.preview([growth], { ...ann, call })).lines).toMatchObject([{ state: 'owned' }])
  expect(await call('GET /billing/subscriptions/mine')).toMatchObject([{ isOverdue: false, failure: null }])
})
