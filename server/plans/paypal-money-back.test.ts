import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { usd } from '#test/paypal-values.ts'
import { createRealPlans, type RealPlans } from '#test/real-plans.ts'

const DAY = 24 * 60 * 60_000

let shop: RealPlans
beforeAll(async () => {
  shop = await createRealPlans()
})
beforeEach(() => shop.begin())
afterAll(() => shop.close())

/** The newest payment of a subscription, as PayPal names it. */
const captureOf = (reference: string) => shop.paypal.transactionsOf(reference, null, null).transactions[0]!.id
const inADay = () => shop.passUntil(new Date(shop.world.app.clock.now().getTime() + DAY))

test('a refund of a plan’s payment that was made at PayPal is booked once and ends the plan', async () => {
  const reference = await shop.buyAtPayPal()
  const { id: orderId } = await shop.newestOrder()
  const capture = captureOf(reference)
  const told = async () => {
    await shop.deliverBadly()
    for (let round = 0; round < 3; round++) await shop.world.takeDue()
    await shop.world.work()
  }
  shop.paypal.newRefund(capture, usd(200))
  await told()
  const admin = await shop.admin()
  const order = () => shop.orderAtDesk(admin, orderId)
  expect(await order()).toMatchObject({ state: 'partly refunded', difference: null, lines: [{ refunded: 2 }] })
  expect(await shop.planOf()).toBe('growth')
  shop.paypal.newRefund(capture, usd(399))
  await told()
  expect(await order()).toMatchObject({ state: 'refunded', difference: null, lines: [{ refunded: 5.99 }] })
  expect(await shop.planOf()).toBe('free')
  expect(shop.paypal.subscription(reference)).toMatchObject({ status: 'CANCELLED' })
})

test('a plan ends when PayPal takes its payment back itself', async () => {
  const reference = await shop.buyAtPayPal()
  const { id: orderId } = await shop.newestOrder()
  shop.paypal.reverseSale(captureOf(reference))
  await shop.deliverBadly()
  for (let round = 0; round < 3; round++) await shop.world.takeDue()
  await shop.world.work()
  expect(await shop.orderAtDesk(await shop.admin(), orderId)).toMatchObject({ state: 'refunded', difference: null })
  expect(await shop.planOf()).toBe('free')
  expect(shop.paypal.subscription(reference)).toMatchObject({ status: 'CANCELLED' })
})

test('a refund that PayPal tells while a dispute is open is booked after it', async () => {
  const reference = await shop.buyAtPayPal()
  const { id: orderId } = await shop.newestOrder()
  const capture = captureOf(reference)
  const dispute = shop.paypal.newDispute(capture)
  await shop.deliverBadly()
  shop.paypal.newRefund(capture, usd(599))
  await shop.deliverBadly()
  await shop.world.takeDue()
  const admin = await shop.admin()
  const order = () => shop.orderAtDesk(admin, orderId)
  expect(await order()).toMatchObject({
    difference: expect.stringContaining('$5.99 went back at the provider itself.'),
  })
  shop.paypal.changeDispute(dispute, 'RESOLVED', 'CANCELED_BY_BUYER')
  await shop.deliverBadly()
  await inADay()
  for (let round = 0; round < 2; round++) await shop.world.takeDue()
  expect(await shop.orderAtDesk(await shop.admin(), orderId)).toMatchObject({ state: 'refunded', difference: null })
})

test('a dispute that PayPal tells before its renewal is booked is followed once it is, and PayPal answers', async () => {
  const reference = await shop.buyAtPayPal()
  await shop.passUntil(new Date(shop.paypal.subscription(reference).billing_info.next_billing_time!))
  shop.calm() // the renewal is told by no message
  const dispute = shop.paypal.newDispute(captureOf(reference))
  await shop.deliverBadly()
  for (let round = 0; round < 2; round++) {
    shop.world.passTime(2 * 60_000)
    await shop.world.takeDue()
  }
  const { id: orderId } = await shop.newestOrder()
  const stateOf = async () => (await shop.orderAtDesk(await shop.admin(), orderId)).state
  expect(await shop.centsOf()).toEqual([599, 599])
  await inADay()
  shop.paypal.trouble.status = 503
  await expect(shop.world.takeDue()).rejects.toThrow('compare payments with their providers failed')
  expect(await stateOf()).toBe('paid')
  shop.paypal.trouble.status = 422
  shop.world.passTime(60 * 60_000)
  await shop.world.takeDue()
  expect(await stateOf()).toBe('paid')
  shop.paypal.trouble.status = undefined
  await inADay()
  await shop.world.takeDue()
  expect(await stateOf()).toBe('disputed')
  shop.paypal.changeDispute(dispute, 'RESOLVED', 'RESOLVED_BUYER_FAVOUR')
  await shop.deliverBadly()
  expect(await stateOf()).toBe('refunded')
  expect(await shop.planOf()).toBe('free')
})
