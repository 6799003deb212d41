import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  const { id: ownerId } = await world.signUp()
  const add = (title: string, over: object = {}) =>
    addItem(world.app.db, { ownerId, title, priceCents: 2_000, ...over })
  await add('Thunderclap', { tags: ['kalimba', 'dark'] })
  await add('Foghorn', { tags: ['dark'], charts: { popularity: 5 } })
  await add('Lantern', { kind: 'kit', tags: ['dark', 'cold'] })
})
afterAll(() => world.close())

const leads = (q: string, more: object = {}) => world.guest('GET /search/leads', { query: { q, ...more } })

test('a word that is too far from all known ones leads to the nearest', async () => {
  const q = 'thundexxqp'
  expect((await world.guest('GET /search', { query: { q } })).totalItems).toBe(0)
  expect((await leads(q)).didYouMean).toEqual({ q: 'thunderclap', totalItems: 1 })
  expect((await leads(q, { k: 'KIT' })).didYouMean).toBeNull()
})

test('without the price or the rarest word there may be results', async () => {
  expect((await leads('kalimba under $5')).shorter).toEqual({ q: 'kalimba', totalItems: 1 })
  expect((await leads('kalimba dark', { k: 'KIT' })).shorter).toEqual({ q: 'dark', totalItems: 1 })
  expect((await leads('kalimba', { k: 'KIT' })).shorter).toBeNull()
})

test('without the filters there may be results', async () => {
  expect((await leads('kalimba', { k: 'KIT' })).unfiltered).toBe(1)
  expect((await leads('dark', { priceMax: 1, k: '' })).unfiltered).toBe(3)
  expect((await leads('kalimba')).unfiltered).toBe(0)
})

test('a search of nothing leads nowhere', async () => {
  for (const q of ['', ' ', 'xqzvwkxqzvwk', '🔥', '%', "'", '\\'])
    expect(await leads(q), q).toEqual({ didYouMean: null, shorter: null, unfiltered: 0 })
})

test('the popular searches are the tags of popular items', async () => {
  expect((await world.guest('GET /search/popular')).tags).toEqual(['dark', 'cold', 'kalimba'])
})
