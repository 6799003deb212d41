import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { beatLine } from '#test/checkout.ts'
import { createRealOrders, METHODS } from '#test/real-orders.ts'
import type { Method } from '#test/real-providers.ts'
import type { Person } from '#test/shop.ts'
import type { Intent } from '#test/stripe-objects.ts'

const { shop, begin, db, startBy, expectDelivered, expectNothingBought, intentOf, passTime } = await createRealOrders()
let beatId: number
let buyer: Person
beforeEach(async () => {
  ;({ beatId, buyer } = await begin())
})
afterAll(() => shop.close())

const MINUTE = 60_000

/** Payments of an order that its provider has taken. */
const takenAt = (method: Method) => {
  const { stripe, paypal } = shop
  return method === 'paypal'
    ? [...paypal.orders.values()].filter(({ purchase_units: [unit] }) => unit.payments).length
    : stripe.all<Intent>('payment_intent').filter(({ status }) => status === 'succeeded').length
}
const begunAt = (method: Method) =>
  method === 'paypal'
    ? shop.paypal.orders.size
    : shop.stripe.all(method === 'google' ? 'checkout.session' : 'payment_intent').length

const paymentOf = (orderId: number) =>
  db().selectFrom('payment').where('orderId', '=', orderId).selectAll().executeTakeFirstOrThrow()

describe.each(METHODS)('%s', (method) => {
  const taken = () => takenAt(method)
  let before = 0
  beforeEach(() => {
    before = taken()
  })

  test('pays, and comes back to the order', async () => {
    const started = await startBy(method)
    const back = await shop.act(method, started, 'approve')
    if (back !== null) {
      const { pathname, searchParams } = new URL(back)
      expect(pathname).toBe('/payment/confirm')
      expect(searchParams.get(method === 'paypal' ? 'token' : 'sessionId')).toBe(started.sessionId)
      expect(searchParams.get('orderId')).toBe(String(started.orderId))
    }
    expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'paid', orderId: started.orderId })
    await expectDelivered(started)
    expect(taken()).toBe(before + 1)
    expect(await paymentOf(started.orderId)).toMatchObject({
      feeCents: method === 'paypal' ? 154 : expect.any(Number),
      paidWith: method === 'paypal' ? 'PayPal' : 'Visa, ends 4242',
    })
  })

  test('is declined, then pays the same order', async () => {
    const started = await startBy(method)
    await shop.act(method, started, 'decline')
    await expect(shop.confirm(started, buyer)).rejects.toMatchObject({
      status: 402,
      error: 'payment_failed',
      message: expect.stringMatching(/declined.* Nothing was charged\.$/),
    })
    await expectNothingBought(started, 'open')
    const again = await startBy(method)
    expect(again).toEqual(started)
    await shop.act(method, again, 'approve')
    expect(await shop.confirm(again, buyer)).toMatchObject({ state: 'paid' })
    await expectDelivered(started)
    expect(taken()).toBe(before + 1)
  })

  test('tells a decline also when the provider’s message came first', async () => {
    const started = await startBy(method)
    await shop.act(method, started, 'decline')
    await shop.deliverAll()
    await expect(shop.confirm(started, buyer)).rejects.toMatchObject({ status: 402, error: 'payment_failed' })
  })

  test('is delivered by the message alone', async () => {
    const started = await startBy(method)
    await shop.act(method, started, 'approve')
    expect(await shop.deliverAll()).not.toContain(400)
    await shop.deliverAll() // what the shop's own capture caused
    await expectDelivered(started)
    expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'paid' })
    await expectDelivered(started)
  })

  test('is delivered once by messages that come late, twice and in reverse', async () => {
    const started = await startBy(method)
    await shop.act(method, started, 'approve')
    await shop.confirm(started, buyer)
    const [stripe, paypal] = [shop.stripe.take().toReversed(), shop.paypal.take().toReversed()]
    for (let time = 0; time < 2; time++)
      expect(new Set(await shop.deliverAll({ stripe, paypal }))).toEqual(new Set([200]))
    await expectDelivered(started)
    expect(taken()).toBe(before + 1)
  })

  test('is delivered once by the return and all messages at the same time', async () => {
    const started = await startBy(method)
    await shop.act(method, started, 'approve')
    const messages = shop.emulatorOf(method).take()
    const to = method === 'paypal' ? 'paypal' : 'stripe'
    await Promise.all([
      ...[...messages, ...messages].map((message) => shop.deliver(to, message)),
      shop.confirm(started, buyer),
      shop.confirm(started, buyer),
    ])
    await expectDelivered(started)
    expect(taken()).toBe(before + 1)
  })

  test('is delivered by the shop’s own look when no message and no browser comes', async () => {
    const started = await startBy(method)
    await shop.act(method, started, 'approve')
    await shop.world.takeDue()
    await expectNothingBought(started, 'open')
    await passTime(2 * MINUTE)
    await shop.world.takeDue()
    await expectDelivered(started)
  })

  test('a double click begins one payment', async () => {
    const begun = begunAt(method)
    const total = 29.95
    const [one, other] = await Promise.all([
      shop.start([beatLine(beatId)], { buyer, method, total }),
      shop.start([beatLine(beatId)], { buyer, method, total }),
    ])
    expect(one).toEqual(other)
    expect(begunAt(method)).toBe(begun + 1)
  })

  test('a start whose answer is lost begins one payment', async () => {
    const begun = begunAt(method)
    shop.emulatorOf(method).trouble.lose = 2
    await expect(startBy(method)).rejects.toMatchObject({ status: 503, error: 'provider_down' })
    const started = await startBy(method)
    expect(begunAt(method)).toBe(begun + 1)
    await shop.act(method, started, 'approve')
    expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'paid' })
    await expectDelivered(started)
  })

  test('a start whose answer is lost, and that nobody repeats, ends without a charge', async () => {
    shop.emulatorOf(method).trouble.lose = 2
    await expect(startBy(method)).rejects.toMatchObject({ status: 503 })
    await passTime(2 * MINUTE)
    await shop.world.takeDue()
    await passTime(24 * 60 * MINUTE)
    await shop.world.takeDue()
    const [order] = await db().selectFrom('shopOrder').where('buyerId', '=', buyer.id).select('state').execute()
    expect(['canceled', 'expired']).toContain(order?.state)
    expect(taken()).toBe(before)
  })

  test('a provider that falls silent after the buyer paid charges once and delivers', async () => {
    const started = await startBy(method)
    await shop.act(method, started, 'approve')
    const { trouble } = shop.emulatorOf(method)
    if (method === 'paypal') {
      trouble.lose = 2 // the capture is carried out
      await expect(shop.confirm(started, buyer)).rejects.toMatchObject({ status: 503 })
    }
    trouble.status = 503
    await expect(shop.confirm(started, buyer)).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('do not pay again'),
    })
    const { orderId } = started
    const next = method === 'paypal' ? 'credit' : 'paypal'
    const stillAsking = { status: 503, message: expect.stringContaining('do not pay again') }
    await expect(startBy(next)).rejects.toMatchObject(stillAsking)
    await expect(buyer.call('POST /checkout/cancel', { body: { orderId } })).rejects.toMatchObject(stillAsking)
    trouble.status = undefined
    await expect(startBy(next)).rejects.toMatchObject({ error: 'already_paid', details: { orderId } })
    await expectDelivered(started)
    expect(taken()).toBe(before + 1)
  })

  test('another start ends the open payment, which charges nothing any more', async () => {
    const started = await startBy(method)
    const next = method === 'credit' ? 'paypal' : 'credit'
    const other = await startBy(next)
    expect(other.orderId).not.toBe(started.orderId)
    await expectNothingBought(started, 'canceled')
    await shop.act(method, started, 'approve').catch(() => null)
    await shop.deliverAll()
    await expect(shop.confirm(started, buyer)).rejects.toMatchObject({ status: 409, error: 'payment_ended' })
    await expectNothingBought(started, 'canceled')
    expect(taken()).toBe(before)
    await shop.act(next, other, 'approve')
    await shop.confirm(other, buyer)
    await expectDelivered(other)
  })

  test('a canceled order can’t be paid', async () => {
    const started = await startBy(method)
    expect(await buyer.call('POST /checkout/cancel', { body: { orderId: started.orderId } })).toEqual({
      state: 'canceled',
    })
    await shop.act(method, started, 'approve').catch(() => null)
    await shop.deliverAll()
    await passTime(10 * MINUTE)
    await shop.world.takeDue()
    await expectNothingBought(started, 'canceled')
    expect(taken()).toBe(before)
  })
})

test('a challenged card pays after its holder passed, and not before', async () => {
  const started = await startBy('credit')
  const challenge = () => shop.stripe.confirmCard(started.clientSecret!, shop.cards.challenge)
  await challenge()
  await shop.deliverAll()
  expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'open' })
  shop.stripe.endChallenge(started.clientSecret!, false)
  await expect(shop.confirm(started, buyer)).rejects.toMatchObject({ status: 402, error: 'payment_failed' })
  await expectNothingBought(started, 'open')
  await challenge()
  shop.stripe.endChallenge(started.clientSecret!, true)
  expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'paid' })
  await expectDelivered(started)
})

test.each(['google', 'paypal'] as const)(
  '%s: the way back without paying leaves the cart and the order',
  async (method) => {
    const started = await startBy(method)
    const back = await shop.visit(started.paymentUrl!, method === 'paypal' ? 'choice=cancel' : 'cancel')
    expect(back).toMatch(new RegExp(`/checkout\\?canceled=${started.orderId}$`))
    await shop.deliverAll()
    await expectNothingBought(started, 'open')
    expect(await startBy(method)).toEqual(started)
  },
)

test.each(['credit', 'google', 'paypal'] as const)(
  '%s: a payment under review delivers when it is through',
  async (method) => {
    shop.stripe.ways.payments = 'processing'
    shop.paypal.ways.captures = 'PENDING'
    const started = await startBy(method)
    await shop.act(method, started, 'approve')
    expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'processing' })
    await shop.deliverAll()
    await expectNothingBought(started, 'open')
    await expect(buyer.call('POST /checkout/cancel', { body: { orderId: started.orderId } })).rejects.toMatchObject({
      error: 'still_paying',
    })
    if (method === 'paypal') shop.paypal.settle(shop.paypal.order(started.sessionId!), 'COMPLETED')
    else shop.stripe.succeed(intentOf(started))
    await shop.deliverAll()
    await expectDelivered(started)
  },
)

test('a PayPal payment under review that PayPal refuses ends its order, and the cart can be paid again', async () => {
  shop.paypal.ways.captures = 'PENDING'
  const started = await startBy('paypal')
  await shop.act('paypal', started, 'approve')
  expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'processing' })
  shop.paypal.settle(shop.paypal.order(started.sessionId!), 'DECLINED')
  await shop.deliverAll()
  await expectNothingBought(started, 'canceled')
  shop.paypal.ways.captures = 'COMPLETED'
  const again = await startBy('paypal')
  await shop.act('paypal', again, 'approve')
  await shop.confirm(again, buyer)
  await expectDelivered(again)
})

test('a PayPal order that its buyer approves after the shop has ended it is never captured', async () => {
  const started = await startBy('paypal', [beatLine(beatId, 'EXCLUSIVE')])
  await passTime(31 * MINUTE)
  await shop.world.takeDue()
  await expectNothingBought(started, 'expired')
  await shop.act('paypal', started, 'approve')
  await shop.deliverAll()
  await expect(shop.confirm(started, buyer)).rejects.toMatchObject({ error: 'payment_ended' })
  await passTime(60 * MINUTE)
  await shop.world.takeDue()
  expect(shop.paypal.count('POST', /capture$/)).toBe(0)
  await expectNothingBought(started, 'expired')
})
