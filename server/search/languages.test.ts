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
  const add = (title: string, style: string, over: object) =>
    addItem(db, { ownerId, title, styleId: styles.get(style)!, priceCents: 9_900, bpm: 110, ...over })
  await add('Copper Roof', 'uk-drill', { musicKey: 'Bm', tags: ['strings', 'sad'], priceCents: 1_495 })
  await add('Lantern Yard', 'ny-drill', { musicKey: 'A#m', tags: ['dark', 'piano'], bpm: 150 })
  await add('Tin Whistle', 'german-drill', { musicKey: 'C#m', tags: ['night'], priceCents: 2_995 })
  await add('Slate Quay', 'brazilian-drill', { musicKey: 'D', tags: ['guitar'], fansOf: ['Pop Smoke'] })
})
afterAll(() => world.close())

const titles = async (q: string) => (await world.guest('GET /search', { query: { q } })).items.map(({ title }) => title)
async function expectOnly(title: string, searches: string[]) {
  for (const q of searches) expect(await titles(q), q).toEqual([title])
}

test('an artist finds the artist’s style, and items for fans of the artist first', async () => {
  await expectOnly('Copper Roof', ['central cee type beat', 'Headie One', 'free digga d x unknown t type beat'])
  const found = await titles('pop smoke type beat')
  expect(found).toEqual(['Slate Quay', 'Lantern Yard'])
})

test('places, moods and instruments are found in other languages', async () => {
  await expectOnly('Copper Roof', ['Londres', 'drill inglese', 'Großbritannien', 'triste', 'Geigen', 'viool'])
  await expectOnly('Lantern Yard', ['düster', 'sombre', 'Klavier', 'donkere', 'Nueva York'])
  await expectOnly('Tin Whistle', ['allemagne drill', 'tedesco', 'nuit', 'noche'])
  await expectOnly('Slate Quay', ['chitarra', 'guitare', 'Bresil'])
})
