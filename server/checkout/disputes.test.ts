import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { untilBlocked } from '#test/blocked.ts'
import { beatLine } from '#test/checkout.ts'
import { createDisputes, type Disputes } from '#test/disputes.ts'
import type { Person } from '#test/shop.ts'

const DAY = 24 * 60 * 60_000

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
const refund = (id: number, lines: { id: number; amount: number }[], by = admin) => shop.refund(by, id, lines)

test('a dispute freezes earnings; won, they return and a refund is possible; lost, the buyer loses the license', async () => {
  const buyer = await shop.world.signUp()
  const desk = await shop.admin()
  const [won, lost] = [await shop.sale(buyer, 1), await shop.sale(buyer, 1)]
  const before = await shop.earnings()
  await shop.dispute(desk, won.sessionId!, 'open')
  expect(await shop.earnings()).toBeCloseTo(before - 29.95)
  expect(await desk.call('GET /admin/orders/:id', { params: { id: won.orderId } })).toMatchObject({ state: 'disputed' })
  await shop.dispute(desk, won.sessionId!, 'won')
  expect(await shop.earnings()).toBeCloseTo(before)
  const [wonLine] = (await desk.call('GET /admin/orders/:id', { params: { id: won.orderId } })).lines
  expect(await refund(won.orderId, [{ id: wonLine!.id, amount: 29.95 }], desk)).toMatchObject({ state: 'refunded' })
  await shop.dispute(desk, lost.sessionId!, 'open', 'lost')
  expect(await shop.earnings()).toBeCloseTo(before - 59.9)
  expect((await shop.purchasesOf(buyer)).map(({ state }) => state)).toEqual(['refunded', 'refunded'])
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a refund that was promised waits for the end of a dispute, and goes back once', async () => {
  const desk = await shop.admin()
  const buyer = await shop.world.signUp()
  const round = async () => {
    shop.world.passTime(90_000)
    await shop.world.takeDue()
  }
  const sentFor = (reference: string) =>
    db()
      .selectFrom('sandboxRefund')
      .innerJoin('sandboxPayment', 'sandboxPayment.id', 'paymentId')
      .where('sandboxPayment.reference', '=', reference)
      .where('sandboxRefund.state', '=', 'done')
      .select('sandboxRefund.cents')
      .execute()
  const before = await shop.earnings()
  const ends: [end: 'won' | 'lost', sent: object[]][] = [
    ['won', [{ cents: 2_995 }]],
    ['lost', []],
  ]
  for (const [end, sent] of ends) {
    const started = await shop.sale(buyer, 1)
    const seen = () => desk.call('GET /admin/orders/:id', { params: { id: started.orderId } })
    const lineId = (await seen()).lines[0]!.id
    await shop.failRefunds(true)
    await refund(started.orderId, [{ id: lineId, amount: 29.95 }], desk)
    await shop.failRefunds(false)
    await shop.dispute(desk, started.sessionId!, 'open')
    await round()
    await round()
    expect(await sentFor(started.sessionId!)).toEqual([])
    expect(await seen()).toMatchObject({ state: 'disputed' })
    await shop.dispute(desk, started.sessionId!, end)
    await round()
    await round()
    expect(await sentFor(started.sessionId!)).toEqual(sent)
    expect(await seen()).toMatchObject({ state: 'refunded', lines: [{ refunded: 29.95 }] })
    expect(await shop.earnings()).toBeCloseTo(before)
  }
  expect((await shop.purchasesOf(buyer)).map(({ state }) => state)).toEqual(['refunded', 'refunded'])
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a dispute over a payment of which no message has come yet takes the earnings, too', async () => {
  const desk = await shop.admin()
  const buyer = await shop.world.signUp()
  const before = await shop.earnings()
  const started = await shop.start([beatLine(await shop.addBeat())], { buyer })
  await db().updateTable('sandboxSetting').set({ drops: true }).execute()
  await shop.payByCard(started)
  await db().updateTable('sandboxSetting').set({ drops: false }).execute()
  for (const state of ['open', 'lost'] as const) {
    await shop.dispute(desk, started.sessionId!, state)
    await shop.confirm(started, buyer)
  }
  expect((await shop.purchasesOf(buyer)).map(({ state }) => state)).toEqual(['refunded'])
  expect(await shop.earnings()).toBeCloseTo(before)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('the end of a dispute is found when no message tells of it', async () => {
  const buyer = await shop.world.signUp()
  const lose = (drops: boolean) => db().updateTable('sandboxSetting').set({ drops }).execute()
  const before = await shop.earnings()
  const [won, lost] = [await shop.sale(buyer, 1), await shop.sale(buyer, 1)]
  const states = async () =>
    Promise.all([won, lost].map(async ({ orderId }) => (await shop.orderAtDesk(admin, orderId)).state))
  for (const one of [won, lost]) await shop.dispute(admin, one.sessionId!, 'open')
  const aDayPasses = async () => {
    shop.world.passTime(DAY)
    admin = await shop.admin()
    await shop.world.takeDue()
  }
  await aDayPasses()
  expect(await states()).toEqual(['disputed', 'disputed'])
  await lose(true)
  await shop.dispute(admin, won.sessionId!, 'won')
  await shop.dispute(admin, lost.sessionId!, 'lost')
  await lose(false)
  expect(await states()).toEqual(['disputed', 'disputed'])
  await aDayPasses()
  expect(await states()).toEqual(['paid', 'refunded'])
  expect((await shop.purchasesOf(buyer)).map(({ state }) => state)).toEqual(['owned', 'refunded'])
  expect(await shop.earnings()).toBeCloseTo(before + 29.95)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test.each(['won', 'lost'] as const)(
  'a dispute that was %s when the shop hears of it leaves nothing frozen',
  async (end) => {
    const drop = (drops: boolean) => db().updateTable('sandboxSetting').set({ drops }).execute()
    const before = await shop.earnings()
    const { sessionId, orderId } = await shop.sale(await shop.world.signUp(), 1)
    await drop(true)
    await shop.dispute(admin, sessionId!, 'open')
    await drop(false)
    await shop.dispute(admin, sessionId!, end)
    expect(await shop.earnings()).toBeCloseTo(end === 'won' ? before + 29.95 : before)
    const dispute = db().selectFrom('dispute').innerJoin('payment', 'payment.id', 'paymentId')
    const { id } = await dispute.where('orderId', '=', orderId).select('dispute.id').executeTakeFirstOrThrow()
    const returned = db().selectFrom('ledgerEntry').where('kind', '=', 'dispute closed').select('reference')
    expect((await returned.execute()).map(({ reference }) => reference)).toContain(String(id))
  },
)

test('a payment that came too late can be disputed, too', async () => {
  const desk = await shop.admin()
  const house = async () => (await shop.ledger())['house'] ?? 0
  for (const end of ['lost', 'won'] as const) {
    const { orderId, reference } = await shop.paidTooLate(await shop.world.signUp())
    const seen = () => desk.call('GET /admin/orders/:id', { params: { id: orderId } })
    const before = await house()
    await shop.dispute(desk, reference, 'open')
    expect(await seen()).toMatchObject({ state: 'disputed' })
    await shop.dispute(desk, reference, end)
    if (end === 'won') {
      expect(await seen()).toMatchObject({ state: 'refund pending' }) // the shop sends it by itself now
      expect(await house()).toBeCloseTo(before)
      shop.world.passTime(90_000)
      await shop.world.takeDue()
    }
    expect(await seen()).toMatchObject({ state: 'canceled' })
    expect(await house()).toBeCloseTo(before - 29.95)
    expect(await shop.sumOfAll()).toBeCloseTo(0)
  }
})

test('a lost dispute over all that refunds have left takes each license back once', async () => {
  const buyer = await shop.world.signUp()
  const { orderId, ...started } = await shop.sale(buyer, 2)
  const beats = (await shop.purchasesOf(buyer)).map(({ itemId }) => itemId)
  const [one, other] = (await shop.orderAtDesk(admin, orderId)).lines
  await refund(orderId, [
    { id: one!.id, amount: 29.95 },
    { id: other!.id, amount: 5 },
  ])
  const figures = async () => {
    const rows = await db()
      .selectFrom('itemStat')
      .where('itemId', 'in', beats)
      .select(['sales', 'earningsCents'])
      .orderBy('itemId')
      .execute()
    return rows.map(({ sales, earningsCents }) => [sales, earningsCents])
  }
  expect(await figures()).toEqual([
    [0, 0],
    [1, 2_495],
  ])
  await shop.loseDispute(admin, started.sessionId!, 2_495)
  expect(await figures()).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect((await shop.purchasesOf(buyer)).map(({ state }) => state)).toEqual(['refunded', 'refunded'])
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a dispute that has ended stays as it ended, whatever is told of it later', async () => {
  const buyer = await shop.world.signUp()
  const earned = await shop.earnings()
  const { orderId, sessionId } = await shop.sale(buyer, 1)
  await shop.loseDispute(admin, sessionId!, 2_995)
  for (const state of ['lost', 'won', 'open'] as const) {
    await shop.dispute(admin, sessionId!, state)
    expect(await shop.orderAtDesk(admin, orderId)).toMatchObject({ state: 'refunded' })
    expect(await shop.earnings()).toBeCloseTo(earned)
  }
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }])
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a lost dispute waits for an order that has locked its items, and holds no counter meanwhile', async () => {
  const buyer = await shop.world.signUp()
  const { sessionId } = await shop.sale(buyer, 2)
  const ids = (await shop.purchasesOf(buyer)).map(({ itemId }) => itemId)
  const { losing } = await db()
    .transaction()
    .execute(async (tx) => {
      await tx.selectFrom('item').where('id', 'in', ids).orderBy('id').select('id').forNoKeyUpdate().execute()
      const losing = shop.loseDispute(admin, sessionId!, 5_990)
      await untilBlocked(db())
      // no counter is held: else two orders with the same items would wait for each other
      const counters = tx.selectFrom('itemStat').where('itemId', 'in', ids).orderBy('itemId').select('itemId')
      expect(await counters.forUpdate().noWait().execute()).toHaveLength(2)
      return { losing }
    })
  await losing
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }, { state: 'refunded' }])
})
