import { afterAll, expect, test } from 'vitest'
import { createBans } from '#test/bans.ts'
import { beatLine } from '#test/checkout.ts'
import { DAY, HOUR, paypalOf } from '#test/payouts.ts'

const { shop, admin, at, ban, lift, statusOf } = await createBans()
afterAll(() => shop.world.close())

test('an order that is open while its seller is banned is not sold, and the money goes back', async () => {
  const { world } = shop
  const seller = await world.signUp()
  const buyer = await world.signUp()
  const beat = await shop.addBeat({ ownerId: seller.id })
  const before = await shop.addBeat({ ownerId: seller.id })
  const { orderId: kept } = await shop.buy([beatLine(before)], buyer)
  const started = await shop.start([beatLine(beat)], { buyer })
  await shop.payByCard(started)
  await ban(seller)
  await expect(shop.start([beatLine(beat)], { buyer: admin, total: 29.95 })).rejects.toMatchObject({ status: 409 })
  await shop.confirm(started, buyer)
  await shop.rounds()
  await shop.rounds()
  expect(await shop.orderAtDesk(admin, started.orderId)).toMatchObject({
    state: 'refunded',
    lines: [{ refusal: 'Its seller was banned before your payment arrived.', refunded: 29.95 }],
  })
  expect((await shop.purchasesOf(buyer)).map(({ itemId }) => itemId)).toEqual([before])
  // what was bought before stays, with its files and its paper
  const [bought] = (await buyer.call('GET /library', { query: {} })).items
  expect(bought).toMatchObject({ slug: null })
  expect(
    (await buyer.call('GET /purchases/:id/download-url', { ...at({ id: bought!.purchaseId }), query: {} })).url,
  ).toBeTruthy()
  await buyer.call('GET /purchases/order/:orderId', { params: { orderId: kept } })
})

test('a ban while checkouts complete: each order is either sold before or refunded', async () => {
  const { world } = shop
  for (let nth = 0; nth < 4; nth++) {
    const seller = await world.signUp()
    const buyers = await Promise.all([world.signUp(), world.signUp(), world.signUp()])
    const beats = await Promise.all(buyers.map(() => shop.addBeat({ ownerId: seller.id })))
    const orders = []
    for (const [index, buyer] of buyers.entries()) {
      const started = await shop.start([beatLine(beats[index]!)], { buyer })
      await shop.payByCard(started)
      orders.push({ started, buyer })
    }
    await Promise.all([...orders.map(({ started, buyer }) => shop.confirm(started, buyer)), ban(seller)])
    await shop.rounds()
    await shop.rounds()
    for (const [index, { started, buyer }] of orders.entries()) {
      const { state } = await shop.orderAtDesk(admin, started.orderId)
      const owned = (await shop.purchasesOf(buyer)).filter((one) => one.state === 'owned').length
      expect([state, owned]).toEqual(owned ? ['paid', 1] : ['refunded', 0])
      expect(await statusOf(beats[index]!)).toBe('paused')
    }
  }
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('payouts of a banned seller wait for an admin, and go by themselves after the ban', async () => {
  const seller = await shop.readySeller({ weekly: true })
  // one payout waits for its rest while the ban comes
  await shop.world.app.db
    .updateTable('account')
    .set({ passwordChangedAt: shop.world.app.clock.now() })
    .where('id', '=', seller.id)
    .execute()
  await shop.toMonday()
  await shop.sell(seller)
  await ban(seller)
  const address = paypalOf(seller)
  const waiting = async () => {
    const { items } = await admin.call('GET /admin/payouts', { query: { state: 'waiting', seller: seller.id } })
    return items
  }
  await shop.pass(4 * DAY)
  await shop.toMonday()
  await shop.pass(HOUR)
  expect(await waiting()).toMatchObject([{ heldFor: 'The seller is banned.' }, { heldFor: 'The seller is banned.' }])
  expect(await shop.sentTo(address)).toEqual([])
  const [first] = await waiting()
  await admin.call('POST /admin/payouts/:id/approve', at(first!))
  expect(await shop.sentTo(address)).toHaveLength(1)
  await shop.pass(DAY)
  expect(await shop.sentTo(address)).toHaveLength(1)
  await lift(seller)
  await shop.pass(60_000)
  expect(await shop.sentTo(address)).toHaveLength(2)
  expect(await waiting()).toEqual([])
})

test('a payout that was approved before the ban waits for an admin again', async () => {
  const seller = await shop.seller({ weekly: true })
  await shop.earn(seller)
  await shop.toMonday()
  const waiting = async () =>
    (await admin.call('GET /admin/payouts', { query: { state: 'waiting', seller: seller.id } })).items
  const [payout] = await waiting()
  const turn = (reason: string | null) =>
    admin.call('PUT /admin/house/switches/:what', { params: { what: 'payouts' }, body: { reason } })
  await turn('The bank rests.')
  await admin.call('POST /admin/payouts/:id/approve', at(payout!))
  await ban(seller)
  await turn(null)
  await shop.pass(HOUR)
  expect(await waiting()).toMatchObject([{ id: payout!.id, heldFor: 'The seller is banned.' }])
  expect(await shop.sentTo(paypalOf(seller))).toEqual([])
  await admin.call('POST /admin/payouts/:id/approve', at(payout!))
  expect(await shop.sentTo(paypalOf(seller))).toHaveLength(1)
})
