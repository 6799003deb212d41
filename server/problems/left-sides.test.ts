import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportPerson, forgetPerson } from '#server/personal-data.ts'
import { oneAfterTheOther } from '#test/blocked.ts'
import { beatLine } from '#test/checkout.ts'
import { createProblems, type Problems } from '#test/problems.ts'
import type { Person } from '#test/shop.ts'

let shop: Problems
beforeAll(async () => {
  shop = await createProblems()
})
afterAll(() => shop.world.close())

async function saleOfSomebody() {
  const [seller, buyer] = [await shop.world.signUp(), await shop.world.signUp()]
  await shop.buy([beatLine(await shop.addBeat({ ownerId: seller.id }))], buyer)
  const [purchase] = await shop.purchasesOf(buyer)
  return { seller, buyer, purchaseId: purchase!.id }
}
const LEFT = 'The seller has left Slide, so we decide, and tell you.'

test('a problem with a sale of somebody who has left goes to the operator at once', async () => {
  const { seller, buyer, purchaseId } = await saleOfSomebody()
  await forgetPerson(shop.world.app, seller.id)
  const { id, escalatedAt } = await shop.report(buyer, purchaseId)
  expect(escalatedAt).not.toBeNull()
  expect((await shop.world.lastMailTo(buyer.email)).text).toContain(LEFT)
  const admin = await shop.admin()
  expect(await shop.decide(admin, id, 10)).toMatchObject({ state: 'refunded', refunded: 10 })
  expect(await shop.mailsAbout(id)).toEqual([buyer.email, buyer.email])
})

test('a buyer whose seller leaves instead of answering is told so', async () => {
  const { seller, buyer, purchaseId } = await saleOfSomebody()
  const { id } = await shop.report(buyer, purchaseId)
  await forgetPerson(shop.world.app, seller.id)
  await shop.world.takeDue()
  const seen = await shop.at(buyer, id)
  expect(seen).toMatchObject({ state: 'escalated', seller: { name: 'A seller who has left' } })
  expect((await shop.world.lastMailTo(buyer.email)).text).toContain(LEFT)
})

test('an export holds a person’s problems, and deleting an account removes their words and ends the waiting', async () => {
  const [first, second] = [await shop.sale(), await shop.sale()]
  const one = await shop.report(first.buyer, first.purchaseId, { reason: 'other', text: 'Words that only I know.' })
  const two = await shop.report(second.buyer, second.purchaseId)
  const { problems } = await exportPerson(shop.world.app, first.buyer.id)
  expect(JSON.stringify(problems)).toContain('Words that only I know.')
  await forgetPerson(shop.world.app, first.buyer.id)
  expect(await shop.at(shop.owner, one.id)).toMatchObject({ state: 'solved', text: null })
  await expect(shop.answer(one.id)).rejects.toMatchObject({ status: 409, error: 'ended' })

  await forgetPerson(shop.world.app, shop.owner.id)
  await shop.world.takeDue()
  expect(await shop.at(second.buyer, two.id)).toMatchObject({ state: 'escalated', text: expect.any(String) as string })
  expect(await shop.decide(await shop.admin(), two.id, 29.95)).toMatchObject({ state: 'refunded' })
})

test('the deletions of two people who bought from each other and complained don’t block each other', async () => {
  const { app } = shop.world
  const someone = () => shop.world.signUp()
  const [ann, bob] = [await someone(), await someone()]
  const complain = async (buyer: Person, seller: Person) => {
    await shop.buy([beatLine(await shop.addBeat({ ownerId: seller.id }))], buyer)
    const purchases = await shop.purchasesOf(buyer)
    return (await shop.report(buyer, purchases.at(-1)!.id)).id
  }
  const others = [await complain(await someone(), ann)]
  await complain(ann, bob)
  await complain(bob, ann)
  others.push(await complain(await someone(), ann))
  const results = await oneAfterTheOther(
    app.db,
    (tx) => sql`select from purchase_problem where id = any(${others}) for update`.execute(tx),
    () => forgetPerson(app, ann.id),
    () => forgetPerson(app, bob.id),
  )
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
})
