import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CartItem } from '#contract/checkout.ts'
import { beatLine, createCheckout, packLine, type Checkout } from '#test/checkout.ts'
import type { Person } from '#test/shop.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await createCheckout()
})
afterAll(() => shop.world.close())

const ownersOf = (itemId: number) =>
  shop.world.app.db.selectFrom('purchase').where('itemId', '=', itemId).select(['buyerId', 'licenseType']).execute()

test('while an exclusive is being paid, nobody starts to buy the beat or a pack that holds it', async () => {
  const beatId = await shop.addBeat()
  const packId = await shop.addPackWith(beatId)
  const [first, second] = [await shop.world.signUp(), await shop.world.signUp()]
  const started = await shop.start([beatLine(beatId, 'EXCLUSIVE')], { buyer: first })
  expect(started.heldForSeconds).toBeGreaterThan(29 * 60)
  expect(started.heldForSeconds).toBeLessThanOrEqual(30 * 60)
  for (const item of [beatLine(beatId, 'EXCLUSIVE'), beatLine(beatId, 'MP3'), packLine(packId)])
    await expect(shop.start([item], { buyer: second })).rejects.toMatchObject({
      error: 'cart_changed',
      details: { lines: [{ state: 'held' }] },
    })
  expect(await shop.preview([beatLine(beatId, 'EXCLUSIVE')], first)).toMatchObject({ lines: [{ state: 'available' }] })
  await first.call('POST /checkout/cancel', { body: { orderId: started.orderId } })
  await shop.start([beatLine(beatId, 'EXCLUSIVE')], { buyer: second })
})

test('a hold that has ended ends the order at its provider, and others may buy', async () => {
  const beatId = await shop.addBeat()
  const [slow, quick] = [await shop.world.signUp(), await shop.world.signUp()]
  const started = await shop.start([beatLine(beatId, 'EXCLUSIVE')], { buyer: slow })
  shop.world.passTime(31 * 60_000)
  await shop.world.takeDue()
  expect(await shop.orderOf(started.orderId)).toMatchObject({ state: 'expired' })
  await expect(shop.payByCard(started)).rejects.toMatchObject({ status: 402 })
  const again = await shop.world.guest('POST /auth/login', { body: { email: quick.email, password: quick.password } })
  quick.call = shop.world.clientFor(() => again.accessToken)
  await shop.buy([beatLine(beatId, 'EXCLUSIVE')], quick)
  expect(await ownersOf(beatId)).toEqual([{ buyerId: quick.id, licenseType: 'EXCLUSIVE' }])
})

/** Starts a checkout with a new session: old ones end while time passes. */
async function startAs(person: Person, items: CartItem[]) {
  const { accessToken } = await shop.world.guest('POST /auth/login', { body: person })
  const buyer = { ...person, accessToken, call: shop.world.clientFor(() => accessToken) }
  return { ...(await shop.start(items, { buyer })), buyer }
}

test('a buyer who starts again and again keeps an exclusive from others for half an hour, not longer', async () => {
  const beatId = await shop.addBeat()
  const packId = await shop.addPackWith(beatId)
  const [greedy, other] = [await shop.world.signUp(), await shop.world.signUp()]
  const start = (item: CartItem) => startAs(greedy, [item])
  await start(beatLine(beatId, 'EXCLUSIVE'))
  shop.world.passTime(20 * 60_000)
  const { heldForSeconds } = await start(packLine(packId, 'EXCLUSIVE'))
  expect(heldForSeconds).toBeGreaterThan(0)
  expect(heldForSeconds).toBeLessThanOrEqual(10 * 60)
  shop.world.passTime(11 * 60_000)
  await shop.world.takeDue()
  expect((await start(beatLine(beatId, 'EXCLUSIVE'))).heldForSeconds).toBeNull()
  const { accessToken } = await shop.world.guest('POST /auth/login', { body: other })
  await shop.buy([beatLine(beatId, 'EXCLUSIVE')], { ...other, call: shop.world.clientFor(() => accessToken) })
  expect(await ownersOf(beatId)).toEqual([{ buyerId: other.id, licenseType: 'EXCLUSIVE' }])
})

test('a day after a hold its buyer has the next one, also after tries in between', async () => {
  const item = beatLine(await shop.addBeat(), 'EXCLUSIVE')
  const other = beatLine(await shop.addBeat())
  const buyer = await shop.world.signUp()
  const holdAfter = async (minutes: number, items = [item]) => {
    shop.world.passTime(minutes * 60_000)
    await shop.world.takeDue()
    return (await startAs(buyer, items)).heldForSeconds
  }
  expect(await holdAfter(0)).not.toBeNull()
  expect(await holdAfter(60)).toBeNull()
  expect(await holdAfter(22 * 60, [item, other])).toBeNull()
  expect(await holdAfter(2 * 60)).not.toBeNull()
})

test('an order is not ended for the last minutes of a hold, and promises none for a part of it', async () => {
  const [beatId, other] = [await shop.addBeat(), await shop.addBeat()]
  const buyer = await shop.world.signUp()
  await startAs(buyer, [beatLine(beatId, 'EXCLUSIVE')])
  shop.world.passTime(28 * 60_000)
  const both = [beatLine(beatId, 'EXCLUSIVE'), beatLine(other, 'EXCLUSIVE')]
  const again = await startAs(buyer, both)
  expect(again.heldForSeconds).toBeNull()
  shop.world.passTime(5 * 60_000)
  await shop.world.takeDue()
  await shop.payByCard(again)
  expect(await shop.confirm(again, again.buyer)).toMatchObject({ state: 'paid', refused: [] })
})

test('a hold ends the orders of others that take the same items without a hold', async () => {
  const beatId = await shop.addBeat()
  const packId = await shop.addPackWith(beatId)
  const [slow, quick] = [await shop.world.signUp(), await shop.world.signUp()]
  await startAs(slow, [beatLine(beatId, 'EXCLUSIVE')])
  shop.world.passTime(31 * 60_000)
  await shop.world.takeDue()
  const late = await startAs(slow, [packLine(packId, 'EXCLUSIVE')])
  expect(late.heldForSeconds).toBeNull()
  const held = await startAs(quick, [beatLine(beatId, 'EXCLUSIVE')])
  expect(held.heldForSeconds).not.toBeNull()
  expect(await shop.orderOf(late.orderId)).toMatchObject({ state: 'expired' })
  await shop.world.takeDue()
  await expect(shop.payByCard(late)).rejects.toMatchObject({ status: 402 })
  await shop.payByCard(held)
  expect(await shop.confirm(held, held.buyer)).toMatchObject({ state: 'paid', refused: [] })
})

test('of fifty buyers at once one gets the hold, and one owns the beat', async () => {
  const beatId = await shop.addBeat()
  const buyers = await Promise.all(Array.from({ length: 50 }, () => shop.world.signUp()))
  const outcomes = await Promise.allSettled(
    buyers.map((buyer) => shop.start([beatLine(beatId, 'EXCLUSIVE')], { buyer, total: 499 })),
  )
  const begun = outcomes.flatMap((outcome, nth) =>
    outcome.status === 'fulfilled' ? [{ started: outcome.value, buyer: buyers[nth]! }] : [],
  )
  expect(begun).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ status: 409, error: expect.stringMatching(/^(held|cart_changed)$/) })
  const [{ started, buyer }] = begun as [(typeof begun)[number]]
  await shop.payByCard(started)
  await shop.confirm(started, buyer)
  expect(await ownersOf(beatId)).toEqual([{ buyerId: buyer.id, licenseType: 'EXCLUSIVE' }])
})
