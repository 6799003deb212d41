import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { beatLine } from '#test/checkout.ts'
import { createDisputes, type Disputes } from '#test/disputes.ts'
import type { Person } from '#test/shop.ts'

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
const refund = (id: number, lines: { id: number; amount: number }[]) => shop.refund(admin, id, lines)

test('after a lost dispute over a part, the rest can be refunded, and no more', async () => {
  const buyer = await shop.world.signUp()
  const earned = await shop.earnings()
  const started = await shop.sale(buyer, 1)
  await shop.loseDispute(admin, started.sessionId!, 2_000)
  expect(await shop.earnings()).toBeCloseTo(earned + 9.95)
  const [line] = (await shop.orderAtDesk(admin, started.orderId)).lines
  expect(line).toMatchObject({ refunded: 0, refundable: 9.95 })
  await expect(refund(started.orderId, [{ id: line!.id, amount: 9.96 }])).rejects.toMatchObject({ error: 'too_much' })
  expect(await refund(started.orderId, [{ id: line!.id, amount: 9.95 }])).toMatchObject({
    state: 'refunded',
    lines: [{ refundable: 0 }],
  })
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }])
  expect(await shop.earnings()).toBeCloseTo(earned)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('the shop bears what a refund sends that was promised before a dispute over a part was lost', async () => {
  const [earned, house] = [await shop.earnings(), (await shop.ledger())['house'] ?? 0]
  const started = await shop.sale(await shop.world.signUp(), 1)
  const [line] = (await shop.orderAtDesk(admin, started.orderId)).lines
  await shop.failRefunds(true)
  await refund(started.orderId, [{ id: line!.id, amount: 29.95 }])
  await shop.loseDispute(admin, started.sessionId!, 2_000)
  await shop.failRefunds(false)
  shop.world.passTime(90_000)
  await shop.world.takeDue()
  expect(await shop.orderAtDesk(admin, started.orderId)).toMatchObject({ state: 'refunded' })
  expect(await shop.earnings()).toBeCloseTo(earned)
  expect((await shop.ledger())['house']).toBeCloseTo(house - 20)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a promised refund that the provider refuses after a lost dispute asks for what is left of it', async () => {
  const [earned, house] = [await shop.earnings(), (await shop.ledger())['house'] ?? 0]
  const buyer = await shop.world.signUp()
  const started = await shop.sale(buyer, 2)
  const late = await shop.paidTooLate(await shop.world.signUp())
  await shop.failRefunds(true)
  const ids = (await shop.orderAtDesk(admin, started.orderId)).lines.map(({ id }) => id)
  await refund(
    started.orderId,
    ids.map((id) => ({ id, amount: 29.95 })),
  )
  await shop.loseDispute(admin, started.sessionId!, 2_000)
  await shop.loseDispute(admin, late.reference, 2_000)
  const round = async () => {
    shop.world.passTime(400_000)
    await shop.world.takeDue()
  }
  await round()
  await round() // what is left is refused, too
  await shop.failRefunds(false)
  await round()
  admin = await shop.admin()
  expect(await shop.orderAtDesk(admin, started.orderId)).toMatchObject({ state: 'refunded' })
  const sent = await db()
    .selectFrom('refund')
    .where('orderId', 'in', [started.orderId, late.orderId])
    .select(['state', 'cents'])
    .orderBy('cents')
    .execute()
  expect(sent).toEqual([
    { state: 'done', cents: 995 },
    { state: 'done', cents: 3_990 },
  ])
  expect((await shop.purchasesOf(buyer)).map(({ state }) => state)).toEqual(['refunded', 'refunded'])
  expect(await shop.earnings()).toBeCloseTo(earned)
  expect((await shop.ledger())['house'] ?? 0).toBeCloseTo(house) // it bears nothing of the loss
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a line of which refunds and a lost dispute took all goes back, and keeps nothing from the others', async () => {
  const buyer = await shop.world.signUp()
  const { sessionId, orderId } = await shop.sale(buyer, 2)
  const lines = async () => (await shop.orderAtDesk(admin, orderId)).lines
  const [one, other] = (await lines()).map(({ id }) => id)
  await refund(orderId, [{ id: one!, amount: 20 }])
  await shop.failRefunds(true)
  await refund(orderId, [{ id: one!, amount: 9.95 }])
  await shop.loseDispute(admin, sessionId!, 2_000) // $10 of each: the first one had $9.95
  const states = async () => (await shop.purchasesOf(buyer)).map(({ state }) => state).toSorted()
  expect(await states()).toEqual(['owned', 'refunded'])
  shop.world.passTime(400_000)
  await shop.world.takeDue()
  await shop.failRefunds(false)
  const failed = db().selectFrom('refund').innerJoin('refundLine', 'refundId', 'id').where('orderId', '=', orderId)
  expect(await failed.where('state', '=', 'failed').select(['lineId', 'refundLine.cents']).execute()).toEqual([
    { lineId: one, cents: 995 }, // it still names what it was for
  ])
  admin = await shop.admin()
  expect((await lines()).map(({ refundable }) => refundable)).toEqual([0, 19.9])
  await refund(orderId, [{ id: other!, amount: 19.9 }])
  expect(await states()).toEqual(['refunded', 'refunded'])
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test.for([
  { lost: 1_999, first: 0, rests: [19.95, 19.96] }, // half a cent is lost of each
  { lost: 2_000, first: 29.95, rests: [0, 9.95] }, // of the second one alone: the first one was refunded before
])(
  'lines can give back all that a lost dispute over $lost cents has left, to the cent',
  async ({ lost, first, rests }) => {
    const buyer = await shop.world.signUp()
    const { sessionId, orderId } = await shop.sale(buyer, 2)
    const lines = async () => (await shop.orderAtDesk(admin, orderId)).lines
    const ids = (await lines()).map(({ id }) => id)
    if (first > 0) await refund(orderId, [{ id: ids[0]!, amount: first }])
    await shop.loseDispute(admin, sessionId!, lost)
    expect((await lines()).map(({ refundable }) => refundable)).toEqual(rests)
    const all = ids.map((id, nth) => ({ id, amount: rests[nth]! })).filter(({ amount }) => amount > 0)
    const tooMuch = all.map((line, nth) => (nth ? line : { ...line, amount: line.amount + 0.01 }))
    await expect(refund(orderId, tooMuch)).rejects.toMatchObject({ error: 'too_much' })
    await refund(orderId, all)
    expect((await lines()).map(({ refundable }) => refundable)).toEqual([0, 0])
    expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }, { state: 'refunded' }])
    expect(await shop.sumOfAll()).toBeCloseTo(0)
  },
)

test('a refund of all that a lost dispute over a part has left takes the license back', async () => {
  const buyer = await shop.world.signUp()
  const started = await shop.sale(buyer, 2)
  const beats = (await shop.purchasesOf(buyer)).map(({ itemId }) => itemId)
  await shop.loseDispute(admin, started.sessionId!, 2_000) // $10 of each
  const [one, other] = (await shop.orderAtDesk(admin, started.orderId)).lines
  await refund(started.orderId, [
    { id: one!.id, amount: 19.95 },
    { id: other!.id, amount: 19.94 },
  ])
  expect((await shop.purchasesOf(buyer)).map(({ state }) => state)).toEqual(['refunded', 'owned'])
  await refund(started.orderId, [{ id: other!.id, amount: 0.01 }])
  expect((await shop.purchasesOf(buyer)).map(({ state }) => state)).toEqual(['refunded', 'refunded'])
  const sales = await db()
    .selectFrom('itemStat')
    .where('itemId', 'in', beats)
    .select(['sales', 'earningsCents'])
    .execute()
  expect(sales).toEqual([
    { sales: 0, earningsCents: 0 },
    { sales: 0, earningsCents: 0 },
  ])
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a lost dispute that ended with a part of what the bank had asked for takes that part alone', async () => {
  const [earned, house] = [await shop.earnings(), (await shop.ledger())['house'] ?? 0]
  const started = await shop.sale(await shop.world.signUp(), 1)
  await shop.loseDispute(admin, started.sessionId!, 2_000, 2_995)
  expect(await shop.earnings()).toBeCloseTo(earned + 9.95)
  const [line] = (await shop.orderAtDesk(admin, started.orderId)).lines
  await refund(started.orderId, [{ id: line!.id, amount: 9.95 }])
  const late = await shop.paidTooLate(await shop.world.signUp()) // no seller has earned anything of it
  await shop.failRefunds(true)
  await shop.loseDispute(admin, late.reference, 2_000, 2_995)
  for (const isRefused of [true, false]) {
    await shop.failRefunds(isRefused)
    shop.world.passTime(400_000)
    await shop.world.takeDue()
  }
  const sent = db().selectFrom('refund').where('orderId', 'in', [started.orderId, late.orderId])
  expect(await sent.select(['state', 'cents']).execute()).toEqual([
    { state: 'done', cents: 995 },
    { state: 'done', cents: 995 },
  ])
  expect(await shop.earnings()).toBeCloseTo(earned)
  expect((await shop.ledger())['house'] ?? 0).toBeCloseTo(house)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a lost dispute over a part takes of each seller what it takes of their lines, also after a refund', async () => {
  const [buyer, one, other] = [await shop.world.signUp(), await shop.world.signUp(), await shop.world.signUp()]
  const items = [one, other].map(async ({ id }) => beatLine(await shop.addBeat({ ownerId: id })))
  const started = await shop.start(await Promise.all(items), { buyer })
  await shop.payByCard(started)
  await shop.confirm(started, buyer)
  const lines = async () => (await shop.orderAtDesk(admin, started.orderId)).lines
  const earned = async () => {
    const all = await shop.ledger()
    return [one, other].map(({ id }) => all[`earnings ${id}`])
  }
  const [first, second] = (await lines()).map(({ id }) => id)
  await refund(started.orderId, [{ id: first!, amount: 20 }])
  await shop.loseDispute(admin, started.sessionId!, 2_000) // $10 of each line, and the first one has $9.95
  expect((await lines()).map(({ refundable }) => refundable)).toEqual([0, 19.9])
  expect(await earned()).toEqual([0, 19.9])
  const house = (await shop.ledger())['house'] ?? 0
  await refund(started.orderId, [{ id: second!, amount: 19.9 }])
  expect(await earned()).toEqual([0, 0])
  expect((await shop.ledger())['house'] ?? 0).toBe(house)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test.for([
  { refunded: 2, case: 'goes with the last line that its seller was paid for' },
  { refunded: 1, case: 'stays while another line is left that its seller was paid for' },
])('after a lost dispute, what a deal gave for nothing $case', async ({ refunded }) => {
  const [buyer, seller, other] = [await shop.world.signUp(), await shop.world.signUp(), await shop.world.signUp()]
  await db().updateTable('account').set({ plan: 'growth' }).where('id', '=', seller.id).execute()
  await seller.call('POST /me/deals', { body: { buy: 2, free: 1 } })
  const items = []
  for (const { id } of [seller, seller, seller, other]) items.push(beatLine(await shop.addBeat({ ownerId: id })))
  const started = await shop.start(items, { buyer })
  await shop.payByCard(started)
  await shop.confirm(started, buyer)
  const paid = (await shop.orderAtDesk(admin, started.orderId)).lines.filter(({ total }) => total > 0)
  await refund(
    started.orderId,
    paid.slice(0, refunded).map(({ id }) => ({ id, amount: 20 })),
  )
  await shop.loseDispute(admin, started.sessionId!, 3_000) // $10 of each line that was paid: these had $9.95
  const purchases = await shop.purchasesOf(buyer)
  const statesOf = (isPaid: boolean) => purchases.filter(({ cents }) => cents > 0 === isPaid).map(({ state }) => state)
  const goes = refunded === 2
  expect(statesOf(true)).toEqual(['refunded', goes ? 'refunded' : 'owned', 'owned'])
  expect(statesOf(false)).toEqual([goes ? 'refunded' : 'owned'])
})
