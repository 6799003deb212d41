import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPlans, type Plans } from '#test/plans.ts'
import type { Person } from '#test/shop.ts'

const DAY = 24 * 60 * 60_000
const growth = { type: 'subscription', planId: 'growth', billingCycle: 'monthly' } as const

let plans: Plans
let ann: Person
beforeAll(async () => {
  plans = await createPlans()
})
beforeEach(async () => {
  ann = await plans.world.signUp()
})
afterAll(() => plans.world.close())

type Started = Awaited<ReturnType<Plans['subscribe']>>
/** The buyer tells the bank that the payment is theirs. */
const agree = ({ sessionId, clientSecret }: Started) =>
  plans.world.guest('POST /sandbox/subscriptions/:reference/challenge', {
    params: { reference: sessionId! },
    body: { clientSecret: clientSecret!, passes: true },
  })
const endOrder = (id: number) =>
  plans.world.app.db
    .updateTable('shopOrder')
    .set({ state: 'canceled', closedAt: new Date() })
    .where('id', '=', id)
    .execute()

const receiptsOf = ({ email }: { email: string }) =>
  plans.world.app.db
    .selectFrom('mail')
    .where('recipient', '=', email)
    .where('kind', '=', 'receipt')
    .orderBy('id')
    .select(['subject', 'text'])
    .execute()

test('a subscription comes alone, once, and with a card', async () => {
  const call = await plans.back(ann)
  const beatId = await plans.addBeat()
  const both = [growth, { type: 'beat' as const, beatId, licenseType: 'MP3' as const }]
  await expect(
    call('POST /checkout/start', { body: { items: both, method: 'credit', total: 0 } }),
  ).rejects.toMatchObject({ status: 400 })
  await expect(
    call('POST /checkout/start', { body: { items: [growth], method: 'credit', total: 5.99 } }),
  ).rejects.toMatchObject({ status: 400, fields: { paymentMethodId: expect.any(String) } })
  await expect(
    call('POST /checkout/start', { body: { items: [growth], method: 'paypal', total: 5 } }),
  ).rejects.toMatchObject({ status: 409, error: 'cart_changed' })
  await plans.buyPlan(ann, growth)
  const again = await call('POST /checkout/preview', { body: { items: [growth] } })
  expect(again.lines[0]!.state).toBe('owned')
})

test('a declined card buys nothing, and another one can be tried', async () => {
  await expect(plans.subscribe(ann, growth, 'declined')).rejects.toMatchObject({ status: 402 })
  expect(await plans.mine(ann)).toEqual([])
  expect(await plans.paymentsOf(ann)).toEqual([])
  await plans.buyPlan(ann, growth)
  expect(await plans.planOf(ann)).toBe('growth')
})

test('a bank asks first: the plan begins when its owner has agreed', async () => {
  const started = await plans.subscribe(ann, growth, 'challenged')
  expect(started.clientSecret).not.toBeNull()
  expect(await plans.confirm(started, ann)).toMatchObject({ state: 'open' })
  await agree(started)
  expect(await plans.confirm(started, ann)).toMatchObject({ state: 'paid' })
  await plans.world.work()
  expect(await plans.planOf(ann)).toBe('growth')
})

test('a start that its buyer cancels begins no subscription', async () => {
  const { orderId } = await plans.subscribe(ann, growth, 'challenged')
  const call = await plans.back(ann)
  expect(await call('POST /checkout/cancel', { body: { orderId } })).toEqual({ state: 'canceled' })
  expect(await plans.atProvider(ann)).toEqual(['ended'])
})

test('an unpaid subscription whose order has ended is ended by the next look at it', async () => {
  const started = await plans.subscribe(ann, growth, 'challenged')
  await endOrder(started.orderId)
  await expect(plans.confirm(started, ann)).rejects.toMatchObject({ status: 409, error: 'payment_ended' })
  expect(await plans.atProvider(ann)).toEqual(['ended'])
})

test('a renewal is an order of its own, with its receipt, and lasts a month more', async () => {
  await plans.buyPlan(ann, growth)
  const [before] = await plans.mine(ann)
  await plans.pass(32 * DAY)
  const [after] = await plans.mine(ann)
  const end = (row: typeof before) => new Date(row!.currentPeriodEnd!).getTime()
  expect(end(after)).toBeGreaterThan(end(before) + 27 * DAY)
  expect(await receiptsOf(ann)).toEqual([
    { subject: expect.stringContaining('Your receipt for order'), text: expect.stringContaining('is in your library') },
    { subject: 'Your Growth plan was renewed', text: expect.stringContaining('You paid $5.99 for order') },
  ])
  expect(await plans.paymentsOf(ann)).toEqual([599, 599])
  expect(await plans.ledger()).not.toHaveProperty('earnings 1') // the house has no earnings of its own
  await plans.pass(0) // asked again, nothing is booked twice
  expect(await plans.paymentsOf(ann)).toEqual([599, 599])
})

test('a payment for a plan that has ended is refunded and ends its subscription, and no mail says that it was renewed', async () => {
  await plans.buyPlan(ann, growth)
  const { db, clock } = plans.world.app
  const ended = { state: 'ended', endedAt: clock.now() } as const
  await db.updateTable('subscription').set(ended).where('accountId', '=', ann.id).execute()
  await plans.pass(32 * DAY)
  const mails = await receiptsOf(ann)
  expect(mails).toHaveLength(2)
  expect(mails[1]!.subject).toContain('Your receipt for order')
  expect(mails[1]!.text).toContain('could not be delivered. This plan had ended before.')
  expect(mails[1]!.text).not.toContain('is in your library')
  expect(await plans.atProvider(ann)).toEqual(['ended'])
})

test('a refunded period ends its plan at once, and at the provider', async () => {
  const admin = await plans.admin()
  const { orderId } = await plans.buyPlan(ann, growth)
  const { lines } = await plans.orderAtDesk(admin, orderId)
  expect(lines).toMatchObject([{ title: 'Growth plan', licenseName: 'Monthly', seller: { name: 'Slide' } }])
  await plans.refund(admin, orderId, [{ id: lines[0]!.id, amount: 5.99 }])
  await plans.pass(0)
  expect(await plans.planOf(ann)).toBe('free')
  await plans.pass(60_000)
  expect(await plans.atProvider(ann)).toEqual(['ended'])
  expect(await plans.sumOfAll()).toBeCloseTo(0)
})

test('an order that ended before its payment came returns the money and ends the subscription', async () => {
  const started = await plans.subscribe(ann, growth, 'challenged')
  await endOrder(started.orderId)
  await agree(started)
  await plans.pass(0)
  await plans.pass(60_000)
  expect(await plans.planOf(ann)).toBe('free')
  expect(await plans.atProvider(ann)).toEqual(['ended'])
  const refunds = await plans.world.app.db
    .selectFrom('refund')
    .where('orderId', '=', started.orderId)
    .select('state')
    .execute()
  expect(refunds).toEqual([{ state: 'done' }])
})

test('a subscription that ended at the provider before the shop saw its payment begins no plan, and the money goes back', async () => {
  const { db } = plans.world.app
  const started = await plans.subscribe(ann, growth, 'challenged')
  await agree(started)
  await db.updateTable('sandboxSubscription').set({ state: 'ended' }).where('orderId', '=', started.orderId).execute()
  await plans.pass(0)
  await plans.pass(60_000)
  expect(await plans.planOf(ann)).toBe('free')
  expect((await plans.orderOf(started.orderId)).state).toBe('canceled')
  const refunds = await db.selectFrom('refund').where('orderId', '=', started.orderId).select('state').execute()
  expect(refunds).toEqual([{ state: 'done' }])
})

test('a plan begins with the first payment that went through, after one that did not', async () => {
  const { db } = plans.world.app
  const started = await plans.subscribe(ann, growth, 'challenged')
  await agree(started)
  const { id: _, ...paid } = await db
    .selectFrom('sandboxPayment')
    .where('orderId', '=', started.orderId)
    .selectAll()
    .executeTakeFirstOrThrow()
  const createdAt = new Date(paid.createdAt.getTime() - 60_000)
  const declined = { state: 'canceled', reference: 'sb_declined', key: 'declined', createdAt } as const
  await db
    .insertInto('sandboxPayment')
    .values({ ...paid, ...declined })
    .execute()
  expect(await plans.confirm(started, ann)).toMatchObject({ state: 'paid' })
  await plans.world.work()
  expect(await plans.planOf(ann)).toBe('growth')
})

test('a plan that is bought after the end of a higher one is what its owner has', async () => {
  await plans.buyPlan(ann, { ...growth, planId: 'pro' })
  await plans.change(ann, 'cancel')
  await plans.pass(32 * DAY)
  expect(await plans.planOf(ann)).toBe('free')
  await plans.pass(DAY)
  await plans.buyPlan(ann, growth)
  expect(await plans.planOf(ann)).toBe('growth')
})

test('a card that its bank declines is charged ten times an hour at most', async () => {
  const strict = await createPlans({ env: { RATE_LIMIT: 'on' } })
  const bob = await strict.world.signUp()
  await strict.buyPlan(bob, growth, 'failsLater')
  await strict.pass(38 * DAY)
  const call = await strict.back(bob)
  const [subscription] = await call('GET /billing/subscriptions/mine')
  const resume = () => call('POST /billing/subscriptions/:id/resume', { params: { id: subscription!.id } })
  for (let time = 0; time < 10; time++) await expect(resume()).rejects.toMatchObject({ status: 402 })
  await expect(resume()).rejects.toMatchObject({ status: 429 })
  await strict.world.close()
})
