import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'
import { refreshVocabulary } from './vocabulary.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  const { id: ownerId } = await world.signUp()
  for (const title of ['Harbour one', 'Harbour two', 'Lantern one', 'Lantern two'])
    await addItem(world.app.db, { ownerId, title })
})
afterAll(() => world.close())

const search = (query: { page: number }) =>
  world.guest('GET /search', { query: { q: 'harbour lantern', limit: 3, ...query } })

test('if no item has all the words, every page shows items that have one', async () => {
  const pages = [await search({ page: 0 }), await search({ page: 1 })]
  expect(pages.map(({ items, totalItems, totalPages }) => [items.length, totalItems, totalPages])).toEqual([
    [3, 4, 2],
    [1, 4, 2],
  ])
  expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(4)
})

test('a page beyond the last possible one still tells the number of results', async () => {
  const { items, totalItems } = await world.guest('GET /search', { query: { q: 'harbour', limit: 100, page: 10 } })
  expect([items, totalItems]).toEqual([[], 2])
})

test('an empty list of kinds counts as no filter, with words and without', async () => {
  for (const q of ['harbour', ''])
    for (const k of ['', ',', '\u202E']) {
      const { totalItems } = await world.guest('GET /search', { query: { q, k } })
      expect(totalItems).toBe(q ? 2 : 4)
    }
})

test('an exact word counts more than a longer word in a more popular item', async () => {
  const { id: ownerId } = await world.signUp()
  const add = (title: string, popularity: number) => addItem(world.app.db, { ownerId, title, charts: { popularity } })
  const ids = [await add('Stair sermon', 0), await add('Stairwell sermon', 3)]
  const { items } = await world.guest('GET /search', { query: { q: 'stair' } })
  expect(items.map(({ id }) => id)).toEqual(ids)
})

test('another word for the same thing is not found in a part of a producer’s name', async () => {
  const { id: ownerId } = await world.signUp({ displayName: 'QuayKeys' })
  const add = (title: string, tags: string[]) => addItem(world.app.db, { ownerId, title, tags })
  await add('Slate', ['sad'])
  const withPiano = await add('Copper', ['piano'])
  const found = async (q: string) => (await world.guest('GET /search', { query: { q } })).items.map(({ id }) => id)
  expect(await found('piano')).toEqual([withPiano])
  expect(await found('sad piano')).toHaveLength(2)
  for (const q of ['keys', 'key']) expect(await found(q), q).toHaveLength(2)
  expect(await found('quay')).toHaveLength(2)
})

test('an item is found by the names that it is for fans of, and its page names them', async () => {
  const { id: ownerId } = await world.signUp()
  const id = await addItem(world.app.db, { ownerId, title: 'Kerbside', fansOf: ['Kilo Jonés'] })
  const { items } = await world.guest('GET /search', { query: { q: 'kilo jones' } })
  expect(items.map((item) => item.id)).toEqual([id])
  expect(await world.guest('GET /beats/:id', { params: { id } })).toMatchObject({ fansOf: ['Kilo Jonés'] })
})

test('if no item has all the words, those with most of them come first', async () => {
  const other = await createWorld()
  const { id: ownerId } = await other.signUp()
  const add = (title: string, tags: string[], popularity = 0) =>
    addItem(other.app.db, { ownerId, title, tags, charts: { popularity } })
  await add('Copper', ['gravel', 'rust'])
  await add('Slate', ['rust'], 8)
  await add('Lantern', ['rust'], 8)
  await add('Foghorn', ['moss', 'rust'])
  const found = async () => {
    const { items } = await other.guest('GET /search', { query: { q: 'gravel moss rust' } })
    return items.map(({ title }) => title)
  }
  const mostFirst = ['Foghorn', 'Copper', 'Lantern', 'Slate']
  expect(await found()).toEqual(mostFirst)
  // the nightly count tells that every item has one of the words
  await refreshVocabulary(other.app.db)
  expect(await found()).toEqual(mostFirst)
  await other.close()
})
