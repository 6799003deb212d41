import { afterAll, beforeAll, expect, test } from 'vitest'
import { beatLine } from '#test/checkout.ts'
import { createSharedShop, type SharedShop } from '#test/shares.ts'
import type { Person } from '#test/shop.ts'

let shop: SharedShop
beforeAll(async () => {
  shop = await createSharedShop()
})
afterAll(() => shop.world.close())

const sharesOf = async (person: Person) =>
  (await shop.splits(person)).shares.map(({ item, points, isActive, earned }) => [item.id, points, isActive, earned])
const end = (id: number) => shop.owner.call('DELETE /me/items/:id/split', { params: { id } })
const decline = async (person: Person) => shop.answer(person, (await shop.invitation(person)).id, 'decline')

test('a person reads one share of each item: the one that counts, else the last that did', async () => {
  const [counts, grew, left, ended, offered, declined] = await Promise.all(
    Array.from({ length: 6 }, () => shop.addBeat()),
  )
  const [ada, ben] = (await shop.people(2)) as [Person, Person]
  await shop.share(counts!, [ada, 1_000], [ben, 500])
  await shop.share(grew!, [ada, 1_000])
  await shop.share(grew!, [ada, 2_000])
  await shop.propose(grew!, [[ada, 3_000]])
  expect(await shop.invitation(ada)).toMatchObject({ points: 3_000, present: 2_000 })
  await decline(ada)
  await shop.answer(ada, await shop.share(left!, [ada, 1_500]), 'leave')
  await shop.share(ended!, [ada, 700])
  await end(ended!)
  await shop.propose(declined!, [[ada, 900]])
  await decline(ada)
  await shop.propose(offered!, [[ada, 800]])
  expect(await sharesOf(ada)).toEqual([
    [ended, 700, false, 0],
    [left, 1_500, false, 0],
    [grew, 2_000, true, 0],
    [counts, 1_000, true, 0],
  ])
  const { invitations, own } = await shop.splits(ada)
  expect(invitations).toMatchObject([{ item: { id: offered }, points: 800, present: null }])
  expect(own).toEqual([])
  expect(await sharesOf(ben)).toEqual([[counts, 500, true, 0]])
})

test('a share says what it has earned, less refunds, and nothing of other items or of own ones', async () => {
  const [shared, other] = [await shop.addBeat(), await shop.addBeat()]
  const [ada] = (await shop.people(1)) as [Person]
  const own = await shop.addBeat({ ownerId: ada.id })
  await shop.share(shared, [ada, 2_000])
  await shop.share(other, [ada, 1_000])
  const buyer = await shop.world.signUp()
  const { orderId } = await shop.buy([beatLine(shared), beatLine(own)], buyer)
  expect(await sharesOf(ada)).toEqual([
    [other, 1_000, true, 0],
    [shared, 2_000, true, 5.99],
  ])
  const admin = await shop.admin()
  const { lines } = await shop.orderAtDesk(admin, orderId)
  await shop.refund(admin, orderId, [{ id: lines[0]!.id, amount: 10 }])
  expect(await sharesOf(ada)).toEqual([
    [other, 1_000, true, 0],
    [shared, 2_000, true, 3.99],
  ])
})

test('a share in a deleted item does not count, and its item has no page', async () => {
  const [sold, beat, paused] = [await shop.addBeat(), await shop.addBeat(), await shop.addBeat()]
  const [ada] = (await shop.people(1)) as [Person]
  for (const id of [sold, beat, paused]) await shop.share(id, [ada, 1_000])
  await shop.buy([{ type: 'beat', beatId: sold, licenseType: 'EXCLUSIVE' }], await shop.world.signUp())
  await shop.owner.call('POST /me/items/:id/pause', { params: { id: paused } })
  const pagesOf = async () =>
    (await shop.splits(ada)).shares.map(({ item: { id, hasPage }, isActive }) => [id, hasPage, isActive])
  expect(await pagesOf()).toEqual([
    [paused, false, true],
    [beat, true, true],
    [sold, true, true],
  ])
  await shop.owner.call('DELETE /me/beats/:id', { params: { id: beat } })
  expect(await pagesOf()).toEqual([
    [paused, false, true],
    [beat, false, false],
    [sold, true, true],
  ])
})

test('an owner reads the splits that count or wait, the newest item first', async () => {
  const owner = await shop.world.signUp()
  const addBeat = () => shop.addBeat({ ownerId: owner.id })
  const [alone, counts, waits, declined, back] = [
    await addBeat(),
    await addBeat(),
    await addBeat(),
    await addBeat(),
    await addBeat(),
  ]
  const [ada] = (await shop.people(1)) as [Person]
  await shop.propose(counts, [[ada, 1_000]], owner)
  await shop.accept(ada)
  await shop.propose(declined, [[ada, 1_000]], owner)
  await decline(ada)
  await shop.propose(waits, [[ada, 1_000]], owner)
  await shop.propose(back, [[ada, 1_000]], owner)
  await owner.call('DELETE /me/items/:id/split/proposal', { params: { id: back } })
  const { own } = await shop.splits(owner)
  expect(own.map(({ item }) => item.id)).toEqual([declined, waits, counts])
  expect(own).toMatchObject([
    { split: { active: null, proposal: { isDeclined: true }, isForSale: false } },
    { split: { active: null, proposal: { isDeclined: false }, isForSale: false } },
    { split: { active: { ownPoints: 9_000 }, proposal: null, isForSale: true } },
  ])
  expect(await shop.splitOf(alone, owner)).toEqual({ active: null, proposal: null, isForSale: true })
})
