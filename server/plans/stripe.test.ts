import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createRealPlans, PRO, type RealPlans } from '#test/real-plans.ts'
import type { Subscription } from '#test/stripe-subscription-objects.ts'

const DAY = 24 * 60 * 60_000

let shop: RealPlans
beforeAll(async () => {
  shop = await createRealPlans()
})
beforeEach(() => shop.begin())
afterAll(() => shop.close())

const atStripe = () => shop.stripe.all<Subscription>('subscription')
async function buy(card: string = shop.cards.approve) {
  const started = await shop.start({ card })
  expect(await shop.confirm(started)).toMatchObject({ state: 'paid', refused: [] })
  await shop.world.work()
  return started.sessionId!
}
const endOf = (reference: string) =>
  new Date(shop.stripe.subscription(reference).items.data[0].current_period_end * 1_000)
test('a card pays a plan without a secret, and messages change nothing more', async () => {
  const started = await shop.start({ card: shop.cards.approve })
  expect(started).toMatchObject({ state: 'open', clientSecret: null, paymentUrl: null })
  expect(await shop.confirm(started)).toMatchObject({ state: 'paid', refused: [] })
  await shop.world.work()
  expect(await shop.planOf()).toBe('growth')
  expect(await shop.mine()).toMatchObject({ status: 'active', price: 5.99, paidWith: 'Visa, ends 4242' })
  await shop.deliverBadly()
  expect(await shop.centsOf()).toEqual([599])
})

test('a plan is delivered by the messages alone', async () => {
  await shop.start({ card: shop.cards.approve })
  await shop.deliverBadly()
  expect(await shop.planOf()).toBe('growth')
  expect(await shop.centsOf()).toEqual([599])
})

test('3-D Secure asks first, and the plan begins after the answer', async () => {
  const started = await shop.start({ card: shop.cards.challenge })
  expect(started).toMatchObject({ state: 'open', clientSecret: expect.stringContaining('_secret_') })
  expect(await shop.planOf()).toBe('free')
  shop.stripe.endChallenge(started.clientSecret!, false)
  await expect(shop.confirm(started)).rejects.toMatchObject({ status: 402 })
  await shop.stripe.confirmCard(started.clientSecret!, shop.cards.approve)
  expect(await shop.confirm(started)).toMatchObject({ state: 'paid' })
  await shop.world.work()
  expect(await shop.planOf()).toBe('growth')
})

test.each(['pm_card_chargeDeclined', 'pm_card_chargeCustomerFail'])('%s buys nothing', async (card) => {
  await expect(shop.start({ card })).rejects.toMatchObject({
    status: 402,
    message: 'Your card was declined. Nothing was charged.',
  })
  expect(await shop.mine()).toBeUndefined()
  await buy()
  expect(await shop.planOf()).toBe('growth')
})

test('Google Pay begins a plan on Stripe’s page', async () => {
  const started = await shop.start({ method: 'google' })
  const address = await shop.visit(started.paymentUrl!, `card=${shop.cards.approve}`)
  expect(new URL(address!).searchParams.get('sessionId')).toBe(started.sessionId)
  await shop.deliverBadly()
  expect(await shop.confirm(started)).toMatchObject({ state: 'paid' })
  expect(await shop.planOf()).toBe('growth')
  expect(await shop.centsOf()).toEqual([599])
})

test('a renewal is booked once, however late and often it is told', async () => {
  const reference = await buy()
  const end = endOf(reference)
  await shop.passUntil(end)
  shop.world.passTime(2 * DAY)
  await shop.deliverBadly()
  expect(await shop.centsOf()).toEqual([599, 599])
  expect(await shop.mine()).toMatchObject({ status: 'active' })
  await shop.world.takeDue()
  expect(await shop.centsOf()).toEqual([599, 599])
})

test('a renewal is found without any message', async () => {
  const reference = await buy()
  await shop.passUntil(new Date(endOf(reference).getTime() + DAY))
  shop.stripe.take()
  await shop.world.takeDue()
  await shop.world.work()
  expect(await shop.centsOf()).toEqual([599, 599])
})

test('a canceled plan is resumed, and canceled again it ends with its period', async () => {
  const reference = await buy()
  expect(await shop.change('cancel')).toMatchObject({ status: 'canceled', canResume: true })
  expect(shop.stripe.subscription(reference)).toMatchObject({ status: 'active', cancel_at_period_end: true })
  expect(await shop.change('resume')).toMatchObject({ status: 'active', paymentUrl: null })
  await shop.passUntil(endOf(reference))
  await shop.deliverBadly()
  expect(await shop.centsOf()).toEqual([599, 599])
  await shop.change('cancel')
  await shop.passUntil(endOf(reference))
  await shop.deliverBadly()
  expect(await shop.planOf()).toBe('free')
  expect(await shop.mine()).toMatchObject({ status: 'canceled', canResume: false })
  await expect(shop.change('resume')).rejects.toMatchObject({ status: 409 })
  expect(await shop.centsOf()).toEqual([599, 599])
})

test('renewals that fail pause the plan, and resuming charges now', async () => {
  const reference = await buy('pm_card_paysOnce')
  const end = endOf(reference)
  await shop.passUntil(end)
  await shop.deliverBadly()
  expect(await shop.mine()).toMatchObject({ isOverdue: true, failure: 'Your card was declined.' })
  await shop.passUntil(new Date(end.getTime() + 6 * DAY))
  await shop.deliverBadly()
  expect(await shop.mine()).toMatchObject({ status: 'paused', canResume: true })
  expect(await shop.planOf()).toBe('free')
  await expect(shop.change('resume')).rejects.toMatchObject({ status: 402 })
  shop.stripe.subscription(reference).default_payment_method = shop.cards.approve
  // the first answer stands for a day with the key of its press
  shop.stripe.forgetKeys()
  expect(await shop.change('resume')).toMatchObject({ status: 'active' })
  await shop.world.work()
  expect(await shop.planOf()).toBe('growth')
  expect(await shop.centsOf()).toEqual([599, 599])
})

test('another card takes the place of one whose renewal has failed, which is not tried again', async () => {
  const former = await buy('pm_card_paysOnce')
  const end = endOf(former)
  await shop.passUntil(end)
  await shop.deliverBadly()
  const started = await shop.start({ card: shop.cards.approve })
  await shop.confirm(started)
  await shop.world.takeDue()
  expect(shop.stripe.subscription(former)).toMatchObject({ status: 'canceled' })
  expect(await shop.mine()).toMatchObject({ status: 'active', isOverdue: false, failure: null })
  await shop.passUntil(new Date(end.getTime() + 6 * DAY))
  await shop.world.takeDue()
  expect(await shop.planOf()).toBe('growth')
  expect(await shop.centsOf()).toEqual([599, 599])
})

test('a card that Stripe no longer tells stays named until another one pays', async () => {
  const reference = await buy()
  const { paidWith } = (await shop.mine())!
  expect(paidWith).toMatch(/ends 4242$/)
  shop.stripe.subscription(reference).default_payment_method = null
  await shop.change('cancel')
  expect(await shop.mine()).toMatchObject({ status: 'canceled', paidWith })
})

test('an upgrade takes the unused part off, and ends the former subscription', async () => {
  const former = await buy()
  const started = await shop.start({ item: PRO, card: shop.cards.approve })
  await shop.confirm(started)
  await shop.world.work()
  await shop.world.takeDue()
  expect(await shop.planOf()).toBe('pro')
  expect(shop.stripe.subscription(former)).toMatchObject({ status: 'canceled' })
  const [first, second] = await shop.centsOf()
  expect(first).toBe(599)
  const price = shop.stripe.subscription(started.sessionId!).items.data[0].price.unit_amount!
  expect(second).toBeLessThan(price)
  expect(second).toBeGreaterThan(0)
})

test('a start whose answer is lost takes the money once', async () => {
  const before = atStripe().length
  for (let call = 0; call < 3; call++) {
    shop.stripe.trouble.lose = 2
    await expect(shop.start({ card: shop.cards.approve })).rejects.toMatchObject({ status: 503 })
  }
  shop.stripe.trouble.lose = 0
  await buy()
  expect(atStripe()).toHaveLength(before + 1)
  expect(await shop.centsOf()).toEqual([599])
})

test('a renewal is refunded at the desk', async () => {
  const reference = await buy()
  await shop.passUntil(endOf(reference))
  await shop.deliverBadly()
  const order = await shop.newestOrder()
  const admin = await shop.admin()
  const { lines } = await shop.orderAtDesk(admin, order.id)
  expect(await shop.refund(admin, order.id, [{ id: lines[0]!.id, amount: 5.99 }])).toMatchObject({
    state: 'refunded',
  })
})
