import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { problemWatch } from '#server/problems/index.ts'
import { goods } from '#server/shop-lines.ts'
import { ProviderDown } from '#server/payments/port.ts'
import { untilBlocked } from '#test/blocked.ts'
import { beatLine, createCheckout, type Checkout } from '#test/checkout.ts'
import type { Person } from '#test/shop.ts'
import { lockOrder } from './orders.ts'
import { sendRefund } from './refunds.ts'

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
const isDown = (down: boolean) => db().updateTable('sandboxSetting').set({ isDown: down }).execute()
const refundOf = (orderId: number) =>
  db().selectFrom('refund').where('orderId', '=', orderId).selectAll().executeTakeFirstOrThrow()
const mailsTo = ({ email }: Person) =>
  db().selectFrom('mail').where('recipient', '=', email).where('kind', '=', 'refund').select('id').execute()

async function sale() {
  const buyer = await shop.world.signUp()
  const started = await shop.start([beatLine(await shop.addBeat())], { buyer })
  await shop.payByCard(started)
  await shop.confirm(started, buyer)
  const { lines } = await shop.orderAtDesk(admin, started.orderId)
  return { buyer, lineId: lines[0]!.id, orderId: started.orderId, reference: started.sessionId! }
}

/** A refund that waits for its provider. */
async function promised() {
  const sold = await sale()
  await isDown(true)
  await shop.refund(admin, sold.orderId, [{ id: sold.lineId, amount: 29.95 }])
  await isDown(false)
  return { ...sold, id: (await refundOf(sold.orderId)).id }
}

test('a refund that is sent twice at once is booked and told once', async () => {
  const { id, orderId, buyer } = await promised()
  const before = await shop.earnings()
  const { sending } = await db()
    .transaction()
    .execute(async (tx) => {
      await lockOrder(tx, orderId)
      const sending = Promise.allSettled([send(id), send(id)])
      await untilBlocked(db(), 2)
      return { sending }
    })
  expect(await sending).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
  expect(await refundOf(orderId)).toMatchObject({ state: 'done' })
  expect(await shop.earnings()).toBeCloseTo(before - 29.95)
  expect(await mailsTo(buyer)).toHaveLength(1)
  const { content } = await buyer.call('GET /notifications/unread', { query: {} })
  expect(content.filter(({ title }) => title === 'Refund sent')).toHaveLength(1)
})

test('a send that fails leaves a refund alone that another one has done meanwhile', async () => {
  const { id, orderId } = await promised()
  vi.spyOn(provider(), 'refund').mockImplementationOnce(async () => {
    await send(id)
    throw new ProviderDown('It fell silent.')
  })
  await send(id)
  expect(await refundOf(orderId)).toMatchObject({ state: 'done', failure: null, dueAt: null })
})

test('a refund whose dispute begins while it is sent is booked after the dispute; if it is lost, the shop bears it', async () => {
  const { id, orderId, reference, buyer } = await promised()
  const [earned, house] = [await shop.earnings(), (await shop.ledger())['house'] ?? 0]
  const refund = provider().refund
  vi.spyOn(provider(), 'refund').mockImplementationOnce(async (asked) => {
    const sent = await refund(asked)
    await shop.dispute(admin, reference, 'open')
    return sent
  })
  await send(id)
  expect(await refundOf(orderId)).toMatchObject({ state: 'pending', reference: expect.any(String) })
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'owned' }])
  await shop.dispute(admin, reference, 'lost')
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }])
  await send(id)
  expect(await refundOf(orderId)).toMatchObject({ state: 'done' })
  expect(await mailsTo(buyer)).toHaveLength(1)
  expect(await shop.earnings()).toBeCloseTo(earned - 29.95)
  expect((await shop.ledger())['house']).toBeCloseTo(house - 29.95)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a refund that a lost dispute has ended is never sent', async () => {
  const { id, orderId, reference } = await promised()
  await shop.dispute(admin, reference, 'open')
  await shop.dispute(admin, reference, 'lost')
  const refund = vi.spyOn(provider(), 'refund')
  await send(id)
  expect(refund).not.toHaveBeenCalled()
  expect(await refundOf(orderId)).toMatchObject({ state: 'failed' })
})

test('a line of another order, and a line that is named twice, are not refunded', async () => {
  const [one, other] = [await sale(), await sale()]
  const tooMuch = { status: 409, error: 'too_much' }
  const line = { id: one.lineId, amount: 1 }
  await expect(shop.refund(admin, one.orderId, [{ id: other.lineId, amount: 1 }])).rejects.toMatchObject(tooMuch)
  await expect(shop.refund(admin, one.orderId, [line, line])).rejects.toMatchObject(tooMuch)
  expect(await db().selectFrom('refund').where('orderId', '=', one.orderId).select('id').execute()).toEqual([])
})

test('a refund of several lines and plays of their items don’t block each other', async () => {
  const buyer = await shop.world.signUp()
  const [first, second] = [await shop.addBeat(), await shop.addBeat()]
  const { orderId } = await shop.buy([beatLine(second), beatLine(first)], buyer)
  const { lines } = await shop.orderAtDesk(admin, orderId)
  const counterOf = (id: number) => sql`select from item_stat where item_id = ${id} for update nowait`
  let refunding: Promise<unknown> | undefined
  await db()
    .transaction()
    .execute(async (tx) => {
      await counterOf(first).execute(tx) // as plays do: in the order of the items
      refunding = shop.refund(
        admin,
        orderId,
        lines.map(({ id }) => ({ id, amount: 29.95 })),
      )
      refunding.catch(() => {})
      await untilBlocked(db())
      await counterOf(second).execute(tx)
    })
  expect(await refunding).toMatchObject({ state: 'refunded' })
})
