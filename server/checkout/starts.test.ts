import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CartItem } from '#contract/checkout.ts'
import { setState } from '#server/items/index.ts'
import { goods } from '#server/shop-lines.ts'
import type { Tx } from '#server/db/connect.ts'
import { oneAfterTheOther, untilBlocked } from '#test/blocked.ts'
import { beatLine, createCheckout, kitLine, type Checkout } from '#test/checkout.ts'
import { inTransaction } from '#test/factories.ts'
import type { Person } from '#test/shop.ts'
import { startCheckout, type Adjuster } from './index.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await createCheckout()
})
afterAll(() => shop.world.close())

const db = () => shop.world.app.db
const newBuyer = () => shop.world.signUp()
const ordersOf = ({ id }: Person) => db().selectFrom('shopOrder').where('buyerId', '=', id).select('id').execute()

test('less than a card can pay is paid with PayPal, and $0.50 by card', async () => {
  const kit = kitLine(await shop.addKit(49))
  const buyer = await newBuyer()
  for (const method of ['credit', 'google'] as const)
    await expect(shop.start([kit], { buyer, method })).rejects.toMatchObject({
      status: 409,
      error: 'too_small',
      message: 'Cards and Google Pay take $0.50 or more.',
    })
  expect(await shop.start([kit], { buyer, method: 'paypal' })).toMatchObject({ state: 'open' })
  const enough = kitLine(await shop.addKit(50))
  expect(await shop.start([enough], { buyer })).toMatchObject({ state: 'open' })
})

test('a provider that does not answer keeps an order open, and another one from starting', async () => {
  const buyer = await newBuyer()
  const [one, other] = [await shop.addBeat(), await shop.addBeat()]
  const { orderId } = await shop.start([beatLine(one)], { buyer })
  const isDown = (down: boolean) => db().updateTable('sandboxSetting').set({ isDown: down }).execute()
  await isDown(true)
  const asking = { status: 503, message: expect.stringContaining('do not pay again') }
  await expect(shop.start([beatLine(other)], { buyer })).rejects.toMatchObject(asking)
  await expect(buyer.call('POST /checkout/cancel', { body: { orderId } })).rejects.toMatchObject(asking)
  await isDown(false)
  expect(await shop.orderOf(orderId)).toMatchObject({ state: 'open' })
})

test('a double click gets one order, another way to pay a new one, and the former can’t be paid any more', async () => {
  const beatId = await shop.addBeat()
  const buyer = await newBuyer()
  const twice = await Promise.all([
    shop.start([beatLine(beatId)], { buyer }),
    shop.start([beatLine(beatId)], { buyer }),
  ])
  expect(twice[0]).toEqual(twice[1])
  const other = await shop.start([beatLine(beatId)], { buyer, method: 'paypal' })
  expect(other.orderId).not.toBe(twice[0].orderId)
  expect(await shop.orderOf(twice[0].orderId)).toMatchObject({ state: 'canceled' })
  await expect(shop.payByCard(twice[0])).rejects.toMatchObject({ status: 402 })
  await expect(shop.confirm(twice[0], buyer)).rejects.toMatchObject({ status: 409, error: 'payment_ended' })
})

test('a key that finds the order open leads to it after its end, too', async () => {
  const [buyer, line] = [await newBuyer(), beatLine(await shop.addBeat())]
  const one = await shop.start([line], { buyer, key: 'the-first-press' })
  const again = () => shop.start([line], { buyer, key: 'the-second-press', total: 29.95 })
  expect(await again()).toEqual(one)
  await expect(shop.start([beatLine(await shop.addBeat())], { buyer, key: 'the-second-press' })).rejects.toMatchObject({
    error: 'key_reused',
  })
  await buyer.call('POST /checkout/cancel', { body: { orderId: one.orderId } })
  for (const key of ['the-first-press', 'the-second-press'])
    await expect(shop.start([line], { buyer, key, total: 29.95 })).rejects.toMatchObject({ error: 'payment_ended' })

  const other = await shop.start([line], { buyer })
  expect(await shop.start([line], { buyer, key: 'the-third-press' })).toEqual(other)
  await shop.payByCard(other)
  await shop.confirm(other, buyer)
  expect(await shop.start([line], { buyer, key: 'the-third-press', total: 29.95 })).toMatchObject({
    orderId: other.orderId,
    state: 'paid',
  })
})

test('a repeated start answers as paid when its order is paid meanwhile', async () => {
  const [buyer, line] = [await newBuyer(), beatLine(await shop.addBeat())]
  const order = await shop.start([line], { buyer })
  const repeat = await inTransaction(db(), async (tx) => {
    await sql`lock table order_key in share mode`.execute(tx)
    const answer = shop.start([line], { buyer, key: 'the-press-meanwhile', total: 29.95 })
    await untilBlocked(db()) // it has seen an open order
    await shop.payByCard(order)
    await shop.confirm(order, buyer)
    return { answer }
  })
  expect(await repeat.answer).toMatchObject({ orderId: order.orderId, state: 'paid' })
})

test('two presses with one key find the order that another one left open', async () => {
  const [buyer, line] = [await newBuyer(), beatLine(await shop.addBeat())]
  const order = await shop.start([line], { buyer })
  const press = () => shop.start([line], { buyer, key: 'the-key-of-two-presses' })
  const lock = (tx: Tx) => sql`lock table order_key in share mode`.execute(tx) // both see that nobody has the key
  expect(await oneAfterTheOther(db(), lock, press, press)).toEqual([
    { status: 'fulfilled', value: order },
    { status: 'fulfilled', value: order },
  ])
})

test('one key is one order; another request with it is refused', async () => {
  const beatId = await shop.addBeat()
  const buyer = await newBuyer()
  const key = 'the-key-of-a-press'
  const one = await shop.start([beatLine(beatId)], { buyer, key })
  expect(await shop.start([beatLine(beatId)], { buyer, key })).toEqual(one)
  await expect(shop.start([beatLine(beatId, 'WAV')], { buyer, key })).rejects.toMatchObject({ error: 'key_reused' })
})

test('of two carts that come at once with one key, one is refused', async () => {
  const buyer = await newBuyer()
  const [one, other] = [beatLine(await shop.addBeat()), beatLine(await shop.addBeat())]
  const outcomes = await Promise.allSettled(
    [one, other].map((line) => shop.start([line], { buyer, key: 'the-key-of-two' })),
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  for (const [index, line] of [one, other].entries()) {
    const outcome = outcomes[index]!
    const repeat = shop.start([line], { buyer, key: 'the-key-of-two' })
    const refusal = { status: 409, error: 'key_reused' }
    if (outcome.status === 'fulfilled') expect(await repeat).toEqual(outcome.value)
    else {
      expect(outcome.reason).toMatchObject(refusal)
      await expect(repeat).rejects.toMatchObject(refusal)
    }
  }
  const lines = db().selectFrom('orderLine').innerJoin('shopOrder', 'shopOrder.id', 'orderLine.orderId')
  expect(await lines.where('buyerId', '=', buyer.id).select('itemId').execute()).toHaveLength(1)
})

test('a key that comes at once for the open order and for another cart leads to one order at most', async () => {
  const buyer = await newBuyer()
  const [one, other] = [beatLine(await shop.addBeat()), beatLine(await shop.addBeat())]
  const key = 'the-key-of-both'
  await shop.start([one], { buyer })
  const begun: Promise<Awaited<ReturnType<typeof shop.start>>>[] = []
  const outcomes = await inTransaction(db(), async (tx) => {
    await sql`lock table order_key in share mode`.execute(tx)
    begun.push(shop.start([one], { buyer, key }))
    await untilBlocked(db()) // it has seen the open order
    begun.push(shop.start([other], { buyer, key }))
    const settled = Promise.allSettled(begun)
    await Promise.race([begun[1]!.catch(() => {}), untilBlocked(db(), 2)])
    return { settled }
  })
  const [first, second] = await outcomes.settled
  expect(first).toMatchObject({ status: 'rejected', reason: { status: 409 } }) // the other start has ended its order
  // the start that writes the key first has it: the one of the ended order, or the new one
  const repeat = shop.start([other], { buyer, key })
  if (second!.status === 'fulfilled') expect(await repeat).toEqual(second!.value)
  else {
    expect(second!.reason).toMatchObject({ status: 409, error: 'key_reused' })
    await expect(repeat).rejects.toMatchObject({ error: 'key_reused' })
  }
})

test('many carts of one buyer at once get one order after the other, or are told to come again', async () => {
  const buyer = await newBuyer()
  const kits = await Promise.all(Array.from({ length: 12 }, () => shop.addKit()))
  const started = await Promise.allSettled(kits.map((id) => shop.start([kitLine(id)], { buyer, total: 19 })))
  const refused = started.flatMap((one) => (one.status === 'rejected' ? (one.reason as { status: number }).status : []))
  expect(refused.filter((status) => status !== 409 && status !== 503)).toEqual([])
  const open = db().selectFrom('shopOrder').where('buyerId', '=', buyer.id).where('state', '=', 'open')
  expect(await open.select('id').execute()).toHaveLength(1)
})

test('an order that others get ahead of each time is given up after three attempts, and nothing is stored', async () => {
  const buyer = await newBuyer()
  const items = [kitLine(await shop.addKit())]
  let attempts = 0
  const late: Adjuster = {
    adjust: async () => ({ places: [] }),
    reserve: async () => ++attempts > 4,
  }
  const started = startCheckout(
    { ...goods, app: shop.world.app, adjusters: [late] },
    {
      buyer: buyer.id,
      items,
      method: 'credit',
      total: 19,
      legalName: undefined,
      codes: [],
      key: undefined,
      origin: 'http://localhost',
    },
  )
  await expect(started).rejects.toMatchObject({ status: 503 })
  expect(attempts).toBe(3)
  expect(await ordersOf(buyer)).toEqual([])
})

test('a cart that has changed is refused with the right prices, and nothing is stored', async () => {
  const beatId = await shop.addBeat()
  const gone = await shop.addBeat()
  await inTransaction(db(), (tx) => setState(tx, gone, 'paused', { now: new Date() }))
  const buyer = await newBuyer()
  const attempt = (items: CartItem[], total: number) => shop.start(items, { buyer, total })
  for (const [items, total] of [
    [[beatLine(beatId)], 0.01],
    [[beatLine(beatId), beatLine(gone)], 59.9],
    [[beatLine(beatId), beatLine(gone)], 29.95], // the rest of the cart is no order
    [[beatLine(beatId), beatLine(beatId)], 59.9],
  ] as [CartItem[], number][])
    await expect(attempt(items, total)).rejects.toMatchObject({
      status: 409,
      error: 'cart_changed',
      details: { total: 29.95 },
    })
  const tampered: CartItem = Object.assign(beatLine(beatId), { price: 0.01 })
  const seen: CartItem = Object.assign(kitLine(await shop.addKit()), { price: 19 })
  for (const [items, total] of [
    [[tampered], 29.95],
    [[tampered, seen], 48.95],
  ] as [CartItem[], number][])
    await expect(attempt(items, total)).rejects.toMatchObject({ error: 'cart_changed' })
  expect(await shop.start([seen], { buyer: await newBuyer(), total: 19 })).toMatchObject({ state: 'open' })
  const many: CartItem = Object.assign(beatLine(beatId), { qty: 2 })
  await expect(attempt([many], 59.9)).rejects.toMatchObject({ status: 400 })
  await expect(attempt([], 0)).rejects.toMatchObject({ status: 400 })
  expect(await ordersOf(buyer)).toEqual([])
})

test('licenses need the buyer’s legal name once', async () => {
  const beatId = await shop.addBeat()
  const buyer = await newBuyer()
  const kit = kitLine(await shop.addKit())
  const body = { items: [beatLine(beatId)], method: 'credit' as const, total: 29.95 }
  const alone = { ...body, items: [kit], total: 19 }
  expect(await buyer.call('POST /checkout/start', { body: alone })).toMatchObject({ state: 'open' }) // no license
  for (const unnamed of [body, { ...body, items: [kit, beatLine(beatId)], total: 48.95 }])
    await expect(buyer.call('POST /checkout/start', { body: unnamed })).rejects.toMatchObject({
      status: 400,
      fields: { legalName: expect.any(String) },
    })
  await expect(buyer.call('POST /checkout/start', { body: { ...body, legalName: '<b>' } })).rejects.toMatchObject({
    status: 400,
  })
  await buyer.call('POST /checkout/start', { body: { ...body, legalName: '  王 小明 ' } })
  expect(await buyer.call('GET /checkout/settings')).toMatchObject({
    mode: 'sandbox',
    methods: ['paypal', 'credit', 'google'],
    legalName: '王 小明',
  })
  await buyer.call('POST /checkout/start', { body: { ...body, method: 'paypal' } })
})
