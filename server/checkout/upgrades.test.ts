import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CartItem } from '#contract/checkout.ts'
import { ProviderDown } from '#server/payments/port.ts'
import { beatLine, createCheckout, type Checkout } from '#test/checkout.ts'
import type { Person } from '#test/shop.ts'

let shop: Checkout
let admin: Person
beforeAll(async () => {
  shop = await createCheckout()
  admin = await shop.admin()
})
afterAll(() => shop.world.close())

const refund = (id: number, lines: { id: number; amount: number }[], by = admin) => shop.refund(by, id, lines)

test('what a buyer has is bought already; other items and other licenses are not', async () => {
  const [beatId, second, other, kitId] = [
    await shop.addBeat(),
    await shop.addBeat(),
    await shop.addBeat(),
    await shop.addKit(),
  ]
  const buyer = await shop.world.signUp()
  const kit: CartItem = { type: 'kit', kitId }
  await shop.buy([beatLine(beatId), beatLine(second, 'WAV'), kit], buyer)
  const items = [beatLine(beatId), beatLine(other), beatLine(second, 'WAV'), kit, beatLine(beatId, 'WAV')]
  const states = (await shop.preview(items, buyer)).lines.map(({ state }) => state)
  expect(states).toEqual(['owned', 'available', 'owned', 'owned', 'available'])
})

test('an upgrade costs the difference, replaces the lower license, and gives it back when it is refunded', async () => {
  const beatId = await shop.addBeat()
  const buyer = await shop.world.signUp()
  const desk = await shop.admin()
  await shop.buy([beatLine(beatId)], buyer)
  const [first] = await shop.purchasesOf(buyer)
  expect(await shop.preview([beatLine(beatId, 'PREMIUM', first!.id)], buyer)).toMatchObject({
    lines: [
      { price: 99, total: 69.05, adjustments: [{ kind: 'upgrade', reason: 'Paid for MP3 Lease', amount: 29.95 }] },
    ],
  })
  const { orderId } = await shop.buy([beatLine(beatId, 'PREMIUM', first!.id)], buyer)
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
  await shop.buy([beatLine(beatId)], buyer)
  const [first] = await shop.purchasesOf(buyer)
  const { orderId } = await shop.buy([beatLine(beatId, 'WAV', first!.id)], buyer)
  const again = [beatLine(beatId), beatLine(beatId, 'PREMIUM', first!.id)]
  expect((await shop.preview(again, buyer)).lines.map(({ state }) => state)).toEqual(['owned', 'gone'])
  const { lines } = await desk.call('GET /admin/orders/:id', { params: { id: orderId } })
  expect(await refund(orderId, [{ id: lines[0]!.id, amount: 15 }], desk)).toMatchObject({ state: 'refunded' })
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'owned' }, { state: 'refunded' }])
})

test('a license is replaced once in a cart', async () => {
  const beatId = await shop.addBeat()
  const buyer = await shop.world.signUp()
  await shop.buy([beatLine(beatId)], buyer)
  const [first] = await shop.purchasesOf(buyer)
  const twice = [beatLine(beatId, 'WAV', first!.id), beatLine(beatId, 'PREMIUM', first!.id)]
  const seen = await shop.preview(twice, buyer)
  expect(seen.lines.map(({ state }) => state)).toEqual(['available', 'gone'])
  await expect(shop.start(twice, { buyer, total: seen.total })).rejects.toMatchObject({ error: 'cart_changed' })
})

test('a line that names the lower license replaces it, also after one that does not', async () => {
  const beatId = await shop.addBeat()
  const buyer = await shop.world.signUp()
  await shop.buy([beatLine(beatId)], buyer)
  const [first] = await shop.purchasesOf(buyer)
  const { lines } = await shop.preview([beatLine(beatId, 'WAV'), beatLine(beatId, 'PREMIUM', first!.id)], buyer)
  expect(lines).toMatchObject([
    { state: 'available', total: 44.95 },
    { state: 'available', total: 69.05 },
  ])
})

test('a license whose refund is on its way is not replaced, and a higher one is sold beside it', async () => {
  const beatId = await shop.addBeat()
  const buyer = await shop.world.signUp()
  const { orderId } = await shop.buy([beatLine(beatId)], buyer)
  const [first] = await shop.purchasesOf(buyer)
  const [line] = (await shop.orderAtDesk(admin, orderId)).lines
  const [provider] = shop.world.app.payments.providers
  vi.spyOn(provider!, 'refund').mockRejectedValueOnce(new ProviderDown('It fell silent.'))
  await refund(orderId, [{ id: line!.id, amount: 29.95 }])
  const named = await shop.preview([beatLine(beatId, 'WAV', first!.id)], buyer)
  expect(named.lines).toMatchObject([{ state: 'gone' }])
  expect(await shop.buy([beatLine(beatId, 'WAV')], buyer)).toMatchObject({ state: 'paid', refused: [] })
  shop.world.passTime(60_000)
  await shop.world.takeDue()
  expect(await shop.purchasesOf(buyer)).toMatchObject([
    { licenseType: 'MP3', state: 'refunded' },
    { licenseType: 'WAV', state: 'owned', cents: 4_495 },
  ])
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('nobody pays twice for a lower license: a higher one is its upgrade, also when the cart does not say so', async () => {
  const beatId = await shop.addBeat()
  const packId = await shop.addPackWith(beatId)
  const buyer = await shop.world.signUp()
  const pack = (licenseType: 'MP3' | 'EXCLUSIVE') => ({ type: 'pack' as const, packId, licenseType })
  await shop.buy([beatLine(beatId), pack('MP3')], buyer)
  const higher = [beatLine(beatId, 'WAV'), beatLine(beatId, 'PREMIUM'), pack('EXCLUSIVE')]
  const { lines } = await shop.preview(higher, buyer)
  expect(lines.map(({ adjustments }) => adjustments.map(({ reason }) => reason))).toEqual([
    ['Paid for MP3 Lease'],
    [], // the lower license was taken off the line before
    ['Paid for MP3 Lease'],
  ])
  await shop.buy([beatLine(beatId, 'WAV')], buyer)
  await shop.buy([beatLine(beatId, 'PREMIUM')], buyer)
  const ofBeat = (await shop.purchasesOf(buyer)).filter(({ itemId }) => itemId === beatId)
  expect(ofBeat).toMatchObject([
    { licenseType: 'MP3', state: 'superseded', cents: 2_995 },
    { licenseType: 'WAV', state: 'superseded', cents: 1_500 },
    { licenseType: 'PREMIUM', state: 'owned', cents: 5_405 },
  ])
})

test('a lower license is refunded after its upgrade; a lost dispute over it takes both', async () => {
  const [beatId, other] = [await shop.addBeat(), await shop.addBeat()]
  const buyer = await shop.world.signUp()
  const desk = await shop.admin()
  const upgraded = async (id: number) => {
    const started = await shop.start([beatLine(id)], { buyer })
    await shop.payByCard(started)
    await shop.confirm(started, buyer)
    const first = (await shop.purchasesOf(buyer)).find(({ itemId }) => itemId === id)
    const higher = await shop.buy([beatLine(id, 'WAV', first!.id)], buyer)
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
  await shop.dispute(desk, two.started.sessionId!, 'open', 'lost')
  expect(await states(other)).toEqual(['refunded', 'refunded'])
})

test('an upgrade is not paid with money that has gone back meanwhile', async () => {
  const beatId = await shop.addBeat()
  const buyer = await shop.world.signUp()
  const { orderId } = await shop.buy([beatLine(beatId)], buyer)
  const [first] = await shop.purchasesOf(buyer)
  const [line] = (await shop.orderAtDesk(admin, orderId)).lines
  const started = await shop.start([beatLine(beatId, 'WAV', first!.id)], { buyer })
  await refund(orderId, [{ id: line!.id, amount: 20 }])
  await shop.payByCard(started)
  expect(await shop.confirm(started, buyer)).toMatchObject({
    state: 'paid',
    refused: [{ reason: expect.stringContaining('went back to you') }],
  })
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ licenseType: 'MP3', state: 'owned' }])
  await shop.world.takeDue()
  expect(await shop.orderAtDesk(admin, started.orderId)).toMatchObject({ state: 'refunded', total: 15 })
  expect((await shop.preview([beatLine(beatId, 'WAV', first!.id)], buyer)).total).toBe(35)
})

test('an upgrade is not paid with money that a lost dispute over a part has taken', async () => {
  const beatId = await shop.addBeat()
  const buyer = await shop.world.signUp()
  const started = await shop.start([beatLine(beatId)], { buyer })
  await shop.payByCard(started)
  await shop.confirm(started, buyer)
  const [first] = await shop.purchasesOf(buyer)
  const higher = [beatLine(beatId, 'WAV', first!.id)]
  expect((await shop.preview(higher, buyer)).total).toBe(15)
  await shop.loseDispute(admin, started.sessionId!, 2_000)
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ licenseType: 'MP3', state: 'owned' }])
  expect((await shop.preview(higher, buyer)).total).toBe(35)
})

test('a refund and an upgrade of a license at the same time: one of them goes through', async () => {
  for (let round = 0; round < 4; round++) {
    const beatId = await shop.addBeat()
    const buyer = await shop.world.signUp()
    const { orderId } = await shop.buy([beatLine(beatId)], buyer)
    const [first] = await shop.purchasesOf(buyer)
    const [line] = (await shop.orderAtDesk(admin, orderId)).lines
    const started = await shop.start([beatLine(beatId, 'WAV', first!.id)], { buyer })
    await shop.payByCard(started)
    const asked = refund(orderId, [{ id: line!.id, amount: 29.95 }]).then(
      () => 'refunded',
      ({ error }: { error: string }) => error,
    )
    const { refused } = await shop.confirm(started, buyer)
    const states = (await shop.purchasesOf(buyer)).map(({ state }) => state)
    if ((await asked) === 'upgraded')
      expect({ refused, states }).toEqual({ refused: [], states: ['superseded', 'owned'] })
    else expect((await shop.purchasesOf(buyer)).map(({ state }) => state)).toEqual(['refunded'])
  }
})

test('a license that was replaced for nothing can be refunded, and takes the higher one along', async () => {
  const beatId = await shop.addBeat()
  const buyer = await shop.world.signUp()
  const { orderId } = await shop.buy([beatLine(beatId)], buyer)
  const [first] = await shop.purchasesOf(buyer)
  await shop.world.app.db
    .updateTable('license')
    .set({ priceCents: 2_000 })
    .where('itemId', '=', beatId)
    .where('type', '=', 'WAV')
    .execute()
  expect(await shop.buy([beatLine(beatId, 'WAV', first!.id)], buyer)).toMatchObject({ state: 'paid', sessionId: null })
  const [line] = (await shop.orderAtDesk(admin, orderId)).lines
  expect(await refund(orderId, [{ id: line!.id, amount: 29.95 }])).toMatchObject({ state: 'refunded' })
  expect((await shop.purchasesOf(buyer)).map(({ state }) => state)).toEqual(['refunded', 'refunded'])
})

test('an exclusive license that is lost with the lower one brings its beat back', async () => {
  const beatId = await shop.addBeat()
  const buyer = await shop.world.signUp()
  const started = await shop.start([beatLine(beatId)], { buyer })
  await shop.payByCard(started)
  await shop.confirm(started, buyer)
  const [first] = await shop.purchasesOf(buyer)
  await shop.buy([beatLine(beatId, 'EXCLUSIVE', first!.id)], buyer)
  await shop.dispute(admin, started.sessionId!, 'open', 'lost')
  expect((await shop.purchasesOf(buyer)).map(({ state }) => state)).toEqual(['refunded', 'refunded'])
  expect(await shop.world.app.db.selectFrom('item').where('id', '=', beatId).select('status').execute()).toEqual([
    { status: 'draft' },
  ])
})

test('upgrades of others, of the same or a higher license, and of another beat are refused', async () => {
  const [beatId, other] = [await shop.addBeat(), await shop.addBeat()]
  const [buyer, stranger] = [await shop.world.signUp(), await shop.world.signUp()]
  await shop.buy([beatLine(beatId, 'WAV')], buyer)
  const [owned] = await shop.purchasesOf(buyer)
  const states = async (item: CartItem, person: Person) =>
    (await shop.preview([item], person)).lines.map(({ state }) => state)
  expect(await states(beatLine(beatId, 'PREMIUM', owned!.id), stranger)).toEqual(['gone'])
  expect(await states(beatLine(beatId, 'MP3', owned!.id), buyer)).toEqual(['gone'])
  expect(await states(beatLine(other, 'PREMIUM', owned!.id), buyer)).toEqual(['gone'])
  expect(await states(beatLine(beatId, 'WAV'), buyer)).toEqual(['owned'])
})
