import { afterAll, beforeAll, expect, test } from 'vitest'
import { numberNews } from '#server/notifications/index.ts'
import { untilBlocked } from '#test/blocked.ts'
import { beatLine, kitLine } from '#test/checkout.ts'
import { fileOf } from '#test/factories.ts'
import { createProblems, type Problems } from '#test/problems.ts'
import type { Person } from '#test/shop.ts'

const HOUR = 60 * 60_000

let shop: Problems
let admin: Person
beforeAll(async () => {
  shop = await createProblems()
  admin = await shop.admin()
})
afterAll(() => shop.world.close())

const db = () => shop.world.app.db
const refundsOf = (orderId: number) =>
  db().selectFrom('refund').where('orderId', '=', orderId).select(['cents', 'state']).execute()
const deskRefund = async (orderId: number, amount: number) =>
  shop.refund(admin, orderId, [{ id: (await shop.orderAtDesk(admin, orderId)).lines[0]!.id, amount }])

async function escalated() {
  const sale = await shop.sale()
  const { id } = await shop.report(sale.buyer, sale.purchaseId)
  await shop.answer(id)
  await shop.escalate(sale.buyer, id)
  return { ...sale, id }
}

test('seller and operator at once: one outcome and one refund', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, orderId, buyer } = await escalated()
    const [seller, operator] = await Promise.allSettled([shop.refundAsSeller(id), shop.decide(admin, id, 10)])
    expect([seller, operator].filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const cents = seller.status === 'fulfilled' ? 2_995 : 1_000
    expect(await refundsOf(orderId)).toEqual([{ cents, state: 'done' }])
    expect(await shop.at(buyer, id)).toMatchObject({
      state: 'refunded',
      decidedBy: seller.status === 'fulfilled' ? 'seller' : 'operator',
    })
  }
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a buyer takes it back while the seller refunds: one of them wins', async () => {
  for (let round = 0; round < 5; round++) {
    const { buyer, purchaseId, orderId } = await shop.sale()
    const { id } = await shop.report(buyer, purchaseId)
    const [taken, refunded] = await Promise.allSettled([shop.solve(buyer, id), shop.refundAsSeller(id)])
    expect([taken, refunded].filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const isTaken = taken.status === 'fulfilled'
    expect(await shop.at(buyer, id)).toMatchObject({ state: isTaken ? 'solved' : 'refunded' })
    expect(await refundsOf(orderId)).toHaveLength(isTaken ? 0 : 1)
  }
})

test('a refund of the whole line at the desk ends its problem, and a part of it does not', async () => {
  const { buyer, purchaseId, orderId } = await shop.sale()
  const { id } = await shop.report(buyer, purchaseId)
  await deskRefund(orderId, 5)
  expect(await shop.at(buyer, id)).toMatchObject({ state: 'asked', refundable: 24.95 })
  await deskRefund(orderId, 24.95)
  expect(await shop.at(buyer, id)).toMatchObject({
    state: 'refunded',
    decision: 'File is faulty',
    decidedBy: 'operator',
  })
  await expect(shop.refundAsSeller(id)).rejects.toMatchObject({ status: 409, error: 'ended' })
  expect(await refundsOf(orderId)).toHaveLength(2)
})

test('desk and seller refund at once: the money goes back once', async () => {
  for (let round = 0; round < 5; round++) {
    const { buyer, purchaseId, orderId } = await shop.sale()
    const { id } = await shop.report(buyer, purchaseId)
    const both = await Promise.allSettled([deskRefund(orderId, 29.95), shop.refundAsSeller(id)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refundsOf(orderId)).toEqual([{ cents: 2_995, state: 'done' }])
    expect(await shop.at(buyer, id)).toMatchObject({ state: 'refunded' })
  }
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a dispute ends the problem, once, and no refund is added to it', async () => {
  const { buyer, purchaseId, orderId } = await shop.sale()
  const { id } = await shop.report(buyer, purchaseId)
  await shop.dispute(admin, orderId, 'open')
  expect(await shop.at(buyer, id)).toMatchObject({ state: 'disputed' })
  await expect(shop.refundAsSeller(id)).rejects.toMatchObject({ status: 409, error: 'ended' })
  await expect(shop.report(buyer, purchaseId)).rejects.toMatchObject({ status: 409, error: 'disputed' })
  await shop.dispute(admin, orderId, 'won')
  expect(await shop.mailsAbout(id)).toHaveLength(4)
  const again = await shop.report(buyer, purchaseId)
  expect(again).toMatchObject({ state: 'asked' })
  await shop.world.takeDue()
  expect(await shop.at(buyer, again.id)).toMatchObject({ state: 'asked' })
})

test('a dispute ends all problems of its order, and the sides of each are told', async () => {
  const buyer = await shop.world.signUp()
  const items = [beatLine(await shop.addBeat()), beatLine(await shop.addBeat())]
  const { orderId } = await shop.buy(items, buyer)
  const problems = []
  for (const { id } of await shop.purchasesOf(buyer)) problems.push(await shop.report(buyer, id))
  await shop.dispute(admin, orderId, 'open')
  for (const { id } of problems) {
    expect(await shop.at(buyer, id)).toMatchObject({ state: 'disputed' })
    expect(await shop.mailsAbout(id)).toHaveLength(4)
  }
  const { content } = await buyer.call('GET /notifications/unread', { query: {} })
  const told = new Set(content.slice(0, 2).map(({ problemId }) => problemId))
  expect(told).toEqual(new Set(problems.map(({ id }) => id)))
})

test('a refund that the provider fails stays promised: nobody refunds it twice', async () => {
  const { id, orderId } = await escalated()
  await db().updateTable('sandboxSetting').set({ refundsFail: true }).execute()
  expect(await shop.decide(admin, id, 29.95)).toMatchObject({ state: 'refunded', refunded: 29.95, refundable: 0 })
  await db().updateTable('sandboxSetting').set({ refundsFail: false }).execute()
  expect(await shop.orderAtDesk(admin, orderId)).toMatchObject({ state: 'refund pending' })
  await expect(deskRefund(orderId, 1)).rejects.toMatchObject({ status: 409, error: 'too_much' })
  shop.world.passTime(HOUR)
  await shop.world.takeDue()
  expect(await refundsOf(orderId)).toEqual([{ cents: 2_995, state: 'done' }])
})

test('two rounds at once hand a silent seller’s problem over once', async () => {
  const { buyer, purchaseId } = await shop.sale()
  const { id } = await shop.report(buyer, purchaseId)
  shop.world.passTime(72 * HOUR)
  await Promise.all([shop.world.takeDue(), shop.world.takeDue()])
  expect(await shop.at(buyer, id)).toMatchObject({ state: 'escalated' })
  expect(await shop.mailsAbout(id)).toHaveLength(4)
})

test('a refund that ends a problem and other news of its people don’t block each other', async () => {
  const [seller, buyer] = [await shop.world.signUp(), await shop.world.signUp()]
  await db().updateTable('account').set({ plan: 'growth' }).where('id', '=', seller.id).execute()
  await seller.call('POST /me/deals', { body: { buy: 1, free: 1 } })
  const kitOf = (ownerId: number, priceCents: number) =>
    shop.add({ kind: 'kit', ownerId, priceCents, files: [fileOf('archive')] })
  const kits = [await kitOf(seller.id, 1_000), await kitOf(seller.id, 2_000), await kitOf(shop.owner.id, 3_000)]
  const { orderId } = await shop.buy(kits.map(kitLine), buyer)
  const [gift] = await shop.purchasesOf(buyer)
  const { id } = await shop.report(buyer, gift!.id)
  const { lines } = await shop.orderAtDesk(admin, orderId)
  const paid = lines.filter(({ total }) => total > 0).map((line) => ({ id: line.id, amount: line.total }))
  let refunded: Promise<unknown> | undefined
  await db()
    .transaction()
    .execute(async (tx) => {
      await numberNews(tx, [shop.owner.id]) // the first of two inboxes, in the order of their ids
      refunded = shop.refund(admin, orderId, paid)
      refunded.catch(() => {})
      await untilBlocked(db())
      await numberNews(tx, [buyer.id])
    })
  await refunded
  expect(await refundsOf(orderId)).toEqual([{ cents: 5_000, state: 'done' }])
  expect(await shop.at(buyer, id)).toMatchObject({ state: 'refunded' })
})
