import { afterAll, beforeAll, expect, test } from 'vitest'
import { beatLine, kitLine } from '#test/checkout.ts'
import { createProblems, type Problems } from '#test/problems.ts'
import { createRealOrders } from '#test/real-orders.ts'
import type { Person } from '#test/shop.ts'

let shop: Problems
let admin: Person
beforeAll(async () => {
  shop = await createProblems()
  admin = await shop.admin()
})
afterAll(() => shop.world.close())

const WRONG = { reason: 'broken', text: 'The ZIP does not open.' } as const

test('a problem with an item that went back with what it was free with ends by itself', async () => {
  await shop.world.app.db.updateTable('account').set({ plan: 'growth' }).where('id', '=', shop.owner.id).execute()
  await shop.owner.call('POST /me/deals', { body: { buy: 1, free: 1 } })
  const buyer = await shop.world.signUp()
  const { orderId } = await shop.buy([kitLine(await shop.addKit(1_000)), kitLine(await shop.addKit(2_000))], buyer)
  const [gift, paid] = await shop.purchasesOf(buyer)
  const problem = await shop.report(buyer, gift!.id, WRONG)
  const other = await shop.report(buyer, paid!.id, WRONG)
  await shop.refundAsSeller(other.id, 'Sorry for both.')
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }, { state: 'refunded' }])
  const ended = { state: 'refunded', dueAt: null, decision: 'Sorry for both.', decidedBy: null, refunded: 0 }
  expect(await shop.at(buyer, problem.id)).toMatchObject(ended)
  const text = 'It went back with what it came with. The problem has ended.'
  const told = shop.world.app.db.selectFrom('mail').where('text', 'like', `%${text}%`).select('recipient')
  expect((await told.execute()).map(({ recipient }) => recipient).toSorted()).toEqual(
    [buyer.email, shop.owner.email].toSorted(),
  )
  expect(await shop.at(buyer, other.id)).toMatchObject({ decidedBy: 'seller', refunded: 20 })
  expect((await shop.orderAtDesk(admin, orderId)).needs).toEqual([])
})

test('a problem with an upgrade that cost nothing ends when the lower license was refunded', async () => {
  const buyer = await shop.world.signUp()
  const beat = await shop.addBeat()
  const { orderId } = await shop.buy([beatLine(beat)], buyer)
  const [lower] = await shop.purchasesOf(buyer)
  const wav = shop.world.app.db.updateTable('license').where('itemId', '=', beat).where('type', '=', 'WAV')
  await wav.set({ priceCents: 2_995 }).execute()
  const upgraded = await shop.buy([beatLine(beat, 'WAV', lower!.id)], buyer)
  const [, higher] = await shop.purchasesOf(buyer)
  const { id } = await shop.report(buyer, higher!.id, WRONG)
  await shop.answer(id)
  await shop.escalate(buyer, id)
  const { lines } = await shop.orderAtDesk(admin, orderId)
  await shop.refund(admin, orderId, [{ id: lines[0]!.id, amount: 29.95 }])
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }, { state: 'refunded' }])
  await shop.world.takeDue()
  expect(await shop.at(buyer, id)).toMatchObject({ state: 'refunded', refunded: 0 })
  expect((await shop.orderAtDesk(admin, upgraded.orderId)).needs).toEqual([])
})

test('a problem ends when its payment was refunded at the provider itself', async () => {
  const { shop: real, begin, startBy, intentOf } = await createRealOrders()
  const { buyer } = await begin()
  const started = await startBy('credit')
  await real.act('credit', started, 'approve')
  await real.confirm(started, buyer)
  await real.deliverAll()
  const [purchase] = await real.purchasesOf(buyer)
  const params = { id: purchase!.id }
  const { id } = await buyer.call('POST /purchases/:id/problem', { params, body: WRONG })
  real.stripe.newRefund(intentOf(started).id, 2_995, {})
  await real.deliverAll()
  for (let round = 0; round < 2; round++) await real.world.takeDue() // one finds the refund, the next one books it
  expect(await buyer.call('GET /problems/:id', { params: { id } })).toMatchObject({
    state: 'refunded',
    decision: 'Refunded at the payment provider.',
    refunded: 29.95,
  })
  await real.close()
})
