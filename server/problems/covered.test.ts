import { afterAll, beforeAll, expect, test } from 'vitest'
import { beatLine } from '#test/checkout.ts'
import { createProblems, type Problems } from '#test/problems.ts'
import { acceptShare, proposeShares } from '#test/shares.ts'
import type { Person } from '#test/shop.ts'

let shop: Problems
let admin: Person
beforeAll(async () => {
  shop = await createProblems()
  admin = await shop.admin()
})
afterAll(() => shop.world.close())

test('a refund that the balance does not cover moves nothing: the operator decides, and knows that the seller agrees', async () => {
  const [first, second] = [await shop.sale(), await shop.sale()]
  const [one, two] = [
    await shop.report(first.buyer, first.purchaseId),
    await shop.report(second.buyer, second.purchaseId),
  ]
  const paidOut = await shop.payOut((await shop.earnings()) - 35) // $35 are left
  expect(await shop.earnings()).toBeCloseTo(35)
  const both = await Promise.all([shop.refundAsSeller(one.id), shop.refundAsSeller(two.id)])
  expect(both.map(({ state }) => state).toSorted()).toEqual(['escalated', 'refunded'])
  expect(await shop.earnings()).toBeCloseTo(5.05)
  const open = both.find(({ state }) => state === 'escalated')!
  expect(open).toMatchObject({ agreement: 'You are right, sorry.', decision: null, dueAt: null, refundable: 29.95 })
  const buyer = open.id === one.id ? first.buyer : second.buyer
  expect(await shop.at(buyer, open.id)).toMatchObject({ agreedAt: open.agreedAt, agreement: 'You are right, sorry.' })
  expect((await shop.world.lastMailTo(shop.owner.email)).text).toContain(
    'Your balance doesn’t cover this refund, so Slide decides now.',
  )
  expect((await shop.world.lastMailTo(buyer.email)).text).toContain('drillmaker agrees to a refund.')
  const mails = await shop.mailsAbout(open.id)
  expect(await shop.refundAsSeller(open.id)).toMatchObject({ state: 'escalated' })
  expect(await shop.mailsAbout(open.id)).toEqual(mails)
  await paidOut.undo()
  expect(await shop.refundAsSeller(open.id)).toMatchObject({ state: 'refunded', decidedBy: 'seller' })
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('an operator refunds what the balance of a seller does not cover', async () => {
  const { buyer, purchaseId } = await shop.sale()
  const { id } = await shop.report(buyer, purchaseId)
  const paidOut = await shop.payOut(await shop.earnings())
  expect(await shop.refundAsSeller(id)).toMatchObject({ state: 'escalated' })
  expect(await shop.decide(admin, id, 29.95)).toMatchObject({ state: 'refunded', decidedBy: 'operator' })
  expect(await shop.earnings()).toBeCloseTo(-29.95)
  await paidOut.undo()
})

test('a refund that was promised and not sent covers no other one', async () => {
  const { db } = shop.world.app
  const [first, second] = [await shop.sale(), await shop.sale()]
  const [one, two] = [
    await shop.report(first.buyer, first.purchaseId),
    await shop.report(second.buyer, second.purchaseId),
  ]
  const paidOut = await shop.payOut((await shop.earnings()) - 35)
  await db.updateTable('sandboxSetting').set({ refundsFail: true }).execute()
  expect(await shop.refundAsSeller(one.id)).toMatchObject({ state: 'refunded' })
  expect(await shop.earnings()).toBeCloseTo(35)
  expect(await shop.refundAsSeller(two.id)).toMatchObject({ state: 'escalated' })
  await db.updateTable('sandboxSetting').set({ refundsFail: false }).execute()
  await paidOut.undo()
})

test('each of those who share a sale covers their own part of its refund', async () => {
  const [mate, buyer] = [await shop.world.signUp(), await shop.world.signUp()]
  const beatId = await shop.addBeat()
  await proposeShares(shop.owner, beatId, [[mate, 5_000]])
  await acceptShare(mate)
  await shop.buy([beatLine(beatId)], buyer)
  await shop.sale() // the seller has more than enough
  const [purchase] = await shop.purchasesOf(buyer)
  const { id } = await shop.report(buyer, purchase!.id)
  const paidOut = await shop.payOut(1, mate)
  expect(await shop.refundAsSeller(id)).toMatchObject({ state: 'escalated' })
  await paidOut.undo()
  expect(await shop.refundAsSeller(id)).toMatchObject({ state: 'refunded' })
  expect((await shop.ledger())[`earnings ${mate.id}`]).toBeCloseTo(0)
})
