import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'
import { refreshVocabulary } from './vocabulary.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  const { db } = world.app
  const producer = async (displayName: string) => {
    const { id } = await world.signUp({ displayName })
    await db.updateTable('account').set({ isProducer: true }).where('id', '=', id).execute()
    return id
  }
  const harbour = await producer('ColdHarbour')
  const lane = await producer('cold_lane')
  await world.signUp({ displayName: 'ColdListener' })
  const gone = await producer('ColdGone')
  await db.updateTable('account').set({ deletedAt: new Date() }).where('id', '=', gone).execute()

  const add = (title: string, popularity: number, over: object = {}) =>
    addItem(db, { ownerId: harbour, title, charts: { popularity }, ...over })
  await add('Stairwell Sermon', 1, { tags: ['choir', 'cold-wave', '808'], styleId: 1 })
  await add('Stairs', 5, { tags: ['cold-wave', 'cold'] })
  await add('Starlight', 9, { kind: 'pack', ownerId: lane })
  await add('Dernier Métro', 3, { kind: 'kit', tags: ['cold-wave'] })
  await add('Stairlift', 7, { status: 'sold' })
  for (let n = 0; n < 8; n++) await add(`Many ${n}`, n, { tags: [`many-${n}`] })
  await refreshVocabulary(db)
})
afterAll(() => world.close())

const suggest = (q: string) => world.guest('GET /suggestions', { query: { q } })
const titles = async (q: string) => (await suggest(q)).items.map(({ title }) => title)
const producers = async (q: string) => (await suggest(q)).producers.map(({ displayName }) => displayName)
const tags = async (q: string) => (await suggest(q)).tags
const styles = async (q: string) => (await suggest(q)).styles.map(({ title }) => title)
const NOTHING = { items: [], producers: [], tags: [], styles: [] }

test('suggests items on sale for beginnings, endings and typing errors, the most popular first', async () => {
  expect(await titles('sta')).toEqual(['Starlight', 'Stairs', 'Stairwell Sermon'])
  expect(await titles('stair')).toEqual(['Stairs', 'Stairwell Sermon'])
  expect(await titles('sermon st')).toEqual(['Stairwell Sermon'])
  expect(await titles('METRO')).toEqual(['Dernier Métro'])
  expect(await titles('starwell')).toEqual(['Stairwell Sermon'])
  expect(await titles('many')).toHaveLength(5)
})

test('a suggested item has all fields of its row', async () => {
  const { items } = await suggest('sermon')
  expect(items).toEqual([
    {
      id: expect.any(Number),
      kind: 'BEAT',
      slug: expect.any(String),
      title: 'Stairwell Sermon',
      artistName: 'ColdHarbour',
      coverUrl: null,
    },
  ])
})

test('suggests producers who still have an account by the beginning of their name', async () => {
  expect((await producers('cold')).toSorted()).toEqual(['ColdHarbour', 'cold_lane'])
  expect(await producers('COLDH')).toEqual(['ColdHarbour'])
  expect(await producers('cold harb')).toEqual(['ColdHarbour'])
  expect(await producers('harbour')).toEqual([])
})

test('one letter suggests the most followed producers with an item on sale', async () => {
  const { db } = world.app
  const followed = async (displayName: string, followers: number, tracks = 1) => {
    const { id } = await world.signUp({ displayName })
    await db.updateTable('account').set({ isProducer: true }).where('id', '=', id).execute()
    await db.updateTable('accountStat').set({ followers, tracks }).where('accountId', '=', id).execute()
  }
  await followed('Quarry', 2)
  await followed('Quay', 9)
  expect(await producers('q')).toEqual(['Quay', 'Quarry'])
  await followed('QuietStreet', 5)
  await followed('Quill', 1)
  await followed('Queue', 99, 0)
  await followed('Wharf', 98)
  expect(await producers('q')).toEqual(['Quay', 'QuietStreet', 'Quarry'])
})

test('suggests tags by their beginning, the most common first, four at most', async () => {
  expect(await tags('cold')).toEqual(['cold-wave', 'cold'])
  expect(await tags('Cold W')).toEqual(['cold-wave'])
  expect(await tags('80')).toEqual(['808'])
  expect(await tags('many')).toEqual(['many-0', 'many-1', 'many-2', 'many-3'])
})

test('suggests styles by their words, joined or apart', async () => {
  expect(await styles('uk')).toEqual(['UK Drill'])
  expect(await styles('ukdr')).toEqual(['UK Drill'])
  expect(await styles('drill ch')).toEqual(['Chicago Drill'])
  expect(await styles('drill')).toHaveLength(3)
})

test('suggests nothing for nonsense, an empty text and wildcards', async () => {
  for (const q of ['', '   ', 'xqzvwk', '_', '%', '%%', '_____', '\\', "'", '🔥', '\u202E', '* & |', '.*'])
    expect(await suggest(q), JSON.stringify(q)).toEqual(NOTHING)
})

test('wildcards within a word match no letter', async () => {
  expect(await producers('col_')).toEqual(await producers('col'))
  expect(await producers('c_ld')).toEqual([])
  expect(await producers('c%d')).toEqual([])
  expect(await tags('c_ld')).toEqual([])
  expect(await tags('c%')).toEqual(await tags('c'))
  for (const q of ['cold_lane', 'cold lane', 'coldlane', 'Cold-L']) expect(await producers(q), q).toEqual(['cold_lane'])
})
