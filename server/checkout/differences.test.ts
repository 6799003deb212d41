import { afterAll, beforeAll, expect, test } from 'vitest'
import { beatLine, createCheckout, type Checkout } from '#test/checkout.ts'
import type { Person } from '#test/shop.ts'

const DAY = 24 * 60 * 60_000
const TOOK = 'The provider took $20.00 instead of $29.95.'
const WON = 'A dispute over $29.95 is won there, and lost here.'

let shop: Checkout
let admin: Person
beforeAll(async () => {
  shop = await createCheckout()
  admin = await shop.admin()
})
afterAll(() => shop.world.close())

const inItsBooks = (reference: string, cents: number) =>
  shop.world.app.db.updateTable('sandboxPayment').set({ cents }).where('reference', '=', reference).execute()

/** As a message about it does. */
async function compare(orderId: number) {
  const { clock, db } = shop.world.app
  await db.updateTable('payment').set({ compareAt: clock.now() }).where('orderId', '=', orderId).execute()
  await shop.world.takeDue()
}

/** An order of whose payment the provider tells another sum. */
async function differentSale(buyer?: Person) {
  const by = buyer ?? (await shop.world.signUp())
  const started = await shop.start([beatLine(await shop.addBeat())], { buyer: by })
  await shop.payByCard(started)
  await shop.confirm(started, by)
  await inItsBooks(started.sessionId!, 2_000)
  await compare(started.orderId)
  return { id: started.orderId, reference: started.sessionId! }
}

const settle = (id: number, difference = TOOK, { by = admin, reason = 'The bank kept a fee.' } = {}) =>
  by.call('POST /admin/orders/:id/settle-difference', { params: { id }, body: { difference, reason } })
const atDesk = (id: number) => shop.orderAtDesk(admin, id)
const isDifferent = async (id: number) => {
  const { items } = await admin.call('GET /admin/orders', { query: { state: 'different' } })
  return items.some((order) => order.id === id)
}

test('a settled difference leaves the desk, with its reason in the history and the audit', async () => {
  const { id } = await differentSale()
  expect(await atDesk(id)).toMatchObject({ difference: TOOK, settledDifference: null, needs: [TOOK] })
  const settled = await settle(id)
  expect(settled).toMatchObject({ difference: null, settledDifference: TOOK, needs: [] })
  expect(settled.happened.at(-1)!.what).toBe('Difference settled: The bank kept a fee.')
  expect(await isDifferent(id)).toBe(false)
  const { items } = await admin.call('GET /admin/actions', { query: {} })
  expect(items[0]).toMatchObject({ action: 'settle difference', reason: 'The bank kept a fee.' })
})

test('another difference of the same payment stands at the desk beside the settled one', async () => {
  const { id, reference } = await differentSale()
  await settle(id)
  await shop.loseDispute(admin, reference, 2_995)
  await shop.dispute(admin, reference, 'won')
  await shop.world.takeDue()
  expect(await atDesk(id)).toMatchObject({ difference: `${TOOK} ${WON}`, settledDifference: null })
})

test('a settled difference that was gone for a time stands at the desk when it comes back', async () => {
  const { id, reference } = await differentSale()
  await settle(id)
  await inItsBooks(reference, 2_995)
  await compare(id)
  expect(await atDesk(id)).toMatchObject({ difference: null, settledDifference: null })
  await inItsBooks(reference, 2_000)
  await compare(id)
  expect(await atDesk(id)).toMatchObject({ difference: TOOK })
})

test('an admin settles the difference that was read, once, and only where there is one', async () => {
  const { id } = await differentSale()
  const changed = { status: 409, message: 'The difference has changed. Read it again before you settle it.' }
  await expect(settle(id, 'The provider took $10.00 instead of $29.95.')).rejects.toMatchObject(changed)
  const outcomes = await Promise.allSettled([settle(id), settle(id), settle(id)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(settle(id)).rejects.toMatchObject({
    status: 409,
    message: 'This order has no difference any more.',
  })
  expect((await atDesk(id)).happened.filter(({ what }) => what.startsWith('Difference settled'))).toHaveLength(1)
  await expect(settle(99_999_999)).rejects.toMatchObject({ status: 404 })
})

test('a reason is needed, and nobody but admins can settle', async () => {
  const { id } = await differentSale()
  await expect(settle(id, TOOK, { reason: ' ' })).rejects.toMatchObject({ status: 400 })
  await expect(settle(id, TOOK, { by: await shop.world.signUp() })).rejects.toMatchObject({ status: 403 })
  expect(await isDifferent(id)).toBe(true)
})

test('an admin does not settle the difference of an own order or sale while there is another admin', async () => {
  const buyer = await shop.admin()
  const { id } = await differentSale(buyer)
  const message = 'You bought or sold in this order: another admin settles it.'
  await expect(settle(id, TOOK, { by: buyer })).rejects.toMatchObject({ status: 403, message })
  await shop.world.app.db.updateTable('account').set({ isAdmin: true }).where('id', '=', shop.owner.id).execute()
  await expect(settle(id, TOOK, { by: shop.owner })).rejects.toMatchObject({ status: 403, message })
  expect(await settle(id)).toMatchObject({ difference: null })
})

test('the same difference stays settled, and the shop asks for it no longer', async () => {
  const { id } = await differentSale()
  await settle(id)
  for (let day = 0; day < 2; day++) {
    shop.world.passTime(DAY)
    await shop.world.takeDue()
  }
  admin = await shop.admin() // the session of the first one has ended
  expect(await atDesk(id)).toMatchObject({ difference: null, settledDifference: TOOK })
  const payment = shop.world.app.db.selectFrom('payment').where('orderId', '=', id).select('compareAt')
  expect(await payment.executeTakeFirstOrThrow()).toEqual({ compareAt: null })
})
