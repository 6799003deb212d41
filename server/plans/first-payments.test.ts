import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ProviderDown } from '#server/payments/port.ts'
import { createRealPlans, PRO, type RealPlans } from '#test/real-plans.ts'

const DAY = 24 * 60 * 60_000

let shop: RealPlans
beforeAll(async () => {
  shop = await createRealPlans()
})
beforeEach(() => shop.begin())
afterAll(() => shop.close())

test('a first payment that PayPal can’t take keeps nobody from another purchase', async () => {
  const started = await shop.start({ method: 'paypal' })
  const its = shop.paypal.subscription(started.sessionId!)
  Object.assign(its, { status: 'ACTIVE', start_time: its.create_time })
  const { create_time: time } = its
  const next_payment_retry_time = new Date(Date.parse(time) + 5 * DAY).toISOString()
  const amount = { currency_code: 'USD', value: '5.99' }
  its.billing_info.last_failed_payment = { amount, time, reason_code: 'PAYER_CANNOT_PAY', next_payment_retry_time }
  const next = await shop.start({ item: PRO, method: 'paypal' })
  expect(its.status).toBe('CANCELLED')
  expect(await shop.orderOf(started.orderId)).toMatchObject({ state: 'canceled' })
  await shop.visit(next.paymentUrl!, 'choice=approve')
  expect(await shop.confirm(next)).toMatchObject({ state: 'paid' })
})

test('a plan that PayPal has begun and not charged yet waits for its money, and so does the next purchase', async () => {
  const started = await shop.start({ method: 'paypal' })
  const its = shop.paypal.subscription(started.sessionId!)
  Object.assign(its, { status: 'ACTIVE', start_time: its.create_time })
  expect(await shop.confirm(started)).toMatchObject({ state: 'processing' })
  await expect(shop.start({ item: PRO, method: 'paypal' })).rejects.toMatchObject({
    status: 409,
    error: 'still_paying',
  })
  expect(its.status).toBe('ACTIVE')
  its.status = 'APPROVAL_PENDING'
  await shop.visit(started.paymentUrl!, 'choice=approve') // the money comes
  expect(await shop.confirm(started)).toMatchObject({ state: 'paid' })
  expect(await shop.centsOf()).toEqual([599])
})

test('a plan that PayPal has begun and never charges is ended after four days, so that its buyer can buy again', async () => {
  const started = await shop.start({ method: 'paypal' })
  const its = shop.paypal.subscription(started.sessionId!)
  Object.assign(its, { status: 'ACTIVE', start_time: its.create_time })
  const aDayPasses = async () => {
    await shop.passUntil(new Date(shop.world.app.clock.now().getTime() + DAY))
    await shop.world.takeDue()
  }
  for (let day = 0; day < 3; day++) await aDayPasses()
  expect(await shop.orderOf(started.orderId)).toMatchObject({ state: 'open' }) // its money may still come
  await aDayPasses()
  expect(await shop.orderOf(started.orderId)).toMatchObject({ state: 'expired' })
  expect(its.status).toBe('CANCELLED')
  const next = await shop.start({ item: PRO, method: 'paypal' })
  await shop.visit(next.paymentUrl!, 'choice=approve')
  expect(await shop.confirm(next)).toMatchObject({ state: 'paid' })
})

test('a first payment is not taken for forgotten while PayPal is silent', async () => {
  const started = await shop.start({ method: 'paypal' })
  await shop.visit(started.paymentUrl!, 'choice=approve')
  shop.paypal.trouble.status = 503
  await expect(shop.confirm(started)).rejects.toMatchObject({ status: 503 })
  shop.paypal.trouble.status = undefined
  expect(await shop.confirm(started)).toMatchObject({ state: 'paid' })
})

test('a plan whose first payment PayPal looks at for days is not ended, and begins with its money', async () => {
  const started = await shop.start({ method: 'paypal' })
  await shop.visit(started.paymentUrl!, 'choice=approve')
  const first = shop.paypal.transactionsOf(started.sessionId!, null, null).transactions[0]!
  first.status = 'PENDING'
  for (let day = 0; day < 6; day++) {
    await shop.passUntil(new Date(shop.world.app.clock.now().getTime() + DAY))
    await shop.world.takeDue()
  }
  expect(await shop.orderOf(started.orderId)).toMatchObject({ state: 'open' })
  expect(shop.paypal.subscription(started.sessionId!).status).toBe('ACTIVE')
  first.status = 'COMPLETED'
  await shop.passUntil(new Date(shop.world.app.clock.now().getTime() + DAY))
  await shop.world.takeDue()
  expect(await shop.orderOf(started.orderId)).toMatchObject({ state: 'paid' })
})

test('a message of a subscription is asked for again while it may be early, and taken when its start was given up', async () => {
  const { subscriptions } = shop.world.app.payments.providers.find(({ name }) => name === 'paypal')!
  const { start } = subscriptions
  let its: ReturnType<typeof shop.paypal.subscription> | undefined
  const tell = () => {
    shop.paypal.say('BILLING.SUBSCRIPTION.CREATED', 'subscription', its!)
    return shop.deliverAll()
  }
  const starting = vi.spyOn(subscriptions, 'start').mockImplementation(async (request) => {
    its = shop.paypal.subscription((await start(request)).reference)
    expect(await tell()).toEqual([404])
    throw new ProviderDown('Its answer is lost.')
  })
  await expect(shop.start({ method: 'paypal' })).rejects.toMatchObject({ status: 503 })
  await shop.start({ method: 'google' })
  starting.mockRestore()
  expect(await tell()).toEqual([200])
})
