import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { usd } from '#test/paypal-values.ts'
import { beatLine } from '#test/checkout.ts'
import { createRealOrders, METHODS } from '#test/real-orders.ts'
import type { Started } from '#test/real-providers.ts'
import type { Person } from '#test/shop.ts'

const { shop, begin, db, startBy, intentOf, refundsAt, refundsOf } = await createRealOrders()
let beatId: number
let buyer: Person
let admin: Person
let started: Started
beforeEach(async () => {
  ;({ beatId, buyer } = await begin())
  admin = await shop.admin()
})
afterAll(() => shop.close())

const order = () => admin.call('GET /admin/orders/:id', { params: { id: started.orderId } })
const states = async () => (await shop.purchasesOf(buyer)).map(({ state }) => state)
const mails = () =>
  db().selectFrom('mail').where('recipient', '=', buyer.email).where('kind', '=', 'refund').select('text').execute()

const REFUSAL = 'Insufficient funds in the account.'

describe.each(METHODS)('%s, refunded at the provider itself:', (method) => {
  async function buy(lines = [beatLine(beatId)]) {
    started = await startBy(method, lines)
    await shop.act(method, started, 'approve')
    await shop.confirm(started, buyer)
    await shop.deliverAll()
  }
  /** As an operator does in the provider's dashboard. */
  function refundThere(cents: number) {
    if (method !== 'paypal') return void shop.stripe.newRefund(intentOf(started).id, cents, {})
    const [{ payments }] = shop.paypal.order(started.sessionId!).purchase_units
    shop.paypal.newRefund(payments!.captures[0]!.id, usd(cents))
  }
  /** The provider has no money for refunds. Gives the function that ends this. */
  function refuseCalls() {
    const { trouble } = shop.emulatorOf(method)
    const { body } = trouble
    const refusal =
      method === 'paypal'
        ? { name: 'UNPROCESSABLE_ENTITY', message: REFUSAL }
        : { error: { type: 'invalid_request_error', message: REFUSAL } }
    Object.assign(trouble, { status: 400, body: refusal })
    return () => Object.assign(trouble, { status: undefined, body })
  }
  /** The messages about it come, and the rounds of the next minutes. */
  async function told() {
    await shop.deliverAll()
    for (let round = 0; round < 2; round++) await shop.world.takeDue()
  }

  test('the whole sum is booked, and the buyer loses the license, once', async () => {
    const before = await shop.ledger()
    await buy()
    refundThere(2995)
    const made = refundsAt(method)
    await told()
    await told()
    expect(await order()).toMatchObject({ state: 'refunded', difference: null, lines: [{ refunded: 29.95 }] })
    expect(await states()).toEqual(['refunded'])
    expect(refundsAt(method), 'the shop sends nothing').toBe(made)
    expect(await refundsOf(started.orderId)).toEqual([{ state: 'done', cents: 2995, failure: null }])
    expect(await mails()).toEqual([{ text: expect.stringContaining('Refunded at the payment provider.') }])
    const { [`earnings ${shop.owner.id}`]: earned = 0 } = await shop.ledger()
    expect(earned).toBe(before[`earnings ${shop.owner.id}`] ?? 0)
  })

  test('it is booked once, although the provider is silent when it is told of', async () => {
    await buy()
    refundThere(2995)
    const messages = { stripe: shop.stripe.take(), paypal: shop.paypal.take() }
    const { trouble } = shop.emulatorOf(method)
    trouble.status = 503
    expect(Math.max(...(await shop.deliverAll(messages)))).toBeGreaterThanOrEqual(500)
    trouble.status = undefined
    expect(new Set(await shop.deliverAll(messages))).toEqual(new Set([200]))
    await told()
    expect(await order()).toMatchObject({ state: 'refunded', difference: null, lines: [{ refunded: 29.95 }] })
    expect(await refundsOf(started.orderId)).toEqual([{ state: 'done', cents: 2995, failure: null }])
  })

  test('a part of an only line is booked; parts of several lines stand at the desk until they are all', async () => {
    await buy()
    refundThere(1000)
    await told()
    expect(await order()).toMatchObject({ state: 'partly refunded', lines: [{ refunded: 10 }] })
    expect(await states()).toEqual(['owned'])

    await buy([beatLine(beatId, 'WAV'), { type: 'kit', kitId: await shop.addKit() }])
    const { total } = await order()
    refundThere(1000)
    await told()
    expect(await order()).toMatchObject({
      state: 'paid',
      difference: '$10.00 went back at the provider itself. It is not clear for which lines.',
    })
    refundThere(total * 100 - 1000)
    await told()
    expect(await order()).toMatchObject({ state: 'refunded', difference: null })
    expect(await states()).toEqual(['owned', 'refunded', 'refunded'])
  })

  test('a refund of the shop that was refused, and then made by hand, is done', async () => {
    await buy()
    const accept = refuseCalls()
    const { lines } = await order()
    await shop.refund(admin, started.orderId, [{ id: lines[0]!.id, amount: 29.95 }])
    expect(await refundsOf(started.orderId)).toEqual([{ state: 'pending', cents: 2995, failure: REFUSAL }])
    accept()
    refundThere(2995)
    await told()
    expect(await refundsOf(started.orderId)).toEqual([{ state: 'done', cents: 2995, failure: null }])
    expect(await states()).toEqual(['refunded'])
  })

  test('a refund of the shop that was made by hand is not sent again beside one that is not clear', async () => {
    await buy([beatLine(beatId, 'WAV'), { type: 'kit', kitId: await shop.addKit() }])
    shop.emulatorOf(method).trouble.status = 503
    const { lines } = await order()
    await shop.refund(admin, started.orderId, [{ id: lines[0]!.id, amount: 5 }])
    shop.emulatorOf(method).trouble.status = undefined
    refundThere(700)
    refundThere(500)
    const made = refundsAt(method)
    await shop.deliverAll()
    await shop.world.takeDue()
    expect(await order()).toMatchObject({ difference: expect.stringMatching(/^\$7\.00 went back/) })
    shop.world.passTime(5 * 60_000)
    await shop.world.takeDue()
    expect(await refundsOf(started.orderId)).toEqual([{ state: 'done', cents: 500, failure: null }])
    expect(refundsAt(method), 'the shop sends nothing').toBe(made)
  })

  test('two refunds of the shop over one sum are sent both, also if one was refused and the answer of the other is lost', async () => {
    await buy([beatLine(beatId, 'WAV'), { type: 'kit', kitId: await shop.addKit() }])
    const [one, other] = (await order()).lines.map(({ id }) => ({ id, amount: 5 }))
    const made = refundsAt(method)
    const accept = refuseCalls()
    await shop.refund(admin, started.orderId, [one!])
    accept()
    const { trouble } = shop.emulatorOf(method)
    trouble.lose = 2 // Stripe's client asks twice
    await shop.refund(admin, started.orderId, [other!])
    trouble.lose = 0
    expect(await refundsOf(started.orderId)).toMatchObject([{ state: 'pending' }, { state: 'pending' }])
    expect(refundsAt(method)).toBe(made + 1)
    await shop.deliverAll()
    for (let round = 0; round < 4; round++) {
      await shop.world.takeDue()
      shop.world.passTime(5 * 60_000)
    }
    expect(await refundsOf(started.orderId)).toMatchObject([{ state: 'done' }, { state: 'done' }])
    expect(refundsAt(method)).toBe(made + 2)
  })
})

test('a refund of another shop with the same account changes nothing', async () => {
  started = await startBy('credit')
  await shop.act('credit', started, 'approve')
  await shop.confirm(started, buyer)
  await shop.deliverAll()
  const { id } = intentOf(started)
  const rename = (reference: string) =>
    db().updateTable('payment').set({ reference }).where('orderId', '=', started.orderId).execute()
  await rename('pi_of_another_shop')
  shop.stripe.newRefund(id, 2995, {})
  expect(new Set(await shop.deliverAll())).toEqual(new Set([200]))
  await shop.world.takeDue()
  expect(await refundsOf(started.orderId)).toEqual([])
  await rename(id)
})

test('the money of a lost dispute that PayPal tells as a refund is no other money', async () => {
  started = await startBy('paypal')
  await shop.act('paypal', started, 'approve')
  await shop.confirm(started, buyer)
  const dispute = shop.paypal.newDispute(started.sessionId!)
  await shop.deliverAll()
  const [{ payments }] = shop.paypal.order(started.sessionId!).purchase_units
  shop.paypal.newRefund(payments!.captures[0]!.id, usd(2995))
  await shop.deliverAll()
  await shop.world.takeDue()
  expect(await refundsOf(started.orderId), 'the end of the dispute says who bears it').toEqual([])
  shop.paypal.changeDispute(dispute, 'RESOLVED', 'RESOLVED_BUYER_FAVOUR')
  await shop.deliverAll()
  expect(await states()).toEqual(['refunded'])
  shop.world.passTime(25 * 60 * 60_000)
  await shop.world.takeDue()
  admin = await shop.admin()
  expect(await order()).toMatchObject({ difference: null })
  expect(await refundsOf(started.orderId)).toEqual([])
})

test.each(['credit', 'paypal'] as const)(
  '%s: a refund of the same sum as a lost dispute is other money',
  async (method) => {
    started = await startBy(method, [beatLine(beatId), beatLine(await shop.addBeat())])
    await shop.act(method, started, 'approve')
    await shop.confirm(started, buyer)
    const refundThere = () => {
      if (method === 'credit') return shop.stripe.newRefund(intentOf(started).id, 2995, {})
      const [{ payments }] = shop.paypal.order(started.sessionId!).purchase_units
      return shop.paypal.newRefund(payments!.captures[0]!.id, usd(2995))
    }
    const told = async () => {
      await shop.deliverAll()
      for (let round = 0; round < 2; round++) await shop.world.takeDue()
    }
    if (method === 'credit') {
      const dispute = shop.stripe.newDispute(intentOf(started).id)
      shop.stripe.dispute(dispute).amount = 2995
      shop.stripe.changeDispute(dispute, 'lost')
    } else {
      const dispute = shop.paypal.newDispute(started.sessionId!)
      shop.paypal.changeDispute(dispute, 'RESOLVED', 'RESOLVED_BUYER_FAVOUR', 2995)
      refundThere() // PayPal tells the same money so, too
    }
    await told()
    expect(await states()).toEqual(['owned', 'owned'])
    refundThere()
    await told()
    expect(await states()).toEqual(['refunded', 'refunded'])
    expect(await refundsOf(started.orderId)).toEqual([{ state: 'done', cents: 2995, failure: null }])
  },
)

test('a paid order that PayPal has forgotten stands at the desk', async () => {
  started = await startBy('paypal')
  await shop.act('paypal', started, 'approve')
  await shop.confirm(started, buyer)
  shop.paypal.forget(started.sessionId!)
  shop.world.passTime(25 * 60 * 60_000)
  await shop.world.takeDue()
  admin = await shop.admin()
  expect(await order()).toMatchObject({ difference: expect.stringContaining('The provider tells “canceled”') })
})

test('a paid order and its refund that Stripe does not know stand at the desk', async () => {
  started = await startBy('credit')
  await shop.act('credit', started, 'approve')
  await shop.confirm(started, buyer)
  const [line] = (await order()).lines
  await shop.refund(admin, started.orderId, [{ id: line!.id, amount: 5 }])
  for (const [table, reference] of [
    ['payment', 'pi_unknown'],
    ['refund', 're_unknown'],
  ] as const)
    await db().updateTable(table).set({ reference }).where('orderId', '=', started.orderId).execute()
  shop.world.passTime(25 * 60 * 60_000)
  await shop.world.takeDue()
  admin = await shop.admin()
  const { difference } = await order()
  expect(difference).toMatch(/^The provider says of this payment: .*pi_unknown/)
  expect(difference).toMatch(/ The provider says of a refund of \$5\.00: .*re_unknown/)
})
