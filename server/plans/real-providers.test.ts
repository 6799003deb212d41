import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SubscriptionItem } from '#contract/checkout.ts'
import { createRealCheckout, type RealCheckout } from '#test/real-providers.ts'
import type { Person } from '#test/shop.ts'
import type { Subscription } from '#test/stripe-subscription-objects.ts'

const DAY = 24 * 60 * 60_000
const GROWTH: SubscriptionItem = { type: 'subscription', planId: 'growth', billingCycle: 'monthly' }
const PRO: SubscriptionItem = { ...GROWTH, planId: 'pro' }

let shop: RealCheckout
let buyer: Person
beforeAll(async () => {
  shop = await createRealCheckout()
})
beforeEach(async () => {
  shop.calm()
  buyer = await shop.world.signUp()
})
afterAll(() => shop.close())

/** Sessions end while the clock moves. */
async function back() {
  const { email, password } = buyer
  const { accessToken } = await shop.world.guest('POST /auth/login', { body: { email, password } })
  buyer.call = shop.world.clientFor(() => accessToken)
  return buyer.call
}
async function start(card: string | null, item = GROWTH, method: 'credit' | 'google' = 'credit') {
  const call = await back()
  const { total } = await call('POST /checkout/preview', { body: { items: [item] } })
  const asked = card === null ? item : { ...item, paymentMethodId: card }
  return call('POST /checkout/start', { body: { items: [asked], method, total } })
}
const planOf = async () => (await (await back())('GET /me')).subscription?.planId ?? 'free'
const mine = async () => (await (await back())('GET /billing/subscriptions/mine'))[0]
const centsOf = async () =>
  (
    await shop.world.app.db
      .selectFrom('payment')
      .innerJoin('shopOrder', 'shopOrder.id', 'payment.orderId')
      .where('buyerId', '=', buyer.id)
      .where('payment.state', '=', 'paid')
      .select('payment.cents')
      .orderBy('payment.id')
      .execute()
  ).map(({ cents }) => cents)
async function change(act: 'cancel' | 'resume') {
  const params = { id: (await mine())!.id }
  const call = await back()
  return act === 'cancel'
    ? call('POST /billing/subscriptions/:id/cancel', { params })
    : call('POST /billing/subscriptions/:id/resume', { params })
}

describe('Stripe', () => {
  const atStripe = () => shop.stripe.all<Subscription>('subscription')
  async function buy(card: string = shop.cards.approve) {
    const started = await start(card)
    expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'paid', refused: [] })
    await shop.world.work()
    return started.sessionId!
  }
  const endOf = (reference: string) =>
    new Date(shop.stripe.subscription(reference).items.data[0].current_period_end * 1_000)
  /** Moves both clocks. Stripe’s messages wait for their delivery. */
  async function passUntil(time: Date) {
    shop.stripe.take()
    shop.world.passTime(Math.max(0, time.getTime() - shop.world.app.clock.now().getTime()))
    shop.stripe.passUntil(time)
  }
  /** The provider sends each message twice and the last one first. */
  async function deliverBadly() {
    const stripe = shop.stripe.take().toReversed()
    for (let time = 0; time < 2; time++)
      expect(new Set(await shop.deliverAll({ stripe, paypal: [] }))).toEqual(new Set([200]))
    await shop.world.work()
  }

  test('a card pays a plan without a secret, and messages change nothing more', async () => {
    const started = await start(shop.cards.approve)
    expect(started).toMatchObject({ state: 'open', clientSecret: null, paymentUrl: null })
    expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'paid', refused: [] })
    await shop.world.work()
    expect(await planOf()).toBe('growth')
    expect(await mine()).toMatchObject({ status: 'active', price: 5.99, paidWith: 'Visa, ends 4242' })
    await deliverBadly()
    expect(await centsOf()).toEqual([599])
  })

  test('a plan is delivered by the messages alone', async () => {
    await start(shop.cards.approve)
    await deliverBadly()
    expect(await planOf()).toBe('growth')
    expect(await centsOf()).toEqual([599])
  })

  test('3-D Secure asks first, and the plan begins after the answer', async () => {
    const started = await start(shop.cards.challenge)
    expect(started).toMatchObject({ state: 'open', clientSecret: expect.stringContaining('_secret_') })
    expect(await planOf()).toBe('free')
    shop.stripe.endChallenge(started.clientSecret!, false)
    await expect(shop.confirm(started, buyer)).rejects.toMatchObject({ status: 402 })
    await shop.stripe.confirmCard(started.clientSecret!, shop.cards.approve)
    expect(await shop.confirm(started, { ...buyer, call: await back() })).toMatchObject({ state: 'paid' })
    await shop.world.work()
    expect(await planOf()).toBe('growth')
  })

  test.each(['pm_card_chargeDeclined', 'pm_card_chargeCustomerFail'])('%s buys nothing', async (card) => {
    await expect(start(card)).rejects.toMatchObject({
      status: 402,
      message: 'Your card was declined. Nothing was charged.',
    })
    expect(await mine()).toBeUndefined()
    await buy()
    expect(await planOf()).toBe('growth')
  })

  test('Google Pay begins a plan on Stripe’s page', async () => {
    const started = await start(null, GROWTH, 'google')
    const address = await shop.visit(started.paymentUrl!, `card=${shop.cards.approve}`)
    expect(new URL(address!).searchParams.get('sessionId')).toBe(started.sessionId)
    await deliverBadly()
    expect(await shop.confirm(started, { ...buyer, call: await back() })).toMatchObject({ state: 'paid' })
    expect(await planOf()).toBe('growth')
    expect(await centsOf()).toEqual([599])
  })

  test('a renewal is booked once, however late and often it is told', async () => {
    const reference = await buy()
    const end = endOf(reference)
    await passUntil(end)
    shop.world.passTime(2 * DAY)
    await deliverBadly()
    expect(await centsOf()).toEqual([599, 599])
    expect(await mine()).toMatchObject({ status: 'active' })
    await shop.world.takeDue()
    expect(await centsOf()).toEqual([599, 599])
  })

  test('a renewal is found without any message', async () => {
    const reference = await buy()
    await passUntil(new Date(endOf(reference).getTime() + DAY))
    shop.stripe.take()
    await shop.world.takeDue()
    await shop.world.work()
    expect(await centsOf()).toEqual([599, 599])
  })

  test('a canceled plan is resumed, and canceled again it ends with its period', async () => {
    const reference = await buy()
    expect(await change('cancel')).toMatchObject({ status: 'canceled', canResume: true })
    expect(shop.stripe.subscription(reference)).toMatchObject({ status: 'active', cancel_at_period_end: true })
    expect(await change('resume')).toMatchObject({ status: 'active', paymentUrl: null })
    await passUntil(endOf(reference))
    await deliverBadly()
    expect(await centsOf()).toEqual([599, 599])
    await change('cancel')
    await passUntil(endOf(reference))
    await deliverBadly()
    expect(await planOf()).toBe('free')
    expect(await mine()).toMatchObject({ status: 'canceled', canResume: false })
    await expect(change('resume')).rejects.toMatchObject({ status: 409 })
    expect(await centsOf()).toEqual([599, 599])
  })

  test('renewals that fail pause the plan, and resuming charges now', async () => {
    const reference = await buy('pm_card_paysOnce')
    const end = endOf(reference)
    await passUntil(end)
    await deliverBadly()
    expect(await mine()).toMatchObject({ isOverdue: true, failure: 'Your card was declined.' })
    await passUntil(new Date(end.getTime() + 6 * DAY))
    await deliverBadly()
    expect(await mine()).toMatchObject({ status: 'paused', canResume: true })
    expect(await planOf()).toBe('free')
    await expect(change('resume')).rejects.toMatchObject({ status: 402 })
    shop.stripe.subscription(reference).default_payment_method = shop.cards.approve
    // the first answer stands for a day with the key of its press
    shop.stripe.forgetKeys()
    expect(await change('resume')).toMatchObject({ status: 'active' })
    await shop.world.work()
    expect(await planOf()).toBe('growth')
    expect(await centsOf()).toEqual([599, 599])
  })

  test('an upgrade takes the unused part off, and ends the former subscription', async () => {
    const former = await buy()
    const started = await start(shop.cards.approve, PRO)
    await shop.confirm(started, { ...buyer, call: await back() })
    await shop.world.work()
    await shop.world.takeDue()
    expect(await planOf()).toBe('pro')
    expect(shop.stripe.subscription(former)).toMatchObject({ status: 'canceled' })
    const [first, second] = await centsOf()
    expect(first).toBe(599)
    const price = shop.stripe.subscription(started.sessionId!).items.data[0].price.unit_amount!
    expect(second).toBeLessThan(price)
    expect(second).toBeGreaterThan(0)
  })

  test('a start whose answer is lost takes the money once', async () => {
    const before = atStripe().length
    for (let call = 0; call < 3; call++) {
      shop.stripe.trouble.lose = 2
      await expect(start(shop.cards.approve)).rejects.toMatchObject({ status: 503 })
    }
    shop.stripe.trouble.lose = 0
    await buy()
    expect(atStripe()).toHaveLength(before + 1)
    expect(await centsOf()).toEqual([599])
  })

  test('a renewal is refunded at the desk', async () => {
    const reference = await buy()
    await passUntil(endOf(reference))
    await deliverBadly()
    const order = await shop.world.app.db
      .selectFrom('shopOrder')
      .where('buyerId', '=', buyer.id)
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const admin = await shop.admin()
    const { lines } = await shop.orderAtDesk(admin, order.id)
    expect(await shop.refund(admin, order.id, [{ id: lines[0]!.id, amount: 5.99 }])).toMatchObject({
      state: 'refunded',
    })
  })
})
