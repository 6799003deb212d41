import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createRealPlans, PRO, type RealPlans } from '#test/real-plans.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

let shop: RealPlans
beforeAll(async () => {
  shop = await createRealPlans()
})
beforeEach(() => shop.begin())
afterAll(() => shop.close())

const buy = (choice?: 'later') => shop.buyAtPayPal(choice)
const endOf = (reference: string) => new Date(shop.paypal.subscription(reference).billing_info.next_billing_time!)

test('a plan begins when its buyer has approved it', async () => {
  const started = await shop.start({ method: 'paypal' })
  expect(started).toMatchObject({ state: 'open', clientSecret: null, paymentUrl: expect.any(String) })
  expect(await shop.planOf()).toBe('free')
  const address = new URL((await shop.visit(started.paymentUrl!, 'choice=approve'))!)
  expect(address.searchParams.get('subscription_id')).toBe(started.sessionId)
  await shop.deliverBadly()
  expect(await shop.confirm(started)).toMatchObject({ state: 'paid' })
  expect(await shop.planOf()).toBe('growth')
  expect(await shop.mine()).toMatchObject({ status: 'active', price: 5.99, paidWith: 'PayPal' })
  expect(await shop.centsOf()).toEqual([599])
})

test('the way back without an approval buys nothing', async () => {
  const started = await shop.start({ method: 'paypal' })
  expect(await shop.visit(started.paymentUrl!, 'choice=cancel')).toContain('/checkout?canceled=')
  expect(await shop.mine()).toBeUndefined()
  await buy()
})

test('a plan that PayPal shows as active after its end is asked about until it has ended', async () => {
  const reference = await buy()
  const { id: orderId } = await shop.newestOrder()
  const { db } = shop.world.app
  const ofOrder = () => db.selectFrom('payment').where('orderId', '=', orderId)
  const { id } = await ofOrder().select('id').executeTakeFirstOrThrow()
  const admin = await shop.admin()
  const { lines } = await shop.orderAtDesk(admin, orderId)
  await shop.refund(admin, orderId, [{ id: lines[0]!.id, amount: 5.99 }])
  const its = shop.paypal.subscription(reference)
  its.status_change_note = `cancel slide-payment-${id}-end` // it has taken the call, and shows the former state
  await expect(shop.world.takeDue()).rejects.toThrow('end subscriptions')
  const waits = async () => (await ofOrder().select('endSubscriptionAt').executeTakeFirstOrThrow()).endSubscriptionAt
  expect(await waits()).not.toBeNull()
  await shop.world.takeDue() // it waits a minute
  its.status = 'CANCELLED'
  shop.world.passTime(60_000)
  await shop.world.takeDue()
  expect(await waits()).toBeNull()
})

test('a renewal is booked once, however late and often it is told', async () => {
  const reference = await buy()
  await shop.passUntil(endOf(reference))
  shop.world.passTime(2 * DAY)
  await shop.deliverBadly()
  await shop.world.takeDue()
  expect(await shop.centsOf()).toEqual([599, 599])
  expect(await shop.mine()).toMatchObject({ status: 'active' })
})

test('a renewal that PayPal takes before the period begins is booked for that period', async () => {
  const reference = await buy()
  const before = await shop.mine()
  const its = shop.paypal.subscription(reference).billing_info
  const early = new Date(endOf(reference).getTime() - 10 * HOUR)
  its.next_billing_time = early.toISOString()
  await shop.passUntil(early)
  await shop.deliverBadly()
  expect(await shop.centsOf()).toEqual([599, 599])
  const end = new Date((await shop.mine())!.currentPeriodEnd!).getTime()
  expect(end).toBeGreaterThan(new Date(before!.currentPeriodEnd!).getTime() + 27 * DAY)
  expect(await shop.planOf()).toBe('growth')
})

test('a renewal that PayPal takes hours late and tells by no message is found', async () => {
  const reference = await buy()
  const end = endOf(reference)
  const look = async (minutes: number) => {
    shop.world.passTime(minutes * 60_000)
    await shop.world.takeDue()
    await shop.world.work()
  }
  shop.world.passTime(end.getTime() - shop.world.app.clock.now().getTime())
  await look(2) // PayPal has not begun yet
  expect(await shop.planOf()).toBe('growth')
  expect(await shop.centsOf()).toEqual([599])
  await shop.passUntil(new Date(end.getTime() + 5 * HOUR))
  await look(10)
  expect(await shop.centsOf()).toEqual([599, 599])
  expect(new Date((await shop.mine())!.currentPeriodEnd!).getTime()).toBeGreaterThan(end.getTime() + 27 * DAY)
})

test('a canceled plan is resumed, and canceled again it ends with its period', async () => {
  const reference = await buy()
  expect(await shop.change('cancel')).toMatchObject({ status: 'canceled', canResume: true })
  expect(shop.paypal.subscription(reference)).toMatchObject({ status: 'SUSPENDED' })
  expect(await shop.change('resume')).toMatchObject({ status: 'active', paymentUrl: null })
  await shop.passUntil(endOf(reference))
  await shop.deliverBadly()
  await shop.change('cancel')
  await shop.passUntil(new Date(endOf(reference).getTime() + DAY))
  for (let round = 0; round < 2; round++) await shop.world.takeDue()
  await shop.world.work()
  expect(await shop.planOf()).toBe('free')
  expect(shop.paypal.subscription(reference)).toMatchObject({ status: 'CANCELLED' })
  expect(await shop.centsOf()).toEqual([599, 599])
})

/** The buyer approves the payment of an order that has ended. The payment and the subscription must not stay. */
async function approveTooLate(news: () => Promise<unknown>) {
  const started = await shop.start({ method: 'paypal' })
  await shop.passUntil(new Date(shop.world.app.clock.now().getTime() + DAY))
  await shop.world.takeDue()
  expect(await shop.orderOf(started.orderId)).toMatchObject({ state: 'expired' })
  await shop.visit(started.paymentUrl!, 'choice=approve')
  await news()
  for (let round = 0; round < 2; round++) await shop.world.takeDue()
  expect(shop.paypal.subscription(started.sessionId!)).toMatchObject({ status: 'CANCELLED' })
  const refunds = await shop.world.app.db
    .selectFrom('refund')
    .where('orderId', '=', started.orderId)
    .select(['state', 'cents'])
    .execute()
  expect(refunds).toEqual([{ state: 'done', cents: 599 }])
}

test('an approval that comes after the order has ended is paid back, and the subscription is ended', async () => {
  await approveTooLate(() => shop.deliverBadly())
  expect(await shop.planOf()).toBe('free')
})

test('an approval after the order has ended is paid back, too, if no message and no browser tells of it', () =>
  approveTooLate(() => shop.passUntil(new Date(shop.world.app.clock.now().getTime() + DAY))))

test('renewals that fail pause the plan', async () => {
  const reference = await buy('later')
  const end = endOf(reference)
  await shop.passUntil(end)
  await shop.deliverBadly()
  expect(await shop.mine()).toMatchObject({ isOverdue: true, failure: expect.stringContaining('payer cannot pay') })
  await shop.passUntil(new Date(end.getTime() + 11 * DAY))
  await shop.deliverBadly()
  expect(await shop.mine()).toMatchObject({ status: 'paused', canResume: true })
  expect(await shop.planOf()).toBe('free')
  await expect(shop.change('resume')).rejects.toMatchObject({ status: 402, message: 'Payer cannot pay.' })
})

test('another purchase takes the place of a plan whose renewal has failed, which is not tried again', async () => {
  const former = await buy('later')
  const end = endOf(former)
  await shop.passUntil(end)
  await shop.deliverBadly()
  await buy()
  await shop.world.takeDue()
  expect(shop.paypal.subscription(former)).toMatchObject({ status: 'CANCELLED' })
  shop.paypal.letRenewalsFail(former, false)
  await shop.passUntil(new Date(end.getTime() + 11 * DAY))
  await shop.world.takeDue()
  expect(await shop.mine()).toMatchObject({ status: 'active', isOverdue: false })
  expect(await shop.planOf()).toBe('growth')
  expect(await shop.centsOf()).toEqual([599, 599])
})

test('a paused plan whose resumption lost an answer on its way is paid by the next press', async () => {
  const reference = await buy('later')
  const end = endOf(reference)
  await shop.passUntil(end)
  await shop.passUntil(new Date(end.getTime() + 11 * DAY))
  await shop.deliverBadly()
  await shop.world.takeDue()
  expect(await shop.mine()).toMatchObject({ status: 'paused' })
  shop.paypal.letRenewalsFail(reference, false)
  shop.paypal.trouble.lose = 2 // it goes on there, and its debt is not paid yet
  await expect(shop.change('resume')).rejects.toMatchObject({ status: 503 })
  expect(await shop.change('resume')).toMatchObject({ status: 'active', isOverdue: false })
  expect(await shop.centsOf()).toEqual([599, 599])
})

test('a plan is kept for six days of tries, however long PayPal goes on', async () => {
  const reference = await buy('later')
  const end = endOf(reference)
  await shop.passUntil(end)
  await shop.deliverBadly()
  expect(await shop.planOf()).toBe('growth')
  await shop.passUntil(new Date(end.getTime() + 7 * DAY))
  await shop.world.takeDue()
  await shop.world.work()
  expect(await shop.mine()).toMatchObject({ status: 'active', isOverdue: true })
  expect(await shop.planOf()).toBe('free')
})

test('a canceled plan can’t be resumed after its end, when PayPal would charge nothing for the time', async () => {
  const reference = await buy()
  const end = endOf(reference)
  await shop.change('cancel')
  await shop.passUntil(end)
  expect(await shop.mine()).toMatchObject({ status: 'canceled', canResume: false })
  await expect(shop.change('resume')).rejects.toMatchObject({ status: 409, error: 'not_resumable' })
})

test('a plan whose owner ends it at PayPal itself lasts as long as it is paid', async () => {
  const reference = await buy()
  const end = endOf(reference)
  Object.assign(shop.paypal.subscription(reference), { status: 'CANCELLED' })
  await shop.passUntil(new Date(end.getTime() - 3 * DAY))
  const look = async () => {
    await shop.world.takeDue()
    await shop.world.work()
  }
  await look()
  expect(await shop.planOf()).toBe('growth')
  expect(await shop.mine()).toMatchObject({ status: 'canceled', endedAt: null })
  await expect(shop.change('resume')).rejects.toMatchObject({ status: 402 })
  await shop.passUntil(end)
  await look()
  expect(await shop.planOf()).toBe('free')
  expect(await shop.mine()).toMatchObject({ status: 'canceled', endedAt: expect.any(String) })
})

test('an upgrade has a first payment of its own, and ends the former subscription', async () => {
  const former = await buy()
  const started = await shop.start({ item: PRO, method: 'paypal' })
  await shop.visit(started.paymentUrl!, 'choice=approve')
  await shop.confirm(started)
  await shop.world.work()
  await shop.world.takeDue()
  expect(await shop.planOf()).toBe('pro')
  expect(shop.paypal.subscription(former)).toMatchObject({ status: 'CANCELLED' })
  const [, second] = await shop.centsOf()
  await shop.passUntil(endOf(started.sessionId!))
  await shop.deliverBadly()
  const [, , third] = await shop.centsOf()
  expect(second).toBeLessThan(third!)
})

test('a subscription that nobody approved, and that PayPal has forgotten, is not looked at for ever', async () => {
  const started = await shop.start({ method: 'paypal' })
  shop.paypal.subscriptions.delete(started.sessionId!)
  await shop.passUntil(new Date(shop.world.app.clock.now().getTime() + DAY))
  for (let days = 0; days < 4; days++) {
    await shop.world.takeDue()
    expect(await shop.orderOf(started.orderId)).toMatchObject({ state: 'expired' })
    await shop.passUntil(new Date(shop.world.app.clock.now().getTime() + DAY))
  }
  const payments = shop.world.app.db.selectFrom('payment').where('orderId', '=', started.orderId)
  expect(await payments.select(['state', 'dueAt']).execute()).toEqual([{ state: 'canceled', dueAt: null }])
})

test('a renewal that PayPal takes while an upgrade ends the plan is paid back, if no message tells of it', async () => {
  const former = await buy()
  const end = endOf(former)
  await shop.passUntil(new Date(end.getTime() - 60_000))
  const started = await shop.start({ item: PRO, method: 'paypal' })
  await shop.visit(started.paymentUrl!, 'choice=approve')
  await shop.confirm(started)
  await shop.passUntil(new Date(end.getTime() + 60_000)) // PayPal is told of the end after it has renewed
  for (let round = 0; round < 2; round++) await shop.world.takeDue()
  expect(shop.paypal.subscription(former)).toMatchObject({ status: 'CANCELLED' })
  await shop.passUntil(new Date(end.getTime() + HOUR))
  for (let round = 0; round < 2; round++) await shop.world.takeDue()
  expect((await shop.centsOf()).filter((cents) => cents === 599)).toHaveLength(2)
  const refunds = await shop.world.app.db
    .selectFrom('refund')
    .innerJoin('shopOrder', 'shopOrder.id', 'refund.orderId')
    .where('cents', '=', 599)
    .where('shopOrder.createdAt', '>=', end)
    .select(['refund.state', 'cents'])
    .execute()
  expect(refunds).toEqual([{ state: 'done', cents: 599 }])
})

test('a yearly plan whose renewal fails is paused after PayPal’s tries of one year, and costs one year to resume', async () => {
  const reference = await shop.buyAtPayPal('later', { ...PRO, billingCycle: 'yearly' })
  const end = endOf(reference)
  await shop.passUntil(end)
  await shop.deliverBadly()
  expect(await shop.mine()).toMatchObject({ isOverdue: true })
  const told = shop.world.app.db.selectFrom('mail').where('kind', '=', 'plan renewal failed').select('text')
  expect((await told.executeTakeFirstOrThrow()).text).toContain('PayPal tries again after 5 and 10 days.')
  await shop.passUntil(new Date(end.getTime() + 11 * DAY))
  await shop.deliverBadly()
  expect(await shop.mine()).toMatchObject({ status: 'paused', canResume: true })
  shop.paypal.letRenewalsFail(reference, false)
  expect(await shop.change('resume')).toMatchObject({ status: 'active', isOverdue: false })
  expect(await shop.centsOf()).toEqual([14_900, 14_900])
})
