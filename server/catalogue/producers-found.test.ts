import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  const producer = async (displayName: string) => {
    const { id } = await world.signUp({ displayName })
    await world.app.db.updateTable('account').set({ isProducer: true }).where('id', '=', id).execute()
    await addItem(world.app.db, { ownerId: id })
  }
  for (const name of ['ColdHarbour', 'cold_lane', 'North.Pier', 'Pier']) await producer(name)
  await world.signUp({ displayName: 'ColdListener' })
})
afterAll(() => world.close())

const found = async (q: string) =>
  (await world.guest('GET /search/producers', { query: { q } })).items.map(({ displayName }) => displayName).toSorted()

test('producers are found by their name among other words', async () => {
  for (const q of ['coldharbour', 'Cold Harbour', 'beats by coldharbour', 'dark coldharbour kit under $20'])
    expect(await found(q), q).toEqual(['ColdHarbour'])
  expect(await found('north pier drums')).toEqual(['North.Pier', 'Pier'])
  expect(await found('cold')).toEqual(['ColdHarbour', 'cold_lane'])
})

test('a mistyped name is found', async () => {
  for (const q of ['coldharbor', 'coldhabrour']) expect(await found(q), q).toEqual(['ColdHarbour'])
})

test('listeners, nonsense and wildcards are not found', async () => {
  for (const q of ['coldlistener', 'xqzvwk', '', '%', '_', 'c_ld', '\\', "'"]) expect(await found(q), q).toEqual([])
})
