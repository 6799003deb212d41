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
  await expectOnly('Copper Roof', [
    'central cee type beat',
    'Headie One',
    'free digga d x unknown t type beat',
    'skepta type beat',
  ])
  const found = await titles('pop smoke type beat')
  expect(found).toEqual(['Slate Quay', 'Lantern Yard'])
})

test('places, moods and instruments are found in other languages', async () => {
  await expectOnly('Copper Roof', ['Londres', 'drill inglese', 'Großbritannien', 'triste', 'Geigen', 'viool'])
  await expectOnly('Lantern Yard', ['düster', 'sombre', 'Klavier', 'donkere', 'Nueva York'])
  await expectOnly('Tin Whistle', ['allemagne drill', 'tedesco', 'nuit', 'noche'])
  await expectOnly('Slate Quay', ['chitarra', 'guitare', 'Bresil'])
})

test('places, moods and instruments are found in Russian', async () => {
  await expectOnly('Copper Roof', ['скрипка', 'грустный бит', 'Лондон', 'английский дрилл'])
  await expectOnly('Lantern Yard', ['пианино', 'тёмный дрил', 'Нью-Йорк'])
  await expectOnly('Slate Quay', ['гитара дрилл', 'Бразилия'])
})

test('keys are found in the names of other languages', async () => {
  await expectOnly('Copper Roof', ['h-moll', 'si mineur', 'Si menor', 'b mineur'])
  await expectOnly('Lantern Yard', ['b-moll', 'ais moll', 'si bémol mineur', 'la sostenido menor', 'si bemolle minore'])
  await expectOnly('Tin Whistle', [
    'cis-moll',
    'des moll',
    'do dièse mineur',
    'do# mineur',
    'ré bémol mineur',
    'cis mineur',
  ])
  await expectOnly('Slate Quay', ['D-Dur', 'ré majeur', 're mayor', 're maggiore', 'ré maior'])
})

test('prices and tempos are read in other languages', async () => {
  await expectOnly('Copper Roof', [
    'beats unter 20 euro',
    'moins de 20€',
    'menos de 20 euros',
    'meno di 20 euro',
    'onder 20 euro',
    'bis 20 euro',
    'jusqu’à 20 euros',
    'entre 10 et 20 euros',
  ])
  await expectOnly('Tin Whistle', [
    'zwischen 25 und 35 euro',
    '25 a 35 euros',
    'tussen 25 en 35 euro',
    'tra 25 e 35 euro',
  ])
  await expectOnly('Lantern Yard', ['über 140 bpm', 'plus de 140 bpm', 'más de 140 bpm', '140 bis 160 bpm'])
  expect(await titles('billig')).toEqual(['Copper Roof', 'Tin Whistle', 'Lantern Yard', 'Slate Quay'])
})

test('a flag finds the style of its country', async () => {
  await expectOnly('Slate Quay', ['🇧🇷', '🇧🇷 drill'])
  await expectOnly('Copper Roof', ['drill 🇬🇧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 drill'])
  await expectOnly('Lantern Yard', ['🇺🇸🔥'])
})

test('a picture of an instrument or a mood is read as its word', async () => {
  await expectOnly('Copper Roof', ['🎻', '😢', 'drill 🎻🔥', '😭😭 type beat'])
  await expectOnly('Lantern Yard', ['🎹', '😈', '💀🖤', 'dark 😈'])
  await expectOnly('Tin Whistle', ['🌙'])
  await expectOnly('Slate Quay', ['🎸'])
})

test('words typed on another keyboard layout or in another alphabet are found', async () => {
  expect(await titles('хъ')).toEqual([])
  await expectOnly('Copper Roof', ['гл вкшдд', 'сщззук кщща', 'ψοππερ ροοφ'])
  await expectOnly('Lantern Yard', ['вфкл', 'дфтеукт', 'дарк', 'вфкл piano', 'piano дарк'])
  // darm resembles dark
  await expectOnly('Copper Roof', ['strings вфкь'])
})

test('a beat is found by the words for it in other languages', async () => {
  const { id: ownerId } = await world.signUp()
  await addItem(world.app.db, { ownerId, kind: 'kit', title: 'Oxide', tags: ['gravel'] })
  await addItem(world.app.db, { ownerId, title: 'Verdigris', tags: ['gravel'] })
  await expectOnly('Verdigris', ['instru gravel', 'base gravel', 'gravel instrumentale', 'gravel бит'])
})
