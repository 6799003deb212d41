import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ProviderDown, ProviderRefused } from '#server/payments/port.ts'
import { untilBlocked } from '#test/blocked.ts'
import { beatLine, createCheckout, type Checkout } from '#test/checkout.ts'
import { lockOrder } from './orders.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await createCheckout()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => shop.world.close())

const db = () => shop.world.app.db
const provider = () => shop.world.app.payments.providers[0]!
const isDown = (down: boolean) => db().updateTable('sandboxSetting').set({ isDown: down }).execute()
const refundsOf = (orderId: number) =>
  db().selectFrom('refund').where('orderId', '=', orderId).select(['state', 'cents', 'reason']).execute()
const paymentOf = (orderId: number) =>
  db().selectFrom('payment').where('orderId', '=', orderId).select(['state', 'dueAt']).executeTakeFirstOrThrow()

async function sale(method: 'credit' | 'paypal' = 'credit') {
  const buyer = await shop.world.signUp()
  const started = await shop.start([beatLine(await shop.addBeat())], { buyer, method })
  const params = { reference: started.sessionId! }
  return {
    buyer,
    started,
    orderId: started.orderId,
    confirm: () => shop.confirm(started, buyer),
    seen: () => provider().findPayment(started.sessionId!),
    approve: () =>
      shop.world.guest('POST /sandbox/payments/:reference/approval', { params, body: { answer: 'approve' } }),
    cancel: () => buyer.call('POST /checkout/cancel', { body: { orderId: started.orderId } }),
  }
}

test('two who see a payment as paid complete its order once, and send nothing back', async () => {
  const { started, orderId, confirm, buyer } = await sale()
  await shop.payByCard(started)
  const { confirming } = await db()
    .transaction()
    .execute(async (tx) => {
      await lockOrder(tx, orderId)
      const confirming = Promise.allSettled([confirm(), confirm()])
      await untilBlocked(db(), 2)
      return { confirming }
    })
  expect(await confirming).toMatchObject([{ value: { state: 'paid' } }, { value: { state: 'paid' } }])
  expect(await shop.purchasesOf(buyer)).toHaveLength(1)
  expect(await refundsOf(orderId)).toEqual([])
})

test('a paid order needs no provider any more', async () => {
  const { started, confirm } = await sale()
  await shop.payByCard(started)
  await confirm()
  await isDown(true)
  expect(await confirm()).toMatchObject({ state: 'paid' })
  await isDown(false)
})

test('a payment that comes after its order has expired goes back, and the order stays as it ended', async () => {
  const { started, orderId, confirm, seen, buyer } = await sale()
  await shop.payByCard(started)
  const paid = await seen()
  const end = { ...paid, state: 'canceled' } as const
  vi.spyOn(provider(), 'findPayment').mockResolvedValueOnce(end)
  await expect(confirm()).rejects.toMatchObject({ error: 'payment_ended' })
  await db().updateTable('shopOrder').set({ state: 'expired' }).where('id', '=', orderId).execute()
  await expect(confirm()).rejects.toMatchObject({ status: 409, error: 'paid_too_late' })
  expect(await shop.orderOf(orderId)).toMatchObject({ state: 'expired' })
  expect(await shop.purchasesOf(buyer)).toEqual([])
  await shop.world.takeDue()
  const reason = 'The payment arrived after the order had ended.'
  expect(await refundsOf(orderId)).toEqual([{ state: 'done', cents: 2_995, reason }])
})

test('a look that began before an order was ended does not open its payment again', async () => {
  const { orderId, confirm, seen, cancel } = await sale()
  const open = await seen()
  vi.spyOn(provider(), 'findPayment').mockImplementationOnce(async () => {
    await cancel()
    return open
  })
  await expect(confirm()).rejects.toMatchObject({ status: 409, error: 'payment_ended' })
  expect(await paymentOf(orderId)).toEqual({ state: 'canceled', dueAt: null })
})

test('a provider that falls silent while it takes a payment, or takes it later, is asked again with the same key', async () => {
  const { approve, confirm, seen } = await sale('paypal')
  await approve()
  const capture = vi.spyOn(provider(), 'capturePayment')
  capture.mockRejectedValueOnce(new ProviderDown('It fell silent.'))
  await expect(confirm()).rejects.toMatchObject({ status: 503 })
  capture.mockResolvedValueOnce(await seen())
  expect(await confirm()).toMatchObject({ state: 'open' })
  expect(await confirm()).toMatchObject({ state: 'paid' })
  expect(new Set(capture.mock.calls.map(([{ key }]) => key)).size).toBe(1)
})

test('an order whose payment the provider refuses to begin is ended by the shop’s own look', async () => {
  const buyer = await shop.world.signUp()
  await isDown(true)
  await expect(shop.start([beatLine(await shop.addBeat())], { buyer })).rejects.toMatchObject({ status: 503 })
  await isDown(false)
  vi.spyOn(provider(), 'startPayment').mockRejectedValueOnce(new ProviderRefused('This amount is too small.'))
  shop.world.passTime(2 * 60_000)
  await shop.world.takeDue()
  const orders = await db()
    .selectFrom('shopOrder')
    .innerJoin('payment', 'payment.orderId', 'shopOrder.id')
    .where('buyerId', '=', buyer.id)
    .select(['shopOrder.state', 'payment.state as payment', 'payment.failure'])
    .execute()
  expect(orders).toEqual([{ state: 'canceled', payment: 'canceled', failure: 'This amount is too small.' }])
})
