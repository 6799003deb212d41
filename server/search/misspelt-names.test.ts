import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  const { id: ownerId } = await world.signUp({ displayName: 'KerbLight' })
  const { db } = world.app
  const styles = new Map(
    (await db.selectFrom('style').select(['id', 'slug']).execute()).map((one) => [one.slug, one.id]),
  )
  const add = (title: string, style: string, over: object = {}) =>
    addItem(db, { ownerId, title, styleId: styles.get(style)!, ...over })
  await add('Copper Roof', 'uk-drill', { tags: ['aggressive'] })
  await add('Lantern Yard', 'ny-drill', { tags: ['sad'] })
  await add('Slate Quay', 'brazilian-drill', { fansOf: ['Sleepy Hallow'] })
  await add('Tin Whistle', 'chicago-drill')
  await add('Quai Neuf', 'french-drill')
})
afterAll(() => world.close())

const titles = async (q: string) => (await world.guest('GET /search', { query: { q } })).items.map(({ title }) => title)

test('an artist whose name is misspelt finds the same as the right name', async () => {
  for (const q of ['centrel cee type beat', 'dark centralcea type beat', 'skengdoo type beat', 'centrel cee'])
    expect(await titles(q), q).toEqual(['Copper Roof'])
  for (const q of ['cheif keef type beat', 'free chief keaf x king von type beat'])
    expect(await titles(q), q).toEqual(['Tin Whistle'])
  // the catalogue has words of this name
  expect(await titles('sleepy hollow type beat')).toEqual(['Slate Quay', 'Lantern Yard'])
  expect(await titles('sleppy hallow')).toContain('Lantern Yard')
  expect(await titles('sleppy hallow')).toEqual(await titles('sleepy hallow'))
  for (const q of ['pop smok x cheif keef type beat', 'cheif keef x pop smok type beat'])
    expect((await titles(q)).toSorted(), q).toEqual(['Lantern Yard', 'Tin Whistle'])
})

test('another word for a mood that is misspelt is mended beside other words', async () => {
  for (const q of ['agresivvo', 'agresivvo drill', 'uk agresivvo']) expect(await titles(q), q).toEqual(['Copper Roof'])
})

test('another name is no misspelling: a short one, another number, or too many wrong letters', async () => {
  for (const q of ['central 7 type beat', 'lil tjay type beat']) expect(await titles(q), q).toHaveLength(1)
  for (const q of ['lil jay type beat', 'central c type beat', 'sentrol cee type beat'])
    expect(await titles(q), q).toEqual([])
})

test('the most similar of several names is meant', async () => {
  const pairs = [
    { words: 'quarrystone', means: 'sad' },
    { words: 'quarrystane', means: 'aggressive' },
  ]
  await world.app.db.insertInto('searchSynonym').values(pairs).execute()
  expect(await titles('quarystone')).toEqual(['Lantern Yard'])
  expect(await titles('quarystane')).toEqual(['Copper Roof'])
})
