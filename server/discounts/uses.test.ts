import { afterAll, expect, test } from 'vitest'
import { beatLine, kitLine } from '#test/checkout.ts'
import { createCodes } from '#test/codes.ts'

const { shop, db, addCode, codeOf, whyNot } = await createCodes()
afterAll(() => shop.world.close())

const DAY = 24 * 60 * 60 * 1000

test('a use is reserved at the start, and comes back when the order ends unpaid', async () => {
  const beat = await shop.addBeat()
  const { id, code } = await addCode({ mostUses: 1 })
  const [ann, bob] = [await shop.world.signUp(), await shop.world.signUp()]
  const { orderId } = await shop.start([beatLine(beat)], { buyer: ann, code })
  expect(await codeOf(id)).toMatchObject({ status: 'used up', uses: 0, given: 0 })
  expect(await whyNot([beatLine(beat)], code, bob)).toBe('This code is used up.')
  expect(await whyNot([beatLine(beat)], code, ann)).toBeNull() // a new start ends the order that she has open
  await ann.call('POST /checkout/cancel', { body: { orderId } })
  await shop.buy([beatLine(beat)], bob, code)
  expect(await codeOf(id)).toMatchObject({ status: 'used up', uses: 1, given: 3 })
  expect(await whyNot([beatLine(beat)], code, ann)).toBe('This code is used up.')
})

test('an order that nobody pays expires and gives its use back', async () => {
  const beat = await shop.addBeat()
  const { id, code } = await addCode({ mostUses: 1 })
  await shop.start([beatLine(beat)], { buyer: await shop.world.signUp(), code })
  expect(await codeOf(id)).toMatchObject({ status: 'used up' })
  await db()
    .updateTable('shopOrder')
    .set({ createdAt: new Date(shop.world.app.clock.now().getTime() - 2 * DAY) })
    .where('state', '=', 'open')
    .execute()
  await db().updateTable('payment').set({ dueAt: new Date() }).where('dueAt', 'is not', null).execute()
  await shop.world.takeDue()
  expect(await codeOf(id)).toMatchObject({ status: 'active' })
})

test('a whole refund gives a use back, a refund in part does not', async () => {
  const [beat, kit] = [await shop.addBeat(), await shop.addKit()]
  const { id, code } = await addCode({ mostUses: 1 })
  const buyer = await shop.world.signUp()
  const { orderId } = await shop.buy([beatLine(beat), kitLine(kit)], buyer, code)
  const admin = await shop.admin()
  const { lines } = await shop.orderAtDesk(admin, orderId)
  const refund = async (line: number, amount: number) => {
    await shop.refund(admin, orderId, [{ id: lines[line]!.id, amount }])
    await shop.world.takeDue()
  }
  await refund(0, lines[0]!.total)
  await refund(1, 1)
  expect(await codeOf(id)).toMatchObject({ status: 'used up', uses: 1, given: 1.9 })
  await refund(1, lines[1]!.total - 1)
  expect(await codeOf(id)).toMatchObject({ status: 'active', uses: 0, given: 0 })
})

test('of fifty buyers who start at once, one gets the last use', async () => {
  const beat = await shop.addBeat()
  const { id, code } = await addCode({ percent: 40, mostUses: 3 })
  for (let used = 0; used < 2; used++) await shop.buy([beatLine(beat)], await shop.world.signUp(), code)
  const buyers = []
  for (let each = 0; each < 50; each++) buyers.push(await shop.world.signUp())
  const started = await Promise.allSettled(
    buyers.map((buyer) => shop.start([beatLine(beat)], { buyer, code, total: 17.97 })),
  )
  const refused = started.flatMap((one) => (one.status === 'rejected' ? [one.reason as object] : []))
  expect(refused).toHaveLength(49)
  for (const one of refused) expect(one).toMatchObject({ error: 'cart_changed', details: { total: 29.95 } })
  expect(await codeOf(id)).toMatchObject({ status: 'used up', uses: 2 })
})

test('of ten carts that cost nothing at once, one is the first purchase', async () => {
  const { code } = await addCode({ amount: 30, firstPurchase: true })
  const buyer = await shop.world.signUp()
  const beats: number[] = []
  for (let each = 0; each < 10; each++) beats.push(await shop.addBeat())
  const started = await Promise.allSettled(beats.map((beat) => shop.start([beatLine(beat)], { buyer, code, total: 0 })))
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await shop.purchasesOf(buyer)).toHaveLength(1)
  for (const one of started)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ error: 'cart_changed', details: { total: 29.95 } })
})
