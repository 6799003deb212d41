import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { beatLine, createCheckout, type Checkout } from '#test/checkout.ts'
import type { Person } from '#test/shop.ts'

let shop: Checkout
let admin: Person
beforeAll(async () => {
  shop = await createCheckout()
})
beforeEach(async () => {
  admin = await shop.admin() // time passes in these tests: sessions end
})
afterAll(() => shop.world.close())

const db = () => shop.world.app.db
/** A paid order of so many beats for $29.95 each. */
async function sale(buyer: Person, beats: number) {
  const items = []
  for (let nth = 0; nth < beats; nth++) items.push(beatLine(await shop.addBeat()))
  const started = await shop.start(items, { buyer })
  await shop.payByCard(started)
  await shop.confirm(started, buyer)
  return started
}
const refund = (id: number, lines: { id: number; amount: number }[], by = admin) => shop.refund(by, id, lines)

test('a dispute freezes earnings; won, they return and a refund is possible; lost, the buyer loses the license', async () => {
  const buyer = await shop.world.signUp()
  const desk = await shop.admin()
  const disputed = async (state: 'open' | 'won' | 'lost', reference: string) => {
    await desk.call('POST /sandbox/payments/:reference/dispute', { params: { reference }, body: { state } })
    await shop.world.work()
  }
  const [won, lost] = [await sale(buyer, 1), await sale(buyer, 1)]
  const before = await shop.earnings()
  await disputed('open', won.sessionId!)
  expect(await shop.earnings()).toBeCloseTo(before - 29.95)
  expect(await desk.call('GET /admin/orders/:id', { params: { id: won.orderId } })).toMatchObject({ state: 'disputed' })
  await disputed('won', won.sessionId!)
  expect(await shop.earnings()).toBeCloseTo(before)
  const [wonLine] = (await desk.call('GET /admin/orders/:id', { params: { id: won.orderId } })).lines
  expect(await refund(won.orderId, [{ id: wonLine!.id, amount: 29.95 }], desk)).toMatchObject({ state: 'refunded' })
  await disputed('open', lost.sessionId!)
  await disputed('lost', lost.sessionId!)
  expect(await shop.earnings()).toBeCloseTo(before - 59.9)
  expect((await shop.purchasesOf(buyer)).map(({ state }) => state)).toEqual(['refunded', 'refunded'])
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a refund that was promised waits for the end of a dispute, and goes back once', async () => {
  const desk = await shop.admin()
  const buyer = await shop.world.signUp()
  const behave = (refundsFail: boolean) => db().updateTable('sandboxSetting').set({ refundsFail }).execute()
  const disputed = async (state: 'open' | 'won' | 'lost', reference: string) => {
    await desk.call('POST /sandbox/payments/:reference/dispute', { params: { reference }, body: { state } })
    await shop.world.work()
  }
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
    const started = await sale(buyer, 1)
    const seen = () => desk.call('GET /admin/orders/:id', { params: { id: started.orderId } })
    const lineId = (await seen()).lines[0]!.id
    await behave(true)
    await refund(started.orderId, [{ id: lineId, amount: 29.95 }], desk)
    await behave(false)
    await disputed('open', started.sessionId!)
    await round()
    await round()
    expect(await sentFor(started.sessionId!)).toEqual([])
    expect(await seen()).toMatchObject({ state: 'disputed' })
    await disputed(end, started.sessionId!)
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
    const params = { reference: started.sessionId! }
    await desk.call('POST /sandbox/payments/:reference/dispute', { params, body: { state } })
    await shop.world.work()
    await shop.confirm(started, buyer)
  }
  expect((await shop.purchasesOf(buyer)).map(({ state }) => state)).toEqual(['refunded'])
  expect(await shop.earnings()).toBeCloseTo(before)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

/** A payment of $29.95 that came after its order had ended. Its refund is promised, and not sent yet. */
async function paidTooLate(buyer: Person) {
  const started = await shop.start([beatLine(await shop.addBeat())], { buyer, method: 'paypal' })
  const { orderId, sessionId } = started
  await db().updateTable('sandboxSetting').set({ refundsFail: true }).execute()
  await buyer.call('POST /checkout/cancel', { body: { orderId } })
  await db()
    .updateTable('sandboxPayment')
    .set({ state: 'paid', paidWith: 'PayPal' })
    .where('reference', '=', sessionId)
    .execute()
  await expect(
    buyer.call('POST /checkout/confirm', { body: { provider: 'paypal', sessionId: sessionId!, orderId } }),
  ).rejects.toMatchObject({ error: 'paid_too_late' })
  await shop.world.takeDue()
  await db().updateTable('sandboxSetting').set({ refundsFail: false }).execute()
  return { orderId, reference: sessionId! }
}

test('a payment that came too late can be disputed, too', async () => {
  const desk = await shop.admin()
  const house = async () => (await shop.ledger())['house'] ?? 0
  for (const end of ['lost', 'won'] as const) {
    const { orderId, reference } = await paidTooLate(await shop.world.signUp())
    const disputed = async (state: 'open' | 'won' | 'lost') => {
      await desk.call('POST /sandbox/payments/:reference/dispute', { params: { reference }, body: { state } })
      await shop.world.work()
    }
    const seen = () => desk.call('GET /admin/orders/:id', { params: { id: orderId } })
    const before = await house()
    await disputed('open')
    expect(await seen()).toMatchObject({ state: 'disputed' })
    await disputed(end)
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

test('after a lost dispute over a part, the rest can be refunded, and no more', async () => {
  const buyer = await shop.world.signUp()
  const earned = await shop.earnings()
  const started = await sale(buyer, 1)
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
  const started = await sale(await shop.world.signUp(), 1)
  const [line] = (await shop.orderAtDesk(admin, started.orderId)).lines
  const behave = (refundsFail: boolean) => db().updateTable('sandboxSetting').set({ refundsFail }).execute()
  await behave(true)
  await refund(started.orderId, [{ id: line!.id, amount: 29.95 }])
  await shop.loseDispute(admin, started.sessionId!, 2_000)
  await behave(false)
  shop.world.passTime(90_000)
  await shop.world.takeDue()
  expect(await shop.orderAtDesk(admin, started.orderId)).toMatchObject({ state: 'refunded' })
  expect(await shop.earnings()).toBeCloseTo(earned)
  expect((await shop.ledger())['house']).toBeCloseTo(house - 20)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test.for([
  { lost: 1_999, first: 0, rests: [19.95, 19.96] }, // half a cent is lost of each
  { lost: 2_000, first: 29.95, rests: [0, 9.95] }, // of the second one alone: the first one was refunded before
])(
  'lines can give back all that a lost dispute over $lost cents has left, to the cent',
  async ({ lost, first, rests }) => {
    const buyer = await shop.world.signUp()
    const { sessionId, orderId } = await sale(buyer, 2)
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

test('a lost dispute over all that refunds have left takes each license back once', async () => {
  const buyer = await shop.world.signUp()
  const { orderId, ...started } = await sale(buyer, 2)
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

test('a refund of all that a lost dispute over a part has left takes the license back', async () => {
  const buyer = await shop.world.signUp()
  const started = await sale(buyer, 2)
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
