import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { problemWatch } from '#server/problems/index.ts'
import { goods } from '#server/shop-lines.ts'
import { ProviderDown, ProviderRefused } from '#server/payments/port.ts'
import { beatLine, createCheckout, type Checkout } from '#test/checkout.ts'
import { inTransaction } from '#test/factories.ts'
import type { Person } from '#test/shop.ts'
import { askRefund, sendRefund } from './refunds.ts'

const MINUTE = 60_000

let shop: Checkout
let admin: Person
beforeAll(async () => {
  shop = await createCheckout()
  admin = await shop.admin()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => shop.world.close())

const db = () => shop.world.app.db
const provider = () => shop.world.app.payments.providers[0]!
const send = (id: number) => sendRefund({ app: shop.world.app, ...goods, watch: problemWatch }, id)
const refundsOf = (orderId: number) =>
  db().selectFrom('refund').where('orderId', '=', orderId).selectAll().orderBy('id').execute()

const firstOf = async (orderId: number) => (await refundsOf(orderId))[0]!

async function sale() {
  const buyer = await shop.world.signUp()
  const { orderId } = await shop.buy([beatLine(await shop.addBeat())], buyer)
  const { lines } = await shop.orderAtDesk(admin, orderId)
  const lineId = lines[0]!.id
  return { buyer, orderId, lineId, refund: () => shop.refund(admin, orderId, [{ id: lineId, amount: 29.95 }]) }
}

test('a refused refund is tried under a new key after 1, 2, 4 minutes and so on, six hours at most', async () => {
  const { orderId, refund } = await sale()
  const sent = vi.spyOn(provider(), 'refund').mockRejectedValue(new ProviderRefused('No account.'))
  await refund()
  const pauses = []
  for (let round = 0; round < 11; round++) {
    const { id, dueAt, failure } = await firstOf(orderId)
    expect(failure).toBe('No account.')
    pauses.push(Math.round((dueAt!.getTime() - shop.world.app.clock.now().getTime()) / MINUTE))
    await send(id)
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360])
  expect(new Set(sent.mock.calls.map(([{ key }]) => key)).size).toBe(12)
})

test('a refund at a silent provider is asked for again a minute later, under the same key', async () => {
  const { orderId, refund } = await sale()
  const sent = vi.spyOn(provider(), 'refund').mockRejectedValueOnce(new ProviderDown('It fell silent.'))
  await refund()
  const waiting = await firstOf(orderId)
  expect(waiting).toMatchObject({ state: 'pending', failure: 'It fell silent.' })
  expect(Math.round((waiting.dueAt!.getTime() - shop.world.app.clock.now().getTime()) / MINUTE)).toBe(1)
  await send(waiting.id)
  expect(await refundsOf(orderId)).toMatchObject([{ state: 'done', failure: null, dueAt: null }])
  expect(new Set(sent.mock.calls.map(([{ key }]) => key)).size).toBe(1)
})

test('a round of another node takes no refund that one is sending', async () => {
  const { orderId, refund } = await sale()
  const real = provider().refund
  const sent = vi.spyOn(provider(), 'refund').mockRejectedValueOnce(new ProviderDown('It fell silent.'))
  await refund()
  sent.mockImplementationOnce(async (asked) => {
    await shop.world.takeDue()
    return real(asked)
  })
  shop.world.passTime(MINUTE)
  await shop.world.takeDue()
  expect(await refundsOf(orderId)).toMatchObject([{ state: 'done' }])
  expect(sent).toHaveBeenCalledTimes(2)
})

test('a refund that its provider is working on takes nothing from anybody, until the provider says that it is done', async () => {
  const { buyer, orderId, refund } = await sale()
  const earned = await shop.earnings()
  const working = { reference: 'being-worked-on', state: 'pending', cents: 2_995 } as const
  const sent = vi.spyOn(provider(), 'refund').mockResolvedValueOnce(working)
  const asked = vi.spyOn(provider(), 'findRefund').mockResolvedValue(working)
  expect(await refund()).toMatchObject({ state: 'refund pending' })
  const { id } = await firstOf(orderId)
  await send(id)
  expect(await refundsOf(orderId)).toMatchObject([{ state: 'pending', reference: 'being-worked-on', failure: null }])
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'owned' }])
  expect(await shop.earnings()).toBeCloseTo(earned)
  asked.mockResolvedValue({ ...working, state: 'done' })
  await send(id)
  expect(await refundsOf(orderId)).toMatchObject([{ state: 'done' }])
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }])
  expect(await shop.earnings()).toBeCloseTo(earned - 29.95)
  expect(sent).toHaveBeenCalledTimes(1)
  for (const [about] of asked.mock.calls) expect(about).toEqual({ reference: 'being-worked-on' })
})

test('a refund that its provider has taken and can’t find for a while is not sent a second time', async () => {
  const { orderId, refund } = await sale()
  const working = { reference: 'not-found-yet', state: 'pending', cents: 2_995 } as const
  const sent = vi.spyOn(provider(), 'refund').mockResolvedValueOnce(working)
  const asked = vi.spyOn(provider(), 'findRefund')
  await refund()
  const { id } = await firstOf(orderId)
  for (const fault of [new ProviderRefused('No such refund.'), new ProviderDown('It fell silent.')]) {
    asked.mockRejectedValueOnce(fault)
    await send(id)
    expect(await refundsOf(orderId)).toMatchObject([
      { state: 'pending', reference: 'not-found-yet', failure: fault.message, dueAt: expect.any(Date) },
    ])
  }
  asked.mockResolvedValue({ ...working, state: 'done' })
  shop.world.passTime(2 * MINUTE)
  await shop.world.takeDue()
  expect(await refundsOf(orderId)).toMatchObject([{ state: 'done', reference: 'not-found-yet' }])
  expect(sent).toHaveBeenCalledTimes(1)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a refund that comes back from the bank is sent again once, and the seller bears nothing more', async () => {
  const { buyer, orderId, refund } = await sale()
  await refund()
  const [earned, house] = [await shop.earnings(), (await shop.ledger())['house'] ?? 0]
  const { id, reference } = await firstOf(orderId)
  await send(id) // the provider says that it is done
  expect(await refundsOf(orderId)).toMatchObject([{ state: 'done', failure: null }])
  await db().updateTable('sandboxRefund').set({ state: 'failed' }).where('reference', '=', reference).execute()
  for (let message = 0; message < 2; message++) await send(id)
  const reason = 'Your refund came back to us, so we are sending it again.'
  expect(await refundsOf(orderId)).toMatchObject([
    { state: 'done', failure: 'It came back.' },
    { state: 'pending', cents: 2_995, reason },
  ])
  expect((await shop.ledger())['house']).toBeCloseTo(house + 29.95)
  const seenByBuyer = () => buyer.call('GET /purchases/order/:orderId', { params: { orderId } })
  expect(await seenByBuyer()).toMatchObject({ refunded: 0, refunding: 29.95 })
  await shop.world.takeDue()
  expect(await refundsOf(orderId)).toMatchObject([{}, { state: 'done', failure: null }])
  expect(await seenByBuyer()).toMatchObject({ refunded: 29.95, refunding: 0 })
  expect((await shop.ledger())['house']).toBeCloseTo(house)
  expect(await shop.earnings()).toBeCloseTo(earned)
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }])
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a refund of nothing, or of less, is refused', async () => {
  const { orderId, lineId } = await sale()
  const { id } = await db().selectFrom('payment').where('orderId', '=', orderId).select('id').executeTakeFirstOrThrow()
  const payment = { id, orderId, provider: 'sandbox' } as const
  for (const cents of [0, -100]) {
    const asked = { payment, lines: [{ id: lineId, cents }], reason: 'A mistake', askedBy: null }
    await expect(inTransaction(db(), (tx) => askRefund(shop.world.app, tx, asked))).rejects.toMatchObject({
      code: 'too_much',
    })
  }
  expect(await refundsOf(orderId)).toEqual([])
})
