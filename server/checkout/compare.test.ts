import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCheckout, type Checkout } from '#test/checkout.ts'

const DAY = 24 * 60 * 60_000

let shop: Checkout
beforeAll(async () => {
  shop = await createCheckout()
})
afterAll(() => shop.world.close())

const db = () => shop.world.app.db
async function sale() {
  const buyer = await shop.world.signUp()
  const beatId = await shop.addBeat()
  const started = await shop.start([{ type: 'beat', beatId, licenseType: 'MP3' }], { buyer })
  await shop.payByCard(started)
  await shop.confirm(started, buyer)
  return started
}
const aDayPasses = async () => {
  shop.world.passTime(DAY)
  await shop.world.takeDue()
}
const differences = async () => {
  const admin = await shop.admin()
  const { items } = await admin.call('GET /admin/orders', { query: { state: 'different' } })
  return items.map(({ id, difference }) => [id, difference])
}
const inItsBooks = (reference: string, books: { cents?: number; state?: 'canceled' | 'paid' }) =>
  db().updateTable('sandboxPayment').set(books).where('reference', '=', reference).execute()

test('a difference to the provider’s books stands at the desk until it is gone', async () => {
  const [right, wrong] = [await sale(), await sale()]
  await inItsBooks(wrong.sessionId!, { cents: 2_000 })
  expect(await differences()).toEqual([])
  await aDayPasses()
  expect(await differences()).toEqual([[wrong.orderId, 'The provider took $20.00 instead of $29.95.']])
  await inItsBooks(wrong.sessionId!, { cents: 2_995 })
  await aDayPasses()
  expect(await differences()).toEqual([])
  const left = await db().selectFrom('payment').where('compareAt', 'is not', null).select('id').execute()
  expect([left, right.orderId > 0]).toEqual([[], true])
})

test('a payment that the provider does not know as paid, and a refund that it lost, are told', async () => {
  const [lost, refunded] = [await sale(), await sale()]
  const admin = await shop.admin()
  const { lines } = await admin.call('GET /admin/orders/:id', { params: { id: refunded.orderId } })
  await admin.call('POST /admin/orders/:id/refund', {
    params: { id: refunded.orderId },
    body: { lines: [{ id: lines[0]!.id, amount: 10 }], reason: 'Bought by mistake' },
  })
  await inItsBooks(lost.sessionId!, { state: 'canceled' })
  await db().updateTable('sandboxRefund').set({ cents: 900 }).execute()
  await aDayPasses()
  expect(await differences()).toEqual([
    [refunded.orderId, 'A refund of $10.00 is done there, with $9.00.'],
    [lost.orderId, 'The provider tells “canceled” of this payment.'],
  ])
})

test('a fee that the provider tells late is booked once', async () => {
  const { sessionId, orderId } = await sale()
  const [payment] = await db().selectFrom('payment').where('reference', '=', sessionId!).select('id').execute()
  await db().updateTable('payment').set({ feeCents: null }).where('id', '=', payment!.id).execute()
  const feesOf = () =>
    db()
      .selectFrom('ledgerEntry')
      .where('kind', '=', 'fee')
      .where('reference', '=', String(payment!.id))
      .select('id')
      .execute()
  expect(await feesOf()).toHaveLength(1) // booked with the sale; the same entry again is no second one
  await aDayPasses()
  expect(await feesOf()).toHaveLength(1)
  const told = await db()
    .selectFrom('payment')
    .where('orderId', '=', orderId)
    .select('feeCents')
    .executeTakeFirstOrThrow()
  expect(told.feeCents).toBeGreaterThan(0)
})

test('a silent provider is asked again an hour later', async () => {
  const { orderId } = await sale()
  const down = (isDown: boolean) => db().updateTable('sandboxSetting').set({ isDown }).execute()
  await down(true)
  shop.world.passTime(DAY)
  await expect(shop.world.takeDue()).rejects.toThrow('compare payments with their providers failed')
  await down(false)
  shop.world.passTime(60 * 60_000)
  await shop.world.takeDue()
  const { compareAt } = await db()
    .selectFrom('payment')
    .where('orderId', '=', orderId)
    .select('compareAt')
    .executeTakeFirstOrThrow()
  expect(compareAt).toBeNull()
})
