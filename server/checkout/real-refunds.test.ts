import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { beatLine } from '#test/checkout.ts'
import { createRealOrders, METHODS } from '#test/real-orders.ts'
import type { Started } from '#test/real-providers.ts'
import type { Person } from '#test/shop.ts'
import type { Refund } from '#test/stripe-objects.ts'

const { shop, begin, db, startBy, refundsAt, refundsOf } = await createRealOrders()
let beatId: number
let buyer: Person
beforeEach(async () => {
  ;({ beatId, buyer } = await begin())
})
afterAll(() => shop.close())

const MINUTE = 60_000

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
