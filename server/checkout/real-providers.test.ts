import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { beatLine } from '#test/checkout.ts'
import { createRealCheckout, type Method, type RealCheckout } from '#test/real-providers.ts'
import type { Person } from '#test/shop.ts'
import type { Intent, Refund } from '#test/stripe-objects.ts'

let shop: RealCheckout
let beatId: number
let buyer: Person
beforeAll(async () => {
  shop = await createRealCheckout()
})
beforeEach(async () => {
  shop.calm()
  beatId = await shop.addBeat({ title: 'Night Bus' })
  buyer = await shop.world.signUp()
})
afterAll(() => shop.close())

const METHODS = ['credit', 'google', 'paypal'] as const
const MINUTE = 60_000

const db = () => shop.world.app.db
const startBy = (method: Method, items = [beatLine(beatId)]) => shop.start(items, { buyer, method })
type Started = Awaited<ReturnType<typeof startBy>>

/** Payments of an order that its provider has taken, and the refunds there. */
const takenAt = (method: Method) => {
  const { stripe, paypal } = shop
  return method === 'paypal'
    ? [...paypal.orders.values()].filter(({ purchase_units: [unit] }) => unit.payments).length
    : stripe.all<Intent>('payment_intent').filter(({ status }) => status === 'succeeded').length
}
const refundsAt = (method: Method) =>
  method === 'paypal' ? shop.paypal.refunds.size : shop.stripe.all('refund').length
const begunAt = (method: Method) =>
  method === 'paypal'
    ? shop.paypal.orders.size
    : shop.stripe.all(method === 'google' ? 'checkout.session' : 'payment_intent').length

/** Everything that a paid order leaves, once. */
async function expectDelivered({ orderId }: Started, title = 'Night Bus') {
  expect(await shop.orderOf(orderId)).toMatchObject({ state: 'paid' })
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ title, state: 'owned' }])
  const receipts = await db()
    .selectFrom('mail')
    .where('recipient', '=', buyer.email)
    .where('kind', '=', 'receipt')
    .select('id')
    .execute()
  expect(receipts).toHaveLength(1)
  const entries = await db()
    .selectFrom('ledgerEntry')
    .where('reference', '=', String(orderId))
    .where('kind', '=', 'sale')
    .select('id')
    .execute()
  expect(entries).toHaveLength(1)
  expect(await refundsOf(orderId)).toEqual([])
}
async function expectNothingBought({ orderId }: Started, state: string) {
  expect(await shop.orderOf(orderId)).toMatchObject({ state })
  expect(await shop.purchasesOf(buyer)).toEqual([])
}
const refundsOf = (orderId: number) =>
  db().selectFrom('refund').where('orderId', '=', orderId).select(['state', 'cents', 'failure']).orderBy('id').execute()
const paymentOf = (orderId: number) =>
  db().selectFrom('payment').where('orderId', '=', orderId).selectAll().executeTakeFirstOrThrow()
async function passTime(milliseconds: number) {
  shop.world.passTime(milliseconds)
  const { email, password } = buyer
  const tokens = await shop.world.guest('POST /auth/login', { body: { email, password } })
  buyer.call = shop.world.clientFor(() => tokens.accessToken)
}

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
const intentOf = ({ sessionId }: Started) =>
  shop.stripe.intent(
    sessionId!.startsWith('cs_') ? (shop.stripe.session(sessionId!).payment_intent as string) : sessionId,
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

describe('a message is refused, and changes nothing,', () => {
  const HOUR = 60 * MINUTE
  let started: Started
  const paidBy = async (method: Method) => {
    started = await startBy(method)
    await shop.act(method, started, 'approve')
    return shop.emulatorOf(method).take().at(-1)!
  }
  const isRefused = async (to: 'stripe' | 'paypal', message: Parameters<RealCheckout['deliver']>[1]) => {
    expect(await shop.deliver(to, message)).toBe(400)
    await expectNothingBought(started, 'open')
    expect(
      await db().selectFrom('providerEvent').where('reference', '=', started.sessionId!).select('eventId').execute(),
    ).toEqual([])
  }
  const spaced = (body: Buffer) => Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1))

  test.each(['credit', 'google', 'paypal'] as const)(
    '%s: with other bytes, without a signature, at another address',
    async (method) => {
      const { headers, body } = await paidBy(method)
      const to = method === 'paypal' ? 'paypal' : 'stripe'
      await isRefused(to, { headers, body: spaced(body) })
      await isRefused(to, { headers: {}, body })
      await isRefused(to, { headers, body: Buffer.alloc(0) })
      await isRefused(to === 'paypal' ? 'stripe' : 'paypal', { headers, body })
      const elsewhere = await shop.world.http.inject({
        method: 'POST',
        url: '/webhooks/sandbox',
        headers,
        payload: body,
      })
      expect(elsewhere.statusCode).toBe(404)
      await expectNothingBought(started, 'open')
      expect(await shop.deliver(to, { headers, body })).toBe(200)
      if (method === 'paypal') await shop.deliverAll()
      await expectDelivered(started)
    },
  )

  test('Stripe: from the other mode, or old', async () => {
    await paidBy('credit')
    const intent = intentOf(started)
    const seconds = Math.floor(Date.now() / 1_000)
    for (const over of [{ livemode: true }, { at: seconds - 600 }]) {
      shop.stripe.say('payment_intent.succeeded', intent, over)
      await isRefused('stripe', shop.stripe.take()[0]!)
    }
  })

  test('PayPal: for another webhook, or old', async () => {
    const { body } = await paidBy('paypal')
    for (const over of [{ webhookId: 'another' }, { at: new Date(Date.now() - 5 * 24 * HOUR) }])
      await isRefused('paypal', shop.paypal.signed(body, over))
  })
})

test.each(METHODS)('%s: a message is repeated by its provider while the provider itself is silent', async (method) => {
  const started = await startBy(method)
  await shop.act(method, started, 'approve')
  const messages = { stripe: shop.stripe.take(), paypal: shop.paypal.take() }
  const { trouble } = shop.emulatorOf(method)
  trouble.status = 503
  expect(Math.max(...(await shop.deliverAll(messages)))).toBeGreaterThanOrEqual(500)
  await expectNothingBought(started, 'open')
  trouble.status = undefined
  expect(new Set(await shop.deliverAll(messages))).toEqual(new Set([200]))
  await expectDelivered(started)
})

describe.each(METHODS)('%s, refunded:', (method) => {
  let started: Started
  let admin: Person
  let before = 0
  beforeEach(async () => {
    started = await startBy(method, [beatLine(beatId), { type: 'kit', kitId: await shop.addKit() }])
    await shop.act(method, started, 'approve')
    await shop.confirm(started, buyer)
    await shop.deliverAll()
    admin = await shop.admin()
    before = refundsAt(method)
  })
  const order = () => admin.call('GET /admin/orders/:id', { params: { id: started.orderId } })
  async function refund(...amounts: [position: number, amount: number][]) {
    const { lines } = await order()
    return admin.call('POST /admin/orders/:id/refund', {
      params: { id: started.orderId },
      body: { lines: amounts.map(([position, amount]) => ({ id: lines[position]!.id, amount })), reason: 'Asked' },
    })
  }
  const states = async () => (await shop.purchasesOf(buyer)).map(({ state }) => state)
  const sumAt = () =>
    method === 'paypal'
      ? [...shop.paypal.refunds.values()].slice(before).reduce((sum, { amount }) => sum + Number(amount.value), 0)
      : shop.stripe
          .all<Refund>('refund')
          .slice(before)
          .reduce((sum, { amount }) => sum + amount, 0) / 100
  const mails = () =>
    db().selectFrom('mail').where('recipient', '=', buyer.email).where('kind', '=', 'refund').select('id').execute()

  test('in full, once', async () => {
    expect(await refund([0, 29.95], [1, 19])).toMatchObject({ state: 'refunded' })
    await expect(refund([0, 0.01])).rejects.toMatchObject({ error: 'too_much' })
    await shop.deliverAll()
    await shop.world.takeDue()
    expect(await states()).toEqual(['refunded', 'refunded'])
    expect(sumAt()).toBeCloseTo(48.95)
    expect(refundsAt(method)).toBe(before + 1)
    expect(await mails()).toHaveLength(1)
  })

  test('in parts, never above what was paid', async () => {
    expect(await refund([0, 10])).toMatchObject({ state: 'partly refunded' })
    expect(await states()).toEqual(['owned', 'owned'])
    await expect(refund([0, 19.96])).rejects.toMatchObject({ error: 'too_much' })
    await refund([0, 19.95])
    await shop.deliverAll()
    expect(await states()).toEqual(['refunded', 'owned'])
    expect(sumAt()).toBeCloseTo(29.95)
  })

  test('twice at the same moment, once', async () => {
    const outcomes = await Promise.allSettled([refund([0, 29.95]), refund([0, 29.95])])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(sumAt()).toBeCloseTo(29.95)
  })

  test('with a lost answer, once', async () => {
    shop.emulatorOf(method).trouble.lose = 2
    expect(await refund([0, 29.95])).toMatchObject({ state: 'refund pending' })
    expect(await states()).toEqual(['owned', 'owned'])
    await shop.world.takeDue()
    expect(await order()).toMatchObject({ state: 'refund pending' })
    await passTimeAsAdmin(2 * MINUTE)
    await shop.world.takeDue()
    expect(await order()).toMatchObject({ state: 'partly refunded' })
    expect(refundsAt(method)).toBe(before + 1)
    expect(await states()).toEqual(['refunded', 'owned'])
  })

  test('that waits and then fails is sent again', async () => {
    shop.stripe.ways.refunds = 'pending'
    shop.paypal.ways.refunds = 'PENDING'
    expect(await refund([0, 29.95])).toMatchObject({ state: 'refund pending' })
    const { reference } = await db()
      .selectFrom('refund')
      .where('orderId', '=', started.orderId)
      .select('reference')
      .executeTakeFirstOrThrow()
    shop.stripe.take()
    shop.paypal.take()
    if (method === 'paypal') shop.paypal.settleRefund(reference!, 'FAILED')
    else shop.stripe.settleRefund(reference!, 'failed')
    expect(await shop.deliverAll()).toEqual([200])
    expect(await refundsOf(started.orderId)).toMatchObject([{ state: 'pending', failure: expect.any(String) }])
    expect(await states()).toEqual(['owned', 'owned'])
    shop.stripe.ways.refunds = 'succeeded'
    shop.paypal.ways.refunds = 'COMPLETED'
    await passTimeAsAdmin(2 * MINUTE)
    await shop.world.takeDue()
    expect(await order()).toMatchObject({ state: 'partly refunded' })
    expect(await states()).toEqual(['refunded', 'owned'])
    expect(refundsAt(method)).toBe(before + 2)
    expect(await mails()).toHaveLength(1)
  })

  test('that comes back weeks after it was done is sent again, and the buyer loses nothing twice', async () => {
    expect(await refund([0, 29.95])).toMatchObject({ state: 'partly refunded' })
    const ledger = await shop.ledger()
    const { reference } = await db()
      .selectFrom('refund')
      .where('orderId', '=', started.orderId)
      .select('reference')
      .executeTakeFirstOrThrow()
    shop.stripe.take()
    shop.paypal.take()
    if (method === 'paypal') shop.paypal.settleRefund(reference!, 'FAILED')
    else shop.stripe.settleRefund(reference!, 'failed')
    const messages = { stripe: shop.stripe.take(), paypal: shop.paypal.take() }
    const { trouble } = shop.emulatorOf(method)
    trouble.status = 503
    expect((await shop.deliverAll(messages))[0]).toBeGreaterThanOrEqual(500)
    trouble.status = undefined
    for (let time = 0; time < 2; time++) expect(await shop.deliverAll(messages)).toEqual([200])
    expect(await order()).toMatchObject({ state: 'refund pending', lines: [{ refunded: 29.95 }, { refunded: 0 }] })
    expect((await shop.ledger())['house']).toBeCloseTo((ledger['house'] ?? 0) + 29.95)
    await shop.world.takeDue()
    expect(await order()).toMatchObject({ state: 'partly refunded', lines: [{ refunded: 29.95 }, { refunded: 0 }] })
    expect(await states()).toEqual(['refunded', 'owned'])
    expect(refundsAt(method)).toBe(before + 2)
    expect(await shop.ledger()).toEqual({ house: 0, ...ledger })
    await shop.deliverAll(messages)
    await shop.world.takeDue()
    expect(refundsAt(method)).toBe(before + 2)
  })

  test('that the provider refuses is sent again', async () => {
    const { trouble } = shop.emulatorOf(method)
    const { body } = trouble
    const message = 'Insufficient funds in the account.'
    Object.assign(trouble, {
      status: 400,
      body:
        method === 'paypal'
          ? { name: 'UNPROCESSABLE_ENTITY', message }
          : { error: { type: 'invalid_request_error', message } },
    })
    expect(await refund([0, 29.95])).toMatchObject({ state: 'refund pending' })
    expect(await refundsOf(started.orderId)).toMatchObject([{ state: 'pending', failure: message }])
    Object.assign(trouble, { status: undefined, body })
    await passTimeAsAdmin(2 * MINUTE)
    await shop.world.takeDue()
    expect(await order()).toMatchObject({ state: 'partly refunded' })
    expect(refundsAt(method)).toBe(before + 1)
  })

  /** The admin signs in again. */
  async function passTimeAsAdmin(milliseconds: number) {
    shop.world.passTime(milliseconds)
    const { email, password } = admin
    const tokens = await shop.world.guest('POST /auth/login', { body: { email, password } })
    admin.call = shop.world.clientFor(() => tokens.accessToken)
  }
})

describe.each(METHODS)('%s, disputed:', (method) => {
  let started: Started
  let dispute: string
  let before = 0
  const earnings = async () => (await shop.ledger())[`earnings ${shop.owner.id}`] ?? 0
  beforeEach(async () => {
    started = await startBy(method)
    await shop.act(method, started, 'approve')
    await shop.confirm(started, buyer)
    await shop.deliverAll()
    before = await earnings()
    dispute =
      method === 'paypal' ? shop.paypal.newDispute(started.sessionId!) : shop.stripe.newDispute(intentOf(started).id)
    const messages = { stripe: shop.stripe.take(), paypal: shop.paypal.take() }
    for (let time = 0; time < 2; time++) expect(await shop.deliverAll(messages)).toEqual([200])
    expect(await earnings()).toBeCloseTo(before - 29.95)
  })
  const end = (state: 'won' | 'lost') => {
    if (method !== 'paypal') return shop.stripe.changeDispute(dispute, state)
    shop.paypal.changeDispute(dispute, 'RESOLVED', state === 'won' ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR')
  }
  async function deliverTwice() {
    const messages = { stripe: shop.stripe.take(), paypal: shop.paypal.take() }
    for (let time = 0; time < 2; time++) expect(await shop.deliverAll(messages)).toEqual([200])
  }

  test('won, the seller has the money back', async () => {
    end('won')
    await deliverTwice()
    expect(await earnings()).toBeCloseTo(before)
    expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'owned' }])
  })

  test('open, nothing is refunded besides', async () => {
    const admin = await shop.admin()
    const params = { id: started.orderId }
    const { lines } = await admin.call('GET /admin/orders/:id', { params })
    const body = { lines: [{ id: lines[0]!.id, amount: 29.95 }], reason: 'Asked' }
    await expect(admin.call('POST /admin/orders/:id/refund', { params, body })).rejects.toMatchObject({
      status: 409,
      error: 'disputed',
    })
    expect(await refundsOf(started.orderId)).toEqual([])
  })

  test('lost, the buyer loses the license', async () => {
    end('lost')
    await deliverTwice()
    expect(await earnings()).toBeCloseTo(before - 29.95)
    expect((await shop.purchasesOf(buyer)).map(({ state }) => state)).not.toContain('owned')
  })
})

describe.each(METHODS)('%s: after somebody bought the beat exclusively,', (method) => {
  const buyExclusively = async () => {
    const other = await shop.world.signUp()
    const started = await shop.start([beatLine(beatId, 'EXCLUSIVE')], { buyer: other, method: 'credit' })
    await shop.act('credit', started, 'approve')
    expect(await shop.confirm(started, other)).toMatchObject({ state: 'paid' })
    return other
  }
  const expectReturned = async ({ orderId }: Started, cents: number) => {
    await shop.deliverAll()
    await shop.world.takeDue()
    await shop.deliverAll()
    await shop.world.takeDue()
    expect(await refundsOf(orderId)).toMatchObject([{ state: 'done', cents }])
    expect((await shop.ledger())['house'] ?? 0).toBe(0)
    const mails = await db()
      .selectFrom('mail')
      .where('recipient', '=', buyer.email)
      .where('kind', '=', 'refund')
      .select('id')
      .execute()
    expect(mails).toHaveLength(1)
    expect(await shop.purchasesOf(buyer)).toEqual([])
  }

  test('a lease that is paid late is refunded and told once', async () => {
    const before = refundsAt(method)
    const started = await startBy(method)
    await buyExclusively()
    await shop.act(method, started, 'approve')
    expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'paid', refused: [{ title: 'Night Bus' }] })
    await expectReturned(started, 2_995)
    expect(refundsAt(method)).toBe(before + 1)
  })

  test('another exclusive payment that comes through late is refunded and told once', async () => {
    shop.stripe.ways.payments = 'processing'
    shop.paypal.ways.captures = 'PENDING'
    const before = refundsAt(method)
    const started = await startBy(method, [beatLine(beatId, 'EXCLUSIVE')])
    await shop.act(method, started, 'approve')
    expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'processing' })
    await passTime(31 * MINUTE)
    await shop.world.takeDue()
    Object.assign(shop.stripe.ways, { payments: 'succeeded' })
    const owner = await buyExclusively()
    if (method === 'paypal') shop.paypal.settle(shop.paypal.order(started.sessionId!), 'COMPLETED')
    else shop.stripe.succeed(intentOf(started))
    await expectReturned(started, 49_900)
    expect(refundsAt(method)).toBe(before + 1)
    expect(await shop.purchasesOf(owner)).toMatchObject([{ licenseType: 'EXCLUSIVE', state: 'owned' }])
  })
})

test.each(METHODS)('%s: a payment that comes through after its order has ended goes back once', async (method) => {
  const before = refundsAt(method)
  const started = await startBy(method)
  await shop.act(method, started, 'approve')
  if (method === 'paypal') shop.paypal.captureOrder(shop.paypal.order(started.sessionId!))
  // as if the provider had told the end of the payment just before
  await db()
    .updateTable('payment')
    .set({ state: 'canceled', dueAt: null })
    .where('orderId', '=', started.orderId)
    .execute()
  await db()
    .updateTable('shopOrder')
    .set({ state: 'canceled', closedAt: new Date() })
    .where('id', '=', started.orderId)
    .execute()
  const messages = { stripe: shop.stripe.take(), paypal: shop.paypal.take() }
  for (let time = 0; time < 2; time++) {
    expect(new Set(await shop.deliverAll(messages))).toEqual(new Set([200]))
    await shop.world.takeDue()
  }
  await expect(shop.confirm(started, buyer)).rejects.toMatchObject({ status: 409, error: 'paid_too_late' })
  await expectNothingBought(started, 'canceled')
  expect(await refundsOf(started.orderId)).toMatchObject([{ state: 'done', cents: 2_995 }])
  expect(refundsAt(method)).toBe(before + 1)
  expect((await shop.ledger())['house'] ?? 0).toBe(0)
})
