import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSharedShop, type SharedShop } from '#test/shares.ts'
import type { Person } from '#test/shop.ts'

let shop: SharedShop
beforeAll(async () => {
  shop = await createSharedShop()
})
afterAll(() => shop.world.close())

const proposalOf = async (id: number) => (await shop.splitOf(id)).proposal
const takeBack = (id: number) => shop.owner.call('DELETE /me/items/:id/split/proposal', { params: { id } })
const titlesTo = async (person: Person) => (await shop.noticesOf(person)).map(({ title }) => title)
const OFFER = 'drillmaker offers you a share'
const TAKEN_BACK = 'An offer was taken back'

test('the same proposal to several people changes nothing, and each other one takes its place', async () => {
  const beat = await shop.addBeat()
  const [ada, ben, cleo] = (await shop.people(3)) as [Person, Person, Person]
  const numberOf = async (...people: [Person, number][]) => (await shop.propose(beat, people)).proposal!.number
  expect(await numberOf([ada, 1_000], [ben, 500])).toBe(1)
  expect(await numberOf([ben, 500], [ada, 1_000])).toBe(1)
  expect(await numberOf([ada, 500], [ben, 1_000])).toBe(2)
  expect(await numberOf([ada, 500], [cleo, 1_000])).toBe(3)
  expect(await numberOf([ada, 500], [cleo, 1_000], [ben, 100])).toBe(4)
  expect(await numberOf([ada, 500], [cleo, 1_000])).toBe(5)
})

test('an offer that somebody has declined can be made once more', async () => {
  const beat = await shop.addBeat()
  const [ada] = await shop.people(1)
  await shop.propose(beat, [[ada!, 1_000]])
  expect(await proposalOf(beat)).toMatchObject({ number: 1, isDeclined: false })
  await shop.answer(ada!, (await shop.invitation(ada!)).id, 'decline')
  await shop.propose(beat, [[ada!, 1_000]])
  expect(await proposalOf(beat)).toMatchObject({ number: 2, isDeclined: false, people: [{ state: 'invited' }] })
  expect(await titlesTo(ada!)).toEqual([OFFER, OFFER])
})

test('somebody who has declined does not hear that the offer was taken back', async () => {
  const beat = await shop.addBeat()
  const [ada, ben] = await shop.people(2)
  await shop.propose(beat, [
    [ada!, 1_000],
    [ben!, 500],
  ])
  await shop.answer(ada!, (await shop.invitation(ada!)).id, 'decline')
  await takeBack(beat)
  expect([await titlesTo(ada!), await titlesTo(ben!)]).toEqual([[OFFER], [TAKEN_BACK, OFFER]])
  expect((await shop.world.lastMailTo(ben!.email)).subject).toBe(OFFER) // an offer that is gone needs no mail
})

test('somebody who has left is asked again by the same shares', async () => {
  const beat = await shop.addBeat()
  const [ada, ben] = await shop.people(2)
  const people = [
    [ada!, 1_000],
    [ben!, 500],
  ] as const
  const id = await shop.share(beat, ...people)
  await shop.answer(ada!, id, 'leave')
  await shop.propose(beat, people)
  expect(await proposalOf(beat)).toMatchObject({ number: 2, people: [{ state: 'invited' }, { state: 'invited' }] })
  expect(await shop.invitation(ada!)).toMatchObject({ present: null })
  expect(await shop.invitation(ben!)).toMatchObject({ present: 500 })
})

test('a change that is taken back leaves the shares that count', async () => {
  const beat = await shop.addBeat()
  const [ada, ben] = await shop.people(2)
  await shop.share(beat, [ada!, 1_000])
  await shop.propose(beat, [[ben!, 500]])
  await takeBack(beat)
  expect(await shop.splitOf(beat)).toMatchObject({ active: { number: 1, ownPoints: 9_000 }, proposal: null })
})

test('somebody whose share ends does not hear of a change that waited, too', async () => {
  const beat = await shop.addBeat()
  const [ada, ben] = await shop.people(2)
  await shop.share(beat, [ada!, 1_000])
  await shop.propose(beat, [
    [ada!, 2_000],
    [ben!, 500],
  ])
  await shop.owner.call('DELETE /me/items/:id/split', { params: { id: beat } })
  expect(await titlesTo(ada!)).toEqual(['Your share has ended', OFFER, 'Your share counts now', OFFER])
  expect(await titlesTo(ben!)).toEqual([TAKEN_BACK, OFFER])
})

test('an item that is not there can’t be shared', async () => {
  const [ada] = await shop.people(1)
  await expect(shop.propose(999_999, [[ada!, 1_000]])).rejects.toMatchObject({ status: 404 })
})

test('the list of own items says how the split of each stands', async () => {
  const [alone, declined, shared] = [await shop.addBeat(), await shop.addBeat(), await shop.addBeat()]
  const [ada] = await shop.people(1)
  await shop.propose(declined, [[ada!, 1_000]])
  await shop.answer(ada!, (await shop.invitation(ada!)).id, 'decline')
  await shop.share(shared, [ada!, 2_000])
  const { items } = await shop.owner.call('GET /me/beats', { query: { limit: 100 } })
  const splitOf = (id: number) => items.find((item) => item.id === id)!.split
  expect(splitOf(alone)).toBeNull()
  expect(splitOf(declined)).toEqual({ points: null, proposal: { accepted: 0, people: 1, isDeclined: true } })
  expect(splitOf(shared)).toEqual({ points: 8_000, proposal: null })
})
