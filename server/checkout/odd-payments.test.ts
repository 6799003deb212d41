import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { goods } from '#server/shop-lines.ts'
import { ProviderRefused } from '#server/payments/port.ts'
import { untilBlocked } from '#test/blocked.ts'
import { beatLine, createCheckout, type Checkout } from '#test/checkout.ts'
import { inTransaction } from '#test/factories.ts'
import { EMULATED } from '#test/real-settings.ts'
import { completeOrder } from './complete-order.ts'
import { endOrder, lockOrder } from './orders.ts'

const MINUTE = 60_000

let shop: Checkout
beforeAll(async () => {
  shop = await createCheckout()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => shop.world.close())

const db = () => shop.world.app.db
const provider = () => shop.world.app.payments.providers[0]!
const newBuyer = () => shop.world.signUp()
const startOne = async (buyer: Awaited<ReturnType<typeof newBuyer>>) =>
  shop.start([beatLine(await shop.addBeat())], { buyer })
async function approved(buyer: Awaited<ReturnType<typeof newBuyer>>) {
  const started = await shop.start([beatLine(await shop.addBeat())], { buyer, method: 'paypal' })
  const params = { reference: started.sessionId! }
  await shop.world.guest('POST /sandbox/payments/:reference/approval', { params, body: { answer: 'approve' } })
  return started
}

test.each([
  ['another amount', { cents: 2_994, currency: 'USD' }],
  ['another currency', { cents: 2_995, currency: 'EUR' }],
])('%s than was asked buys nothing, and goes back', async (_, odd) => {
  const buyer = await newBuyer()
  const started = await startOne(buyer)
  await shop.payByCard(started)
  const seen = await provider().findPayment(started.sessionId!)
  vi.spyOn(provider(), 'findPayment').mockResolvedValueOnce({ ...seen, ...odd })
  await expect(shop.confirm(started, buyer)).rejects.toMatchObject({ status: 409, error: 'paid_too_late' })
  expect(await shop.orderOf(started.orderId)).toMatchObject({ state: 'canceled' })
  expect(await shop.purchasesOf(buyer)).toEqual([])
  await shop.world.takeDue()
  const refunds = await db()
    .selectFrom('refund')
    .where('orderId', '=', started.orderId)
    .select(['state', 'cents', 'reason'])
    .execute()
  const reason = 'Another amount was paid than was asked.'
  expect(refunds).toEqual([{ state: 'done', cents: odd.cents, reason }])
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('more than was asked goes back whole, also when the provider refuses at first', async () => {
  const buyer = await newBuyer()
  const started = await startOne(buyer)
  await shop.payByCard(started)
  const paid = db().updateTable('sandboxPayment').where('reference', '=', started.sessionId!)
  await paid.set({ cents: 5_000 }).execute()
  const behave = (refundsFail: boolean) => db().updateTable('sandboxSetting').set({ refundsFail }).execute()
  await behave(true)
  await expect(shop.confirm(started, buyer)).rejects.toMatchObject({ error: 'paid_too_late' })
  await shop.world.takeDue()
  await behave(false)
  shop.world.passTime(90_000)
  await shop.world.takeDue()
  const refunds = db().selectFrom('refund').where('orderId', '=', started.orderId)
  expect(await refunds.select(['state', 'cents', 'tries']).execute()).toEqual([
    { state: 'done', cents: 5_000, tries: 1 },
  ])
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a provider that refuses to take an approved payment is asked again under a new key', async () => {
  const buyer = await newBuyer()
  const started = await approved(buyer)
  const capture = vi.spyOn(provider(), 'capturePayment')
  capture.mockRejectedValueOnce(new ProviderRefused('Choose another card.'))
  await expect(shop.confirm(started, buyer)).rejects.toMatchObject({
    status: 402,
    message: 'Choose another card. Nothing was charged.',
  })
  expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'paid' })
  const keys = capture.mock.calls.map(([{ key }]) => key.replace(/\d+/, ''))
  expect(keys).toEqual(['slide-payment--capture-0', 'slide-payment--capture-1'])
})

test('a decline that the provider tells once stays known until the buyer pays again', async () => {
  const buyer = await newBuyer()
  const started = await approved(buyer)
  const seen = await provider().findPayment(started.sessionId!)
  const open = { ...seen, state: 'open' } as const
  const capture = vi.spyOn(provider(), 'capturePayment')
  capture.mockResolvedValueOnce({ ...open, failure: 'Your bank said no.' })
  const declined = { status: 402, message: 'Your bank said no. Nothing was charged.' }
  await expect(shop.confirm(started, buyer)).rejects.toMatchObject(declined)
  const find = vi.spyOn(provider(), 'findPayment')
  find.mockResolvedValueOnce(open)
  await expect(shop.confirm(started, buyer)).rejects.toMatchObject(declined)
  find.mockResolvedValueOnce({ ...open, state: 'processing' })
  expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'processing' })
  expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'paid' })
  expect(capture.mock.calls.map(([{ key }]) => key.at(-1))).toEqual(['0', '1'])
  const payment = await db()
    .selectFrom('payment')
    .where('orderId', '=', started.orderId)
    .select(['state', 'failure'])
    .executeTakeFirstOrThrow()
  expect(payment).toEqual({ state: 'paid', failure: null })
})

test('a payment that its buyer approves after the order was ended is never taken', async () => {
  const buyer = await newBuyer()
  const started = await approved(buyer)
  const seen = await provider().findPayment(started.sessionId!)
  await buyer.call('POST /checkout/cancel', { body: { orderId: started.orderId } })
  vi.spyOn(provider(), 'findPayment').mockResolvedValueOnce(seen)
  const capture = vi.spyOn(provider(), 'capturePayment')
  await expect(shop.confirm(started, buyer)).rejects.toMatchObject({ status: 409, error: 'payment_ended' })
  expect(capture).not.toHaveBeenCalled()
})

test('a message about a payment is kept once, however often it comes', async () => {
  const started = await startOne(await newBuyer())
  await db().updateTable('sandboxSetting').set({ duplicates: true }).execute()
  await shop.payByCard(started)
  await shop.world.work()
  await db().updateTable('sandboxSetting').set({ duplicates: false }).execute()
  const kept = await db()
    .selectFrom('providerEvent')
    .where('reference', '=', started.sessionId!)
    .select(['provider', 'about'])
    .execute()
  expect(kept).toEqual([{ provider: 'sandbox', about: 'payment' }])
})

test('a payment that its provider could not begin is begun by the shop’s own look, once the provider answers', async () => {
  const buyer = await newBuyer()
  const isDown = (down: boolean) => db().updateTable('sandboxSetting').set({ isDown: down }).execute()
  const payment = () =>
    db()
      .selectFrom('payment')
      .innerJoin('shopOrder', 'shopOrder.id', 'orderId')
      .where('buyerId', '=', buyer.id)
      .select('payment.state')
      .executeTakeFirstOrThrow()
  await isDown(true)
  await expect(startOne(buyer)).rejects.toMatchObject({ status: 503 })
  shop.world.passTime(2 * MINUTE)
  await expect(shop.world.takeDue()).rejects.toThrow('look at open payments failed')
  expect(await payment()).toEqual({ state: 'starting' })
  await isDown(false)
  shop.world.passTime(MINUTE)
  await shop.world.takeDue()
  expect(await payment()).toEqual({ state: 'open' })
  const { returnUrl } = await db()
    .selectFrom('sandboxPayment')
    .select('returnUrl')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(returnUrl).toMatch(/^http:\/\/localhost\/payment\/confirm\?provider=stripe&orderId=\d+$/)
})

test('the key of an order that has ended begins no payment', async () => {
  const buyer = await newBuyer()
  const items = [beatLine(await shop.addBeat())]
  const key = 'the-key-of-one-press'
  const { orderId } = await shop.start(items, { buyer, key })
  await buyer.call('POST /checkout/cancel', { body: { orderId } })
  await expect(shop.start(items, { buyer, key })).rejects.toMatchObject({ status: 409, error: 'payment_ended' })
})

test('a payment that its provider is working on keeps its order open, and another one from starting', async () => {
  const buyer = await newBuyer()
  const started = await startOne(buyer)
  const seen = await provider().findPayment(started.sessionId!)
  vi.spyOn(provider(), 'cancelPayment').mockResolvedValueOnce({ ...seen, state: 'processing' })
  await expect(startOne(buyer)).rejects.toMatchObject({ status: 409, error: 'still_paying' })
  expect(await shop.orderOf(started.orderId)).toMatchObject({ state: 'open' })
})

test('an order whose provider was switched off keeps its buyer from starting another one', async () => {
  const buyer = await newBuyer()
  const { orderId } = await startOne(buyer)
  const move = (name: string) =>
    db().updateTable('payment').set({ provider: name }).where('orderId', '=', orderId).execute()
  await move('stripe')
  await expect(startOne(buyer)).rejects.toMatchObject({ status: 500 })
  expect(await shop.orderOf(orderId)).toMatchObject({ state: 'open' })
  await move('sandbox')
})

test('a way to pay that the shop does not offer is refused, and nothing is stored', async () => {
  const { PAYPAL_CLIENT_ID: _, PAYPAL_SECRET: __, PAYPAL_WEBHOOK_ID: ___, ...env } = EMULATED
  const nowhere = new URL('http://127.0.0.1:9')
  const { world, ...stripeOnly } = await createCheckout({ env, emulators: { stripe: nowhere, paypal: nowhere } })
  const items = [beatLine(await stripeOnly.addBeat())]
  await expect(stripeOnly.start(items, { method: 'paypal' })).rejects.toMatchObject({
    status: 409,
    error: 'method_off',
  })
  expect(await world.app.db.selectFrom('shopOrder').select('id').execute()).toEqual([])
  await world.close()
})

test('an order that another call ends meanwhile is ended once', async () => {
  const buyer = await newBuyer()
  const { orderId } = await startOne(buyer)
  const { canceling } = await db()
    .transaction()
    .execute(async (tx) => {
      await sql`lock table payment in access exclusive mode`.execute(tx)
      const canceling = Promise.allSettled([buyer.call('POST /checkout/cancel', { body: { orderId } })])
      await untilBlocked(db()) // it has seen an open order
      await tx.updateTable('payment').set({ state: 'canceled', dueAt: null }).where('orderId', '=', orderId).execute()
      await endOrder(tx, orderId, 'expired', shop.world.app.clock.now())
      return { canceling }
    })
  expect(await canceling).toMatchObject([{ value: { state: 'expired' } }])
})

test('only an open order that was paid in full is completed', async () => {
  const buyer = await newBuyer()
  const started = await startOne(buyer)
  const payment = { id: 1, orderId: started.orderId, provider: 'sandbox' as const, cents: 2_994, feeCents: null }
  const complete = (paid: typeof payment | null) =>
    inTransaction(db(), async (tx) => {
      const shopping = { app: shop.world.app, ...goods }
      return completeOrder(shopping, tx, await lockOrder(tx, started.orderId), paid)
    })
  for (const paid of [null, payment]) await expect(complete(paid)).rejects.toThrow('was not paid')
  expect(await shop.purchasesOf(buyer)).toEqual([])
  await shop.payByCard(started)
  await shop.confirm(started, buyer)
  await expect(complete({ ...payment, cents: 2_995 })).rejects.toThrow('was paid')
  expect(await shop.purchasesOf(buyer)).toHaveLength(1)
})

test('people who have left get no mail about what is still bought, sold or refunded', async () => {
  const buyer = await newBuyer()
  const started = await startOne(buyer)
  await shop.payByCard(started)
  const leave = (deletedAt: Date | null, ...ids: number[]) =>
    db().updateTable('account').set({ deletedAt }).where('id', 'in', ids).execute()
  const mails = () =>
    db().selectFrom('mail').where('recipient', 'in', [buyer.email, shop.owner.email]).select('kind').execute()
  const before = await mails()
  await leave(shop.world.app.clock.now(), buyer.id, shop.owner.id)
  await shop.world.work()
  const admin = await shop.admin()
  const { lines } = await shop.orderAtDesk(admin, started.orderId)
  expect(await shop.refund(admin, started.orderId, [{ id: lines[0]!.id, amount: 29.95 }])).toMatchObject({
    state: 'refunded',
  })
  expect(await mails()).toEqual(before)
  await leave(null, shop.owner.id)
})
