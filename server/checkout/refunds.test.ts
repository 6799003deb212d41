import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CartItem } from '#contract/checkout.ts'
import type { Person } from '#test/shop.ts'
import { ensureIndexed } from '#server/search/index.ts'
import { createCheckout, type Checkout } from '#test/checkout.ts'

let shop: Checkout
let admin: Person
beforeAll(async () => {
  shop = await createCheckout()
  admin = await shop.admin()
})
afterAll(() => shop.world.close())

const line = (beatId: number, licenseType: 'MP3' | 'WAV' | 'PREMIUM' = 'MP3', upgradeOf?: number): CartItem => ({
  type: 'beat',
  beatId,
  licenseType,
  upgradeOf,
})
const db = () => shop.world.app.db
const order = (id: number) => admin.call('GET /admin/orders/:id', { params: { id } })
const refund = (id: number, lines: { id: number; amount: number }[], by = admin) =>
  by.call('POST /admin/orders/:id/refund', { params: { id }, body: { lines, reason: 'File is faulty' } })
const earnings = async () => (await shop.ledger())[`earnings ${shop.owner.id}`] ?? 0
const sumOfAll = async () => Object.values(await shop.ledger()).reduce((sum, amount) => sum + amount, 0)

test('a line is refunded: money, right, counters and books go back, and everybody is told', async () => {
  const [beatId, other] = [await shop.addBeat({ slug: 'returned-one' }), await shop.addBeat()]
  const buyer = await shop.world.signUp()
  const before = await earnings()
  const { orderId } = await shop.buy([line(beatId, 'WAV'), line(other)], buyer)
  const { lines } = await order(orderId)
  const answer = await refund(orderId, [{ id: lines[0]!.id, amount: 44.95 }])
  expect(answer).toMatchObject({ state: 'partly refunded', lines: [{ refunded: 44.95 }, { refunded: 0 }] })
  expect(answer.happened.map(({ what }) => what)).toEqual([
    'Order stored',
    'Payment begun: sandbox, credit',
    expect.stringContaining('Paid with Visa, ends 4242, fee $'),
    'Order completed',
    'Refund of $44.95 asked: File is faulty',
    'Refund of $44.95 sent',
  ])
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }, { state: 'owned' }])
  expect(await earnings()).toBeCloseTo(before + 29.95)
  expect(await sumOfAll()).toBeCloseTo(0)
  const { sales, earningsCents } = await db()
    .selectFrom('itemStat')
    .where('itemId', '=', beatId)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect({ sales, earningsCents }).toEqual({ sales: 0, earningsCents: 0 })
  expect(await shop.world.lastMailTo(buyer.email)).toMatchObject({ kind: 'refund' })
  expect(await shop.newsOf(shop.owner, 'returned-one')).toMatchObject([
    { title: 'A sale was refunded' },
    { title: 'You made a sale' },
  ])
})

test('a sale lifts an item in popularity and trend, and a refund takes that back', async () => {
  const beatId = await shop.addBeat()
  const charts = async () => {
    await ensureIndexed(shop.world.app)
    return db()
      .selectFrom('itemSearch')
      .where('itemId', '=', beatId)
      .select(['popularity', 'trend'])
      .executeTakeFirstOrThrow()
  }
  const before = await charts()
  const { orderId } = await shop.buy([line(beatId)], await shop.world.signUp())
  const sold = await charts()
  expect(sold.popularity).toBeCloseTo(Math.log(41))
  expect(sold.trend).toBeGreaterThan(before.trend + 100)
  const { lines } = await order(orderId)
  await refund(orderId, [{ id: lines[0]!.id, amount: 29.95 }])
  expect(await charts()).toEqual(before)
})

test('parts of a line add up to the whole, and never to more', async () => {
  const beatId = await shop.addBeat()
  const buyer = await shop.world.signUp()
  const { orderId } = await shop.buy([line(beatId)], buyer)
  const id = (await order(orderId)).lines[0]!.id
  await refund(orderId, [{ id, amount: 10 }])
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'owned' }])
  await expect(refund(orderId, [{ id, amount: 19.96 }])).rejects.toMatchObject({ status: 409, error: 'too_much' })
  const tries = await Promise.allSettled([
    refund(orderId, [{ id, amount: 19.95 }]),
    refund(orderId, [{ id, amount: 19.95 }]),
  ])
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }])
  expect(await sumOfAll()).toBeCloseTo(0)
})

test('a refund that the provider fails stays pending and is sent later', async () => {
  const beatId = await shop.addBeat()
  const buyer = await shop.world.signUp()
  const { orderId } = await shop.buy([line(beatId)], buyer)
  const id = (await order(orderId)).lines[0]!.id
  const behave = (values: { refundsFail?: boolean; isDown?: boolean }) =>
    db().updateTable('sandboxSetting').set(values).execute()
  await behave({ refundsFail: true })
  expect(await refund(orderId, [{ id, amount: 29.95 }])).toMatchObject({ state: 'refund pending' })
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'owned' }])
  await behave({ refundsFail: false, isDown: true })
  shop.world.passTime(2 * 60_000)
  await shop.world.takeDue()
  await behave({ isDown: false })
  shop.world.passTime(5 * 60_000)
  await shop.world.takeDue()
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }])
  const sent = await db()
    .selectFrom('sandboxRefund')
    .where('state', '=', 'done')
    .where('cents', '=', 2_995)
    .select('id')
    .execute()
  expect(sent.length).toBeGreaterThan(0)
})

test('a refund waits for a provider that is switched off, and keeps no other one waiting', async () => {
  const buyer = await shop.world.signUp()
  const [one, other] = [
    await shop.buy([line(await shop.addBeat())], buyer),
    await shop.buy([line(await shop.addBeat())], buyer),
  ]
  const ask = async (id: number) => refund(id, [{ id: (await order(id)).lines[0]!.id, amount: 29.95 }])
  const move = (provider: string) =>
    db().updateTable('payment').set({ provider }).where('orderId', '=', one.orderId).execute()
  await move('stripe')
  expect(await ask(one.orderId)).toMatchObject({ state: 'refund pending' })
  await db().updateTable('sandboxSetting').set({ isDown: true }).execute()
  await ask(other.orderId)
  await db().updateTable('sandboxSetting').set({ isDown: false }).execute()
  shop.world.passTime(2 * 60_000)
  await shop.world.takeDue()
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'owned' }, { state: 'refunded' }])
  await move('sandbox')
  shop.world.passTime(2 * 60_000)
  await shop.world.takeDue()
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }, { state: 'refunded' }])
})

test('only admins refund, and only what was paid', async () => {
  const beatId = await shop.addBeat()
  const fresh = await shop.world.signUp()
  const started = await shop.start([line(beatId)], { buyer: fresh })
  const again = await shop.admin()
  const seen = await again.call('GET /admin/orders/:id', { params: { id: started.orderId } })
  const lines = [{ id: seen.lines[0]!.id, amount: 1 }]
  await expect(refund(started.orderId, lines, again)).rejects.toMatchObject({ status: 409, error: 'not_paid' })
  await expect(refund(started.orderId, lines, fresh)).rejects.toMatchObject({ status: 403 })
  await expect(refund(9_999_999, lines, again)).rejects.toMatchObject({ status: 404 })
})

test('an upgrade costs the difference, replaces the lower license, and gives it back when it is refunded', async () => {
  const beatId = await shop.addBeat()
  const buyer = await shop.world.signUp()
  const desk = await shop.admin()
  await shop.buy([line(beatId)], buyer)
  const [first] = await shop.purchasesOf(buyer)
  expect(await shop.preview([line(beatId, 'PREMIUM', first!.id)], buyer)).toMatchObject({
    lines: [
      { price: 99, total: 69.05, adjustments: [{ kind: 'upgrade', reason: 'Paid for MP3 Lease', amount: 29.95 }] },
    ],
  })
  const { orderId } = await shop.buy([line(beatId, 'PREMIUM', first!.id)], buyer)
  expect(await shop.purchasesOf(buyer)).toMatchObject([
    { licenseType: 'MP3', state: 'superseded' },
    { licenseType: 'PREMIUM', state: 'owned', cents: 6_905 },
  ])
  const { lines } = await desk.call('GET /admin/orders/:id', { params: { id: orderId } })
  await refund(orderId, [{ id: lines[0]!.id, amount: 69.05 }], desk)
  expect(await shop.purchasesOf(buyer)).toMatchObject([
    { licenseType: 'MP3', state: 'owned' },
    { licenseType: 'PREMIUM', state: 'refunded' },
  ])
})

test('a replaced license is not sold again, so that it can come back', async () => {
  const beatId = await shop.addBeat()
  const buyer = await shop.world.signUp()
  const desk = await shop.admin()
  await shop.buy([line(beatId)], buyer)
  const [first] = await shop.purchasesOf(buyer)
  const { orderId } = await shop.buy([line(beatId, 'WAV', first!.id)], buyer)
  const again = [line(beatId), line(beatId, 'PREMIUM', first!.id)]
  expect((await shop.preview(again, buyer)).lines.map(({ state }) => state)).toEqual(['owned', 'gone'])
  const { lines } = await desk.call('GET /admin/orders/:id', { params: { id: orderId } })
  expect(await refund(orderId, [{ id: lines[0]!.id, amount: 15 }], desk)).toMatchObject({ state: 'refunded' })
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'owned' }, { state: 'refunded' }])
})

test('a lower license is refunded after its upgrade; a lost dispute over it takes both', async () => {
  const [beatId, other] = [await shop.addBeat(), await shop.addBeat()]
  const buyer = await shop.world.signUp()
  const desk = await shop.admin()
  const upgraded = async (id: number) => {
    const started = await shop.start([line(id)], { buyer })
    await shop.payByCard(started)
    await shop.confirm(started, buyer)
    const first = (await shop.purchasesOf(buyer)).find(({ itemId }) => itemId === id)
    const higher = await shop.buy([line(id, 'WAV', first!.id)], buyer)
    return { started, higher }
  }
  const lineOf = async (id: number) => (await desk.call('GET /admin/orders/:id', { params: { id } })).lines[0]!
  const states = async (id: number) =>
    (await shop.purchasesOf(buyer)).filter(({ itemId }) => itemId === id).map(({ state }) => state)

  const one = await upgraded(beatId)
  const { id: lower } = await lineOf(one.started.orderId)
  await expect(refund(one.started.orderId, [{ id: lower, amount: 29.95 }], desk)).rejects.toMatchObject({
    status: 409,
    error: 'upgraded',
  })
  await refund(one.higher.orderId, [{ id: (await lineOf(one.higher.orderId)).id, amount: 15 }], desk)
  expect(await states(beatId)).toEqual(['owned', 'refunded'])
  await refund(one.started.orderId, [{ id: lower, amount: 29.95 }], desk)
  expect(await states(beatId)).toEqual(['refunded', 'refunded'])

  const two = await upgraded(other)
  for (const state of ['open', 'lost'] as const) {
    await desk.call('POST /sandbox/payments/:reference/dispute', {
      params: { reference: two.started.sessionId! },
      body: { state },
    })
    await shop.world.work()
  }
  expect(await states(other)).toEqual(['refunded', 'refunded'])
})

test('upgrades of others, of the same or a higher license, and of another beat are refused', async () => {
  const [beatId, other] = [await shop.addBeat(), await shop.addBeat()]
  const [buyer, stranger] = [await shop.world.signUp(), await shop.world.signUp()]
  await shop.buy([line(beatId, 'WAV')], buyer)
  const [owned] = await shop.purchasesOf(buyer)
  const states = async (item: CartItem, person: Person) =>
    (await shop.preview([item], person)).lines.map(({ state }) => state)
  expect(await states(line(beatId, 'PREMIUM', owned!.id), stranger)).toEqual(['gone'])
  expect(await states(line(beatId, 'MP3', owned!.id), buyer)).toEqual(['gone'])
  expect(await states(line(other, 'PREMIUM', owned!.id), buyer)).toEqual(['gone'])
  expect(await states(line(beatId, 'WAV'), buyer)).toEqual(['owned'])
})

test('a dispute freezes earnings; won, they return and a refund is possible; lost, the buyer loses the license', async () => {
  const buyer = await shop.world.signUp()
  const desk = await shop.admin()
  const disputed = async (state: 'open' | 'won' | 'lost', reference: string) => {
    await desk.call('POST /sandbox/payments/:reference/dispute', { params: { reference }, body: { state } })
    await shop.world.work()
  }
  const sale = async () => {
    const beatId = await shop.addBeat()
    const started = await shop.start([line(beatId)], { buyer })
    await shop.payByCard(started)
    await shop.confirm(started, buyer)
    return started
  }
  const [won, lost] = [await sale(), await sale()]
  const before = await earnings()
  await disputed('open', won.sessionId!)
  expect(await earnings()).toBeCloseTo(before - 29.95)
  expect(await desk.call('GET /admin/orders/:id', { params: { id: won.orderId } })).toMatchObject({ state: 'disputed' })
  await disputed('won', won.sessionId!)
  expect(await earnings()).toBeCloseTo(before)
  const [wonLine] = (await desk.call('GET /admin/orders/:id', { params: { id: won.orderId } })).lines
  expect(await refund(won.orderId, [{ id: wonLine!.id, amount: 29.95 }], desk)).toMatchObject({ state: 'refunded' })
  await disputed('open', lost.sessionId!)
  await disputed('lost', lost.sessionId!)
  expect(await earnings()).toBeCloseTo(before - 59.9)
  expect((await shop.purchasesOf(buyer)).map(({ state }) => state)).toEqual(['refunded', 'refunded'])
  expect(await sumOfAll()).toBeCloseTo(0)
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
  const before = await earnings()
  const ends: [end: 'won' | 'lost', sent: object[]][] = [
    ['won', [{ cents: 2_995 }]],
    ['lost', []],
  ]
  for (const [end, sent] of ends) {
    const started = await shop.start([line(await shop.addBeat())], { buyer })
    await shop.payByCard(started)
    await shop.confirm(started, buyer)
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
    expect(await earnings()).toBeCloseTo(before)
  }
  expect((await shop.purchasesOf(buyer)).map(({ state }) => state)).toEqual(['refunded', 'refunded'])
  expect(await sumOfAll()).toBeCloseTo(0)
})

test('a payment that came too late can be disputed, too', async () => {
  const desk = await shop.admin()
  const buyer = await shop.world.signUp()
  const disputes = async (state: 'open' | 'won' | 'lost', { sessionId }: { sessionId: string | null }) => {
    await desk.call('POST /sandbox/payments/:reference/dispute', {
      params: { reference: sessionId! },
      body: { state },
    })
    await shop.world.work()
  }
  const started = await shop.start([line(await shop.addBeat())], { buyer, method: 'paypal' })
  const { orderId } = started
  await db().updateTable('sandboxSetting').set({ refundsFail: true }).execute()
  await buyer.call('POST /checkout/cancel', { body: { orderId } })
  await db()
    .updateTable('sandboxPayment')
    .set({ state: 'paid', paidWith: 'PayPal' })
    .where('reference', '=', started.sessionId)
    .execute()
  await expect(
    buyer.call('POST /checkout/confirm', { body: { provider: 'paypal', sessionId: started.sessionId!, orderId } }),
  ).rejects.toMatchObject({ error: 'paid_too_late' })
  await shop.world.takeDue()
  await db().updateTable('sandboxSetting').set({ refundsFail: false }).execute()
  const house = async () => (await shop.ledger())['house'] ?? 0
  const before = await house()
  const seen = () => desk.call('GET /admin/orders/:id', { params: { id: orderId } })
  await disputes('open', started)
  expect(await seen()).toMatchObject({ state: 'disputed' })
  await disputes('lost', started)
  expect(await seen()).toMatchObject({ state: 'canceled' })
  expect(await house()).toBeCloseTo(before - 29.95)
  expect(await sumOfAll()).toBeCloseTo(0)
})

test('after a lost dispute over a part, the shop bears what a refund sends beyond the rest', async () => {
  const desk = await shop.admin()
  const buyer = await shop.world.signUp()
  const [earned, house] = [await earnings(), (await shop.ledger())['house'] ?? 0]
  const { sessionId, orderId, ...started } = await shop.start([line(await shop.addBeat())], { buyer })
  await shop.payByCard({ sessionId, orderId, ...started })
  await shop.confirm({ sessionId, orderId, ...started }, buyer)
  for (const state of ['open', 'lost'] as const) {
    await desk.call('POST /sandbox/payments/:reference/dispute', {
      params: { reference: sessionId! },
      body: { state },
    })
    await db()
      .updateTable('sandboxDispute')
      .set({ cents: 2_000 })
      .where('cents', '=', 2_995)
      .where('state', '=', state)
      .where('paymentId', 'in', (of) => of.selectFrom('sandboxPayment').where('reference', '=', sessionId).select('id'))
      .execute()
    await shop.world.work()
  }
  expect(await earnings()).toBeCloseTo(earned + 9.95)
  const { lines } = await desk.call('GET /admin/orders/:id', { params: { id: orderId } })
  expect(await refund(orderId, [{ id: lines[0]!.id, amount: 29.95 }], desk)).toMatchObject({ state: 'refunded' })
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }])
  expect(await earnings()).toBeCloseTo(earned)
  expect((await shop.ledger())['house']).toBeCloseTo(house - 20)
  expect(await sumOfAll()).toBeCloseTo(0)
})

test('the desk finds orders by number, buyer, item and email, and by state', async () => {
  const desk = await shop.admin()
  const buyer = await shop.world.signUp({ displayName: 'Rui_Vocal' })
  const beatId = await shop.addBeat({ title: 'Lagos to Leeds' })
  const { orderId } = await shop.buy([line(beatId)], buyer)
  const { number } = await shop.orderOf(orderId)
  const found = async (query: { q?: string; state?: 'paid' | 'open' | 'refunded' | 'disputed' }) =>
    (await desk.call('GET /admin/orders', { query })).items.map(({ id }) => id)
  for (const q of [number, 'rui_vocal', 'lagos to', buyer.email]) expect(await found({ q })).toEqual([orderId])
  expect(await found({ q: number, state: 'open' })).toEqual([])
  expect(await found({ q: number, state: 'paid' })).toEqual([orderId])
  expect(await found({ q: '%' })).toEqual([])
  await expect(buyer.call('GET /admin/orders', { query: {} })).rejects.toMatchObject({ status: 403 })
})
