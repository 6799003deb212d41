import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { beatLine } from '#test/checkout.ts'
import { createRealOrders, METHODS } from '#test/real-orders.ts'
import type { Started } from '#test/real-providers.ts'
import type { Person } from '#test/shop.ts'

const { shop, begin, db, startBy, refundsAt, expectNothingBought, refundsOf, intentOf, passTime } =
  await createRealOrders()
let beatId: number
let buyer: Person
beforeEach(async () => {
  ;({ beatId, buyer } = await begin())
})
afterAll(() => shop.close())

const MINUTE = 60_000

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
