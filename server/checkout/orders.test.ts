import { afterAll, beforeAll, expect, test } from 'vitest'
import { beatLine, createCheckout, type Checkout } from '#test/checkout.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await createCheckout()
})
afterAll(() => shop.world.close())

const ownedBy = async (person: Parameters<Checkout['purchasesOf']>[0], itemId: number) =>
  (await shop.purchasesOf(person)).filter((purchase) => purchase.itemId === itemId)
const db = () => shop.world.app.db
const newBuyer = () => shop.world.signUp()

test('a card buys: the buyer owns the license, the seller is credited in full, both are told', async () => {
  const beatId = await shop.addBeat({ slug: 'night-bus', title: 'Night Bus' })
  const before = (await shop.ledger())[`earnings ${shop.owner.id}`] ?? 0
  const { orderId, state } = await shop.buy([beatLine(beatId, 'WAV')])
  expect(state).toBe('paid')
  expect(await ownedBy(shop.fan, beatId)).toMatchObject([
    { licenseType: 'WAV', state: 'owned', cents: 4_495, title: 'Night Bus' },
  ])
  const ledger = await shop.ledger()
  expect(ledger[`earnings ${shop.owner.id}`]).toBeCloseTo(before + 44.95)
  expect(await shop.owner.call('GET /me/statement', { query: {} })).toMatchObject({ available: 0 })
  expect(await shop.newsOf(shop.owner, 'night-bus')).toMatchObject([{ title: 'You made a sale', amount: 44.95 }])
  expect(await shop.newsOf(shop.fan, 'night-bus')).toMatchObject([{ title: 'Your purchase is ready' }])
  expect(await shop.world.lastMailTo(shop.fan.email)).toMatchObject({
    kind: 'receipt',
    text: expect.stringContaining(`/order/complete?orderId=${orderId}`),
  })
  expect(await shop.world.lastMailTo(shop.owner.email)).toMatchObject({ kind: 'sale' })
  const { sales, earningsCents } = await db()
    .selectFrom('itemStat')
    .where('itemId', '=', beatId)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect({ sales, earningsCents }).toEqual({ sales: 1, earningsCents: 4_495 })
})

test('amounts in mails are written as on the pages', async () => {
  const buyer = await newBuyer()
  const beatId = await shop.addBeat({ licenses: [{ type: 'MP3', priceCents: 129_900 }] })
  await shop.buy([beatLine(beatId)], buyer)
  expect(await shop.world.lastMailTo(buyer.email)).toMatchObject({
    text: expect.stringContaining('you paid $1,299.00'),
  })
})

test('confirming ten times at once, and again later, completes an order once', async () => {
  const beatId = await shop.addBeat()
  const buyer = await newBuyer()
  const started = await shop.start([beatLine(beatId)], { buyer })
  await shop.payByCard(started)
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.confirm(started, buyer)))
  expect(answers.map(({ state }) => state)).toEqual(answers.map(() => 'paid'))
  await shop.world.work() // the provider's message
  expect((await shop.confirm(started, buyer)).state).toBe('paid')
  expect(await ownedBy(buyer, beatId)).toHaveLength(1)
  const receipts = await db()
    .selectFrom('mail')
    .where('recipient', '=', buyer.email)
    .where('kind', '=', 'receipt')
    .select('id')
    .execute()
  expect(receipts).toHaveLength(1)
  const entries = await db()
    .selectFrom('ledgerEntry')
    .where('reference', '=', String(started.orderId))
    .where('kind', '=', 'sale')
    .select('id')
    .execute()
  expect(entries).toHaveLength(1)
})

test('the provider’s message alone delivers when the browser is gone', async () => {
  const beatId = await shop.addBeat()
  const buyer = await newBuyer()
  const started = await shop.start([beatLine(beatId)], { buyer })
  await shop.payByCard(started)
  await shop.world.work()
  expect(await ownedBy(buyer, beatId)).toMatchObject([{ state: 'owned' }])
})

test('without browser and message the shop asks by itself after two minutes', async () => {
  const beatId = await shop.addBeat()
  const buyer = await newBuyer()
  await db().updateTable('sandboxSetting').set({ drops: true }).execute()
  const started = await shop.start([beatLine(beatId)], { buyer })
  await shop.payByCard(started)
  await db().updateTable('sandboxSetting').set({ drops: false }).execute()
  await shop.world.takeDue()
  expect(await ownedBy(buyer, beatId)).toEqual([])
  shop.world.passTime(2 * 60_000)
  await shop.world.takeDue()
  expect(await ownedBy(buyer, beatId)).toMatchObject([{ state: 'owned' }])
})

test('payments that can’t be looked up keep no other one waiting', async () => {
  const stuck = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const [buyer, beatId] = [await newBuyer(), await shop.addBeat()]
      return (await shop.start([beatLine(beatId)], { buyer })).orderId
    }),
  )
  // the operator has switched a provider off
  await db().updateTable('payment').set({ provider: 'stripe' }).where('orderId', 'in', stuck).execute()
  const [beatId, buyer] = [await shop.addBeat(), await newBuyer()]
  await db().updateTable('sandboxSetting').set({ drops: true }).execute()
  await shop.payByCard(await shop.start([beatLine(beatId)], { buyer }))
  await db().updateTable('sandboxSetting').set({ drops: false }).execute()
  for (let round = 0; round < 2; round++) {
    shop.world.passTime(2 * 60_000)
    await shop.world.takeDue().catch(() => {}) // it reports those that are stuck
  }
  expect(await ownedBy(buyer, beatId)).toMatchObject([{ state: 'owned' }])
  await db().updateTable('payment').set({ provider: 'sandbox' }).where('orderId', 'in', stuck).execute()
})

test('a declined card leaves the order open, and another card pays it', async () => {
  const beatId = await shop.addBeat()
  const buyer = await newBuyer()
  const started = await shop.start([beatLine(beatId)], { buyer })
  expect(await shop.payByCard(started, '4000 0000 0000 0002')).toMatchObject({
    state: 'open',
    failure: 'Your card was declined.',
  })
  await expect(shop.confirm(started, buyer)).rejects.toMatchObject({
    status: 402,
    message: 'Your card was declined. Nothing was charged.',
  })
  await shop.payByCard(started)
  expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'paid', orderId: started.orderId })
  expect(await ownedBy(buyer, beatId)).toHaveLength(1)
})

test('a challenged card pays after its holder passed, and not before', async () => {
  const beatId = await shop.addBeat()
  const buyer = await newBuyer()
  const started = await shop.start([beatLine(beatId)], { buyer })
  const answer = (passes: boolean) =>
    shop.world.guest('POST /sandbox/payments/:reference/challenge', {
      params: { reference: started.sessionId! },
      body: { clientSecret: started.clientSecret!, passes },
    })
  const challenged = '4000 0025 0000 3155'
  expect(await shop.payByCard(started, challenged)).toMatchObject({ state: 'challenged' })
  expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'open' })
  expect(await answer(false)).toMatchObject({ state: 'open', failure: expect.any(String) })
  await shop.payByCard(started, challenged)
  expect(await answer(true)).toMatchObject({ state: 'paid' })
  expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'paid' })
})

test.each(['paypal', 'google'] as const)('%s: approve, decline, cancel', async (method) => {
  const beatId = await shop.addBeat()
  const buyer = await newBuyer()
  const started = await shop.start([beatLine(beatId)], { buyer, method })
  expect(started).toMatchObject({ clientSecret: null, paymentUrl: expect.stringContaining('/sandbox/approve/sb_') })
  const answer = (answer: 'approve' | 'decline' | 'cancel') =>
    shop.world.guest('POST /sandbox/payments/:reference/approval', {
      params: { reference: started.sessionId! },
      body: { answer },
    })
  expect((await answer('cancel')).goTo).toContain(`/checkout?canceled=${started.orderId}`)
  expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'open' })
  await answer('decline')
  await expect(shop.confirm(started, buyer)).rejects.toMatchObject({ status: 402, error: 'payment_failed' })
  const { goTo } = await answer('approve')
  expect(new URL(goTo).pathname).toBe('/payment/confirm')
  expect(new URL(goTo).searchParams.get(method === 'paypal' ? 'token' : 'sessionId')).toBe(started.sessionId)
  expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'paid' })
  expect(await ownedBy(buyer, beatId)).toHaveLength(1)
})

test('a free kit needs no provider', async () => {
  const kitId = await shop.addKit(0)
  const buyer = await newBuyer()
  const started = await shop.start([{ type: 'kit', kitId }], { buyer, key: 'a-free-kit-1' })
  expect(started).toMatchObject({ state: 'paid', sessionId: null, paymentUrl: null })
  expect(await ownedBy(buyer, kitId)).toMatchObject([{ cents: 0, licenseType: null }])
  expect(await shop.start([{ type: 'kit', kitId }], { buyer, key: 'a-free-kit-1', total: 0 })).toMatchObject({
    orderId: started.orderId,
    state: 'paid',
  })
})

test('a payment that was made meanwhile completes its order, and the new start is told', async () => {
  const beatId = await shop.addBeat()
  const other = await shop.addBeat()
  const buyer = await newBuyer()
  const started = await shop.start([beatLine(beatId)], { buyer })
  await shop.payByCard(started)
  await expect(shop.start([beatLine(other)], { buyer })).rejects.toMatchObject({
    status: 409,
    error: 'already_paid',
    details: { orderId: started.orderId },
  })
  expect(await ownedBy(buyer, beatId)).toHaveLength(1)
})

test('a seller’s legal name stands on the papers of later sales', async () => {
  const beatId = await shop.addBeat()
  const sellers = async (buyer: Awaited<ReturnType<typeof newBuyer>>) => {
    await shop.buy([beatLine(beatId)], buyer)
    return db()
      .selectFrom('licensePaper')
      .innerJoin('purchase', 'purchase.id', 'purchaseId')
      .where('buyerId', '=', buyer.id)
      .select(['sellerName', 'buyerName'])
      .execute()
  }
  const buyerName = 'Nadia Åström-Bello'
  expect(await sellers(await newBuyer())).toEqual([{ sellerName: shop.owner.displayName, buyerName }])
  const rename = (legalName: string) => shop.owner.call('PATCH /me/legal-name', { body: { legalName } })
  const [fillers, joiners] = ['\u3164\u3164', '\u034F\u034F'] // drawn as blanks
  for (const name of [' ', fillers, joiners, '--'])
    await expect(rename(name)).rejects.toMatchObject({ status: 400, fields: { legalName: expect.any(String) } })
  await rename('Marcus Okafor-Lane')
  expect(await shop.owner.call('GET /me')).toMatchObject({ legalName: 'Marcus Okafor-Lane' })
  expect(await sellers(await newBuyer())).toEqual([{ sellerName: 'Marcus Okafor-Lane', buyerName }])
})

test('orders and payments of others answer like unknown ones', async () => {
  const beatId = await shop.addBeat()
  const buyer = await newBuyer()
  const other = await newBuyer()
  const started = await shop.start([beatLine(beatId)], { buyer })
  await expect(shop.confirm(started, other)).rejects.toMatchObject({ status: 404 })
  await expect(other.call('POST /checkout/cancel', { body: { orderId: started.orderId } })).rejects.toMatchObject({
    status: 404,
  })
  await expect(
    shop.world.guest('POST /sandbox/payments/:reference/card', {
      params: { reference: started.sessionId! },
      body: { clientSecret: 'x', number: '4242424242424242', expires: '12/39', cvc: '314' },
    }),
  ).rejects.toMatchObject({ status: 403 })
  expect(await shop.orderOf(started.orderId)).toMatchObject({ state: 'open' })
})

test('a buyer ends an order; after a day it ends by itself', async () => {
  const beatId = await shop.addBeat()
  const buyer = await newBuyer()
  const one = await shop.start([beatLine(beatId)], { buyer })
  expect(await buyer.call('POST /checkout/cancel', { body: { orderId: one.orderId } })).toEqual({ state: 'canceled' })
  const two = await shop.start([beatLine(beatId)], { buyer })
  shop.world.passTime(24 * 60 * 60_000)
  await shop.world.takeDue()
  expect(await shop.orderOf(two.orderId)).toMatchObject({ state: 'expired' })
  await expect(shop.payByCard(two)).rejects.toMatchObject({ status: 402 })
})

test('a silent provider charges nothing and says so', async () => {
  const beatId = await shop.addBeat()
  const buyer = await newBuyer()
  const isDown = (down: boolean) => db().updateTable('sandboxSetting').set({ isDown: down }).execute()
  await isDown(true)
  await expect(shop.start([beatLine(beatId)], { buyer })).rejects.toMatchObject({ status: 503, error: 'provider_down' })
  await isDown(false)
  const started = await shop.start([beatLine(beatId)], { buyer })
  await shop.payByCard(started)
  await isDown(true)
  await expect(shop.confirm(started, buyer)).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('do not pay again'),
  })
  await isDown(false)
  expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'paid' })
})

test('no card number is stored', async () => {
  const beatId = await shop.addBeat()
  const started = await shop.start([beatLine(beatId)], { buyer: await newBuyer() })
  await shop.payByCard(started)
  const [row] = await db()
    .selectFrom('sandboxPayment')
    .where('reference', '=', started.sessionId!)
    .selectAll()
    .execute()
  expect(JSON.stringify(row)).not.toContain('42424242')
  expect(row).toMatchObject({ paidWith: 'Visa, ends 4242' })
})
