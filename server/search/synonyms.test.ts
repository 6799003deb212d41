import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAdmin } from '#test/desk.ts'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let admin: Awaited<ReturnType<World['signUp']>>
beforeAll(async () => {
  world = await createWorld()
  admin = await newAdmin(world)
  await addItem(world.app.db, { ownerId: admin.id, title: 'Harbour', tags: ['hurdy-gurdy'] })
})
afterAll(() => world.close())

const found = async (q: string) => (await world.guest('GET /search', { query: { q } })).totalItems
const list = async (q: string) => (await admin.call('GET /admin/synonyms', { query: { q } })).items
const add = (words: string, means: string) => admin.call('POST /admin/synonyms', { body: { words, means } })

test('an admin adds and removes pairs, the next search knows it, and each is recorded', async () => {
  expect(await found('zanfona')).toBe(0)
  const { id, ...pair } = await add(' Zanfóna ', 'Hurdy-Gurdy')
  expect(pair).toEqual({ words: 'zanfona', means: 'hurdy gurdy' })
  expect(await found('zanfona')).toBe(1)
  expect(await found('zanfonas')).toBe(1)
  expect(await list('gurdy')).toEqual([{ id, ...pair }])
  await admin.call('DELETE /admin/synonyms/:id', { params: { id } })
  expect(await found('zanfona')).toBe(0)
  expect(await list('gurdy')).toEqual([])
  await expect(admin.call('DELETE /admin/synonyms/:id', { params: { id } })).rejects.toMatchObject({ status: 404 })
  const { items } = await admin.call('GET /admin/actions', { query: { limit: 2 } })
  expect(items.map(({ action, reason }) => [action, reason])).toEqual([
    ['remove synonym', 'zanfona = hurdy gurdy'],
    ['add synonym', 'zanfona = hurdy gurdy'],
  ])
})

test('a pair counts in both directions', async () => {
  await add('harbour', 'quayside')
  await addItem(world.app.db, { ownerId: admin.id, title: 'Quayside' })
  expect([await found('harbour'), await found('quayside')]).toEqual([2, 2])
})

test('the words of the house are there, in pages', async () => {
  expect(await list('thumb')).toMatchObject([{ words: 'thumb piano', means: 'kalimba' }])
  const { items, totalItems } = await admin.call('GET /admin/synonyms', { query: { limit: 10, page: 1 } })
  expect(items).toHaveLength(10)
  expect(totalItems).toBeGreaterThan(100)
})

test('an empty side, a long phrase, a word with itself and a known pair are refused', async () => {
  await expect(add(' ', '🔥')).rejects.toMatchObject({ status: 400, fields: { words: 'Give a word.' } })
  await expect(add('x', '🔥')).rejects.toMatchObject({ fields: { means: 'Use letters or digits.' } })
  await expect(add('x', 'one two three four')).rejects.toMatchObject({ fields: { means: 'Use at most 3 words.' } })
  await expect(add('Déjà', 'deja')).rejects.toMatchObject({ fields: { means: 'Give another word.' } })
  await expect(add('violin', 'strings')).rejects.toMatchObject({ fields: { words: 'The search knows this pair.' } })
  await expect(add('strings', 'violin')).rejects.toMatchObject({ fields: { words: 'The search knows this pair.' } })
})

test('only admins read and change the words', async () => {
  const { call } = await world.signUp()
  await expect(call('GET /admin/synonyms', { query: {} })).rejects.toMatchObject({ status: 403 })
  await expect(call('POST /admin/synonyms', { body: { words: 'a', means: 'b' } })).rejects.toMatchObject({
    status: 403,
  })
})

test('both sides of a pair are found as one word and as several', async () => {
  await add('gusli psaltery', 'hurdy gurdy')
  await add('hurdygurdist', 'hurdy gurdy')
  for (const q of ['gusli psaltery', 'guslipsaltery', 'gus lipsaltery', 'hurdy gurdist', 'hurdygurdist'])
    expect(await found(q), q).toBe(1)
})
