import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { problemWatch } from '#server/problems/index.ts'
import { goods } from '#server/shop-lines.ts'
import { beatLine } from '#test/checkout.ts'
import { createDisputes, type Disputes } from '#test/disputes.ts'
import type { Person } from '#test/shop.ts'
import { sendRefund } from './refunds.ts'

let shop: Disputes
let admin: Person
beforeAll(async () => {
  shop = await createDisputes()
})
beforeEach(async () => {
  admin = await shop.admin() // time passes in these tests: sessions end
})
afterAll(() => shop.world.close())

const db = () => shop.world.app.db
const house = async () => (await shop.ledger())['house'] ?? 0
const refund = (id: number, lines: { id: number; amount: number }[]) => shop.refund(admin, id, lines)
const linesOf = async (orderId: number) => (await shop.orderAtDesk(admin, orderId)).lines
const refundsOf = (orderId: number) =>
  db().selectFrom('refund').where('orderId', '=', orderId).select(['id', 'state', 'cents']).orderBy('id').execute()

async function round() {
  shop.world.passTime(400_000)
  await shop.world.takeDue()
}

/** The provider refuses what is promised, then sends what the shop asks for instead. */
async function refusedThenSent() {
  await shop.failRefunds(true)
  await round()
  await shop.failRefunds(false)
  await round()
}

/** The first line of a sale of so many beats was refunded, but its bank has sent the money back. */
async function cameBack(beats: number) {
  const buyer = await shop.world.signUp()
  const started = await shop.sale(buyer, beats)
  const [line] = await linesOf(started.orderId)
  await refund(started.orderId, [{ id: line!.id, amount: 29.95 }])
  const [first] = await refundsOf(started.orderId)
  await db()
    .updateTable('sandboxRefund')
    .set({ state: 'failed' })
    .where('reference', 'in', (of) => of.selectFrom('refund').where('id', '=', first!.id).select('reference'))
    .execute()
  await sendRefund({ app: shop.world.app, ...goods, watch: problemWatch }, first!.id)
  return { ...started, buyer }
}

test('a lost dispute over all that a refund has left ends the promise of another one', async () => {
  const earned = await shop.earnings()
  const { orderId, sessionId } = await shop.sale(await shop.world.signUp(), 2)
  const [one, other] = await linesOf(orderId)
  await refund(orderId, [{ id: one!.id, amount: 29.95 }])
  await shop.failRefunds(true)
  await refund(orderId, [{ id: other!.id, amount: 29.95 }])
  await shop.failRefunds(false)
  await shop.loseDispute(admin, sessionId!, 2_995)
  await round()
  expect((await refundsOf(orderId)).map(({ state }) => state)).toEqual(['done', 'failed'])
  expect(await shop.earnings()).toBeCloseTo(earned)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test.for([
  { lost: 2_995, end: { state: 'failed', cents: 2_995 } },
  { lost: 2_000, end: { state: 'done', cents: 995 } },
])('of a refund that came back, a lost dispute over $lost cents leaves its rest', async ({ lost, end }) => {
  const [earned, before] = [await shop.earnings(), await house()]
  const { orderId, sessionId } = await cameBack(1)
  await shop.failRefunds(true)
  await shop.loseDispute(admin, sessionId!, lost)
  await refusedThenSent()
  expect(await refundsOf(orderId)).toMatchObject([{ state: 'done', cents: 2_995 }, end])
  expect(await house()).toBeCloseTo(before)
  expect(await shop.earnings()).toBeCloseTo(earned)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a refund that came back is sent again, though a bank took all that the lines had left', async () => {
  const [earned, before] = [await shop.earnings(), await house()]
  const { orderId, sessionId, buyer } = await cameBack(2)
  await shop.loseDispute(admin, sessionId!, 2_995)
  await round()
  expect((await refundsOf(orderId)).map(({ state }) => state)).toEqual(['done', 'done'])
  expect((await shop.purchasesOf(buyer)).map(({ state }) => state)).toEqual(['refunded', 'refunded'])
  expect(await house()).toBeCloseTo(before)
  expect(await shop.earnings()).toBeCloseTo(earned)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a lost dispute over what was asked for leaves the buyer what was paid beyond it', async () => {
  const before = await house()
  const buyer = await shop.world.signUp()
  const started = await shop.start([beatLine(await shop.addBeat())], { buyer })
  await shop.payByCard(started)
  const paid = db().updateTable('sandboxPayment').where('reference', '=', started.sessionId!)
  await paid.set({ cents: 5_000 }).execute()
  await shop.failRefunds(true)
  await expect(shop.confirm(started, buyer)).rejects.toMatchObject({ error: 'paid_too_late' })
  await shop.loseDispute(admin, started.sessionId!, 2_995)
  await refusedThenSent()
  expect(await refundsOf(started.orderId)).toMatchObject([{ state: 'done', cents: 2_005 }])
  expect(await house()).toBeCloseTo(before)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('of two refunds that were promised of a line, the earlier one has what a lost dispute left of it', async () => {
  const [earned, before] = [await shop.earnings(), await house()]
  const { orderId, sessionId } = await shop.sale(await shop.world.signUp(), 1)
  const [line] = await linesOf(orderId)
  await shop.failRefunds(true)
  for (const amount of [10, 15]) await refund(orderId, [{ id: line!.id, amount }])
  await shop.loseDispute(admin, sessionId!, 1_500)
  await refusedThenSent()
  expect(await refundsOf(orderId)).toMatchObject([
    { state: 'done', cents: 1_000 },
    { state: 'done', cents: 495 },
  ])
  expect(await shop.earnings()).toBeCloseTo(earned)
  expect(await house()).toBeCloseTo(before)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a refund of two lines, of which a lost dispute has taken one, asks for the other one alone', async () => {
  const { orderId, sessionId } = await shop.sale(await shop.world.signUp(), 2)
  const [one, other] = (await linesOf(orderId)).map(({ id }) => id)
  await refund(orderId, [{ id: one!, amount: 20 }])
  await shop.failRefunds(true)
  await refund(orderId, [
    { id: one!, amount: 9.95 },
    { id: other!, amount: 15 },
  ])
  await shop.loseDispute(admin, sessionId!, 2_000) // $10 of each: the first one had $9.95
  await refusedThenSent()
  admin = await shop.admin()
  expect(await refundsOf(orderId)).toMatchObject([{ state: 'done' }, { state: 'done', cents: 1_500 }])
  expect((await linesOf(orderId)).map(({ refundable }) => refundable)).toEqual([0, 4.9])
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})
