import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem, fileOf } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Over = Partial<Parameters<typeof addItem>[1]>
const alike = { styleId: 1, bpm: 140, musicKey: 'Am', tags: ['Dark', 'piano'] }
const add = async (title: string, over: Over = {}) =>
  addItem(world.app.db, { ownerId: (await world.signUp()).id, title, ...alike, ...over })
const near = async (id: number, kind?: 'BEAT') =>
  (
    await world.guest('GET /items/:id/similar', { params: { id }, query: { limit: 20, ...(kind && { kind }) } })
  ).items.map(({ title }) => title)

test('style, tags, tempo and key make items similar, and the same key counts more than one that mixes', async () => {
  const id = await add('this')
  await add('all of it', { musicKey: 'Am' })
  await add('a key that mixes', { musicKey: 'C' })
  await add('another key', { musicKey: 'G#' })
  await add('another tempo', { musicKey: 'G#', bpm: 120 })
  await add('another tag too', { musicKey: 'G#', bpm: 120, tags: ['dark'] })
  await add('another style too', { musicKey: 'G#', bpm: 120, tags: ['dark'], styleId: 2 })
  await add('another kind', { kind: 'pack', bpm: null })
  expect(await near(id)).toEqual([
    'all of it',
    'a key that mixes',
    'another key',
    'another tempo',
    'another tag too',
    'another style too',
  ])
  await world.app.db.updateTable('item').set({ status: 'sold' }).where('id', '=', id).execute()
  expect((await near(id))[0]).toBe('all of it')
})

test('a list of similar items is not all by one producer, and a hidden item has none', async () => {
  const id = await add('that', { styleId: 3 })
  const { id: ownerId } = await world.signUp()
  for (const title of ['1', '2', '3', '4']) await add(title, { styleId: 3, ownerId })
  await add('further', { styleId: 3, tags: [] })
  expect((await near(id)).slice(0, 5)).toEqual(['4', '3', '2', 'further', expect.any(String)])
  await expect(near(await add('hidden', { status: 'pending' }))).rejects.toMatchObject({ status: 404 })
})

test('a pack has similar beats, too', async () => {
  const id = await add('a pack', { kind: 'pack', styleId: 4, bpm: null, musicKey: null })
  await add('its neighbor', { kind: 'pack', styleId: 4, bpm: null })
  await add('its beat', { styleId: 4 })
  expect((await near(id))[0]).toBe('its neighbor')
  const beats = await near(id, 'BEAT')
  expect(beats[0]).toBe('its beat')
  expect(beats).not.toContain('its neighbor')
})

test('beats of a pack do not follow it, since its listener has just heard them', async () => {
  const own = await add('heard in the pack', { styleId: 5 })
  const tracks = [{ title: 'One', path: 'One.mp3', beatId: own }]
  const files = [fileOf('archive')]
  const id = await add('a pack of one', { kind: 'pack', styleId: 5, bpm: null, musicKey: null, files, tracks })
  await add('not heard yet', { styleId: 5 })
  const beats = await near(id, 'BEAT')
  expect(beats[0]).toBe('not heard yet')
  expect(beats).not.toContain('heard in the pack')
})
