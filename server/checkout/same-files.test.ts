import { afterAll, beforeAll, expect, test } from 'vitest'
import { beatLine, createCheckout, packLine, type Checkout } from '#test/checkout.ts'
import { fileOf } from '#test/factories.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await createCheckout()
})
afterAll(() => shop.world.close())

const itemOf = (id: number) =>
  shop.world.app.db.selectFrom('item').where('id', '=', id).select(['status', 'statusReason']).executeTakeFirstOrThrow()
const resume = (id: number) => shop.owner.call('POST /me/items/:id/resume', { params: { id } })
/** Two beats of one seller with the same bytes. */
async function addTwins() {
  const { sha256 } = fileOf('master')
  const files = () => [fileOf('master', { sha256 }), fileOf('mp3')]
  return [await shop.addBeat({ files: files() }), await shop.addBeat({ files: files() })] as const
}
const PAUSED = {
  status: 'paused',
  statusReason: 'Another beat of exactly this file was sold exclusively.',
}

test('a beat of the same file leaves with an exclusively sold one, and comes back by hand after a refund', async () => {
  const [sold, twin] = await addTwins()
  const packId = await shop.addPackWith(twin)
  const [early, late] = [await shop.world.signUp(), await shop.world.signUp()]
  await shop.buy([beatLine(twin)], early)
  const items = [beatLine(twin), packLine(packId)]
  const started = await shop.start(items, { buyer: late })
  const { orderId } = await shop.buy([beatLine(sold, 'EXCLUSIVE')], await shop.world.signUp())
  expect(await itemOf(twin)).toEqual(PAUSED)
  expect(await itemOf(packId)).toMatchObject({ status: 'paused' })
  expect((await shop.preview(items)).lines).toMatchObject([{ state: 'gone' }, { state: 'gone' }])
  await shop.payByCard(started)
  const reason = 'Somebody else bought it exclusively before your payment arrived.'
  expect(await shop.confirm(started, late)).toMatchObject({ refused: [{ reason }, { reason }] })
  expect(await shop.purchasesOf(late)).toEqual([])
  expect(await shop.purchasesOf(early)).toMatchObject([{ state: 'owned' }])
  await expect(resume(twin)).rejects.toMatchObject({ status: 409, error: 'sold', message: PAUSED.statusReason })
  await expect(resume(packId)).rejects.toMatchObject({ status: 409, error: 'holds_sold_beat' })
  expect((await shop.preview([packLine(await shop.addPackWith(twin))])).lines).toMatchObject([{ state: 'gone' }])

  const admin = await shop.admin()
  const { lines } = await shop.orderAtDesk(admin, orderId)
  await shop.refund(admin, orderId, [{ id: lines[0]!.id, amount: 499 }])
  expect((await itemOf(twin)).status).toBe('paused')
  await resume(twin)
  await resume(packId)
  expect((await shop.preview(items)).lines).toMatchObject([{ state: 'available' }, { state: 'available' }])
})

test('of two exclusives of the same file that are paid at once, one is given and one is refunded', async () => {
  const twins = await addTwins()
  const buyers = [await shop.world.signUp(), await shop.world.signUp()] as const
  const both = [
    await shop.start([beatLine(twins[0], 'EXCLUSIVE')], { buyer: buyers[0] }),
    await shop.start([beatLine(twins[1], 'EXCLUSIVE')], { buyer: buyers[1] }),
  ] as const
  for (const started of both) await shop.payByCard(started)
  await Promise.all(both.map((started, nth) => shop.confirm(started, buyers[nth])))
  const owned = [...(await shop.purchasesOf(buyers[0])), ...(await shop.purchasesOf(buyers[1]))]
  expect(owned).toHaveLength(1)
  expect([(await itemOf(twins[0])).status, (await itemOf(twins[1])).status].toSorted()).toEqual(['paused', 'sold'])
})

test('a beat of the same file leaves with a pack that is sold exclusively, and both may be bought in one order', async () => {
  const [inPack, twin] = await addTwins()
  const packId = await shop.addPackWith(inPack)
  const buyer = await shop.world.signUp()
  const order = await shop.buy([packLine(packId, 'EXCLUSIVE'), beatLine(twin, 'EXCLUSIVE')], buyer)
  expect(order).toMatchObject({ refused: [] })
  expect([(await itemOf(inPack)).status, (await itemOf(twin)).status]).toEqual(['sold', 'sold'])
  const [again, other] = await addTwins()
  await shop.buy([packLine(await shop.addPackWith(again), 'EXCLUSIVE')], buyer)
  expect(await itemOf(other)).toEqual(PAUSED)
})

test('a beat of a sold file does not come back from a takedown', async () => {
  const admin = await shop.admin()
  const [sold, twin] = await addTwins()
  await admin.call('POST /admin/items/:id/take-down', { params: { id: twin }, body: { reason: 'A claim came.' } })
  await shop.buy([beatLine(sold, 'EXCLUSIVE')], await shop.world.signUp())
  await admin.call('POST /admin/items/:id/put-back', { params: { id: twin } })
  expect(await itemOf(twin)).toEqual(PAUSED)
})
