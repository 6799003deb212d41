import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setState } from '#server/items/index.ts'
import { inTransaction } from '#test/factories.ts'
import { createPromotions, DAY, promoted, type Promotions } from '#test/promotions.ts'
import type { Person } from '#test/shop.ts'

let shop: Promotions
let ann: Person
beforeAll(async () => {
  shop = await createPromotions()
})
beforeEach(async () => {
  ann = await shop.world.signUp()
})
afterAll(() => shop.world.close())

const addBeat = () => shop.addBeat({ ownerId: ann.id, title: 'Harmattan' })
async function run() {
  const beat = await addBeat()
  return { beat, ...(await shop.promote([promoted(beat)], ann)) }
}
const sell = (id: number) =>
  inTransaction(shop.world.app.db, (tx) => setState(tx, id, 'sold', { now: shop.world.app.clock.now() }))
const refused = { status: 409, error: 'ended' }

test('a promotion whose item was sold before the round has come ends by that, and its rest comes back', async () => {
  const { id, beat } = await run()
  await sell(beat)
  await expect(shop.cancel(id, ann)).rejects.toMatchObject(refused)
  expect(await shop.newest(ann)).toMatchObject({ status: 'ended', endedFor: 'item', creditsReturned: 42 })
  expect(await shop.creditsOf(ann)).toBe(42)
})

test('a promotion whose time is over before the round has come ends by that, and its rest comes back', async () => {
  const { id } = await run()
  shop.world.passTime(28 * DAY)
  await expect(shop.cancel(id, ann)).rejects.toMatchObject(refused)
  expect(await shop.newest(ann)).toMatchObject({ endedFor: 'short', creditsReturned: 42 })
  expect(await shop.creditsOf(ann)).toBe(42)
})
