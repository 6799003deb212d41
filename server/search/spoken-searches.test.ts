import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
const ids: Record<string, number> = {}
beforeAll(async () => {
  world = await createWorld()
  const { id: ownerId } = await world.signUp({ displayName: 'KerbLight' })
  const { db } = world.app
  const add = async (title: string, over: object = {}) => {
    ids[title] = await addItem(db, { ownerId, title, priceCents: 9_900, ...over })
  }
  await add('Copper Roof', { bpm: 140, musicKey: 'Am', tags: ['strings'], priceCents: 1_995 })
  await add('Lantern Yard', { bpm: 150, musicKey: 'C#m', tags: ['dark'], fansOf: ['Kilo Jonés'], priceCents: 2_995 })
  await add('Tin Whistle', { bpm: 132, musicKey: 'A', tags: ['piano'], description: 'Foghorns over the estuary.' })
  await add('Estuary Minor', { bpm: 99, musicKey: 'D', tags: ['jonés'] })
  await add('Signal Box', { kind: 'kit', kitType: 'FX Kit', bpmMin: 138, bpmMax: 146, priceCents: 1_500 })
  await add('Slate Loops', { kind: 'kit', kitType: 'Loop Kit', priceCents: 2_000 })
  await add('Four Corners', { kind: 'pack', priceCents: 5_995, tags: ['strings'] })
  await add('Kilo', { bpm: 160 })
})
afterAll(() => world.close())

const titles = async (q: string, more: object = {}) =>
  (await world.guest('GET /search', { query: { q, ...more } })).items.map(({ title }) => title)
const first = async (q: string) => (await titles(q))[0]

test('keys are found as they are spoken', async () => {
  for (const q of ['a minor', 'A min', 'aminor', 'beats in a minor', 'key of a minor', 'a moll'])
    expect(await titles(q), q).toEqual(['Copper Roof'])
  for (const q of ['c sharp minor', 'C-sharp minor', 'd flat minor', 'csharp minor', 'c♯ min', 'c sharp'])
    expect(await titles(q), q).toEqual(['Lantern Yard'])
  for (const q of ['a major', 'amaj', 'A maj']) expect(await titles(q), q).toEqual(['Tin Whistle'])
  expect((await titles('minor')).toSorted()).toEqual(['Copper Roof', 'Estuary Minor', 'Lantern Yard'])
  expect(await titles('estuary minor')).toEqual(['Estuary Minor'])
})

test('half and double the tempo are found too, and spans of tempos', async () => {
  for (const q of ['70 bpm', '70bpm', 'bpm 70', '70', '140 bpm'])
    expect(
      (await titles(q)).filter((title) => title !== 'Signal Box'),
      q,
    ).toEqual(['Copper Roof'])
  expect(await titles('140 bpm')).toContain('Signal Box')
  expect(await titles('198 bpm')).toEqual(['Estuary Minor'])
  for (const q of ['131-133 bpm', '131 to 133 bpm', 'between 131 and 133 bpm', 'under 133 bpm'])
    expect(await titles(q), q).toContain('Tin Whistle')
  expect(await titles('131-133 bpm')).toEqual(['Tin Whistle'])
  expect((await titles('over 149 bpm')).toSorted()).toEqual(['Kilo', 'Lantern Yard'])
  expect((await titles('60 to 200 bpm')).length).toBeGreaterThan((await titles('100 to 200 bpm')).length)
  expect(await titles('dark 100 to 160 bpm')).toEqual(['Lantern Yard'])
  expect(await titles('100 to 149 bpm dark')).toEqual([])
})

test('items of a tempo of their own come before more popular kits for many tempos', async () => {
  const other = await createWorld()
  const { id: ownerId } = await other.signUp()
  const add = (title: string, over: object) => addItem(other.app.db, { ownerId, title, tags: ['dark'], ...over })
  await add('Own Tempo', { bpm: 140 })
  await add('Many Tempos', { kind: 'kit', bpmMin: 138, bpmMax: 146, charts: { popularity: 8 } })
  for (const q of ['140 bpm', '140bpm', '70 bpm', 'dark 140 bpm', '139-141 bpm dark']) {
    const { items } = await other.guest('GET /search', { query: { q } })
    expect(
      items.map(({ title }) => title),
      q,
    ).toEqual(['Own Tempo', 'Many Tempos'])
  }
  await other.close()
})

test('prices in words are a filter', async () => {
  for (const q of [
    'under $20',
    'below 20 dollars',
    'less than 20',
    'cheaper than €20',
    'up to $19.99',
    '19.99 usd or less',
    'under twenty dollars',
  ])
    expect((await titles(q)).toSorted(), q).toEqual(['Copper Roof', 'Signal Box'])
  expect(await titles('up to $20', { sort: 'price-up' })).toEqual(['Signal Box', 'Copper Roof', 'Slate Loops'])
  for (const q of ['kits under $20', 'kit below 20']) expect(await titles(q), q).toEqual(['Signal Box'])
  for (const q of ['$25 to $35', 'between 25 and 35 dollars', '$30', '$29.95', '$25 - 35'])
    expect(await titles(q), q).toEqual(['Lantern Yard'])
  expect(await titles('strings over $20')).toEqual(['Four Corners'])
  expect(await titles('under $20', { priceMin: 16 })).toEqual(['Copper Roof'])
  expect(await titles('cheap kits')).toEqual(['Signal Box', 'Slate Loops'])
  expect(await titles('most expensive kit')).toEqual(['Slate Loops', 'Signal Box'])
})

test('a number in words that is no price is looked for as it was typed', async () => {
  const other = await createWorld()
  const { id: ownerId } = await other.signUp()
  for (const title of ['Sixty Seconds', 'Seconds Out'])
    await addItem(other.app.db, { ownerId, title, priceCents: 1_995 })
  for (const q of ['sixty seconds under $30', 'sixty seconds under thirty dollars']) {
    const { items } = await other.guest('GET /search', { query: { q } })
    expect(
      items.map(({ title }) => title),
      q,
    ).toEqual(['Sixty Seconds'])
  }
  await other.close()
})

test('a tempo, a drum and a plain number are no prices', async () => {
  expect(await titles('under 133 bpm')).not.toContain('Signal Box')
  expect(await titles('70')).toContain('Copper Roof')
  expect(await titles('above 808')).toEqual([])
})

test('a title typed as one word is found, and a word typed as two', async () => {
  for (const q of ['copperroof', 'lanternyard', 'slateloops', 'CopperRoof']) expect(await titles(q), q).toHaveLength(1)
  expect(await titles('tinwhistle')).toEqual(['Tin Whistle'])
  expect(await titles('lantern yard')).toEqual(['Lantern Yard'])
  expect(await titles('kerb light')).toHaveLength(8)
})

test('descriptions are found, below titles and tags', async () => {
  expect(await titles('foghorn')).toEqual(['Tin Whistle'])
  expect(await titles('estuary')).toEqual(['Estuary Minor', 'Tin Whistle'])
})

test('a word is found in the other number, below the typed one', async () => {
  expect(await titles('lanterns')).toEqual(['Lantern Yard'])
  expect(await titles('estuaries')).toContain('Estuary Minor')
  expect(await titles('slate loop')).toEqual(['Slate Loops'])
})

test('words for the same thing find each other', async () => {
  for (const q of ['violin', 'orchestral', 'cello']) expect(await titles(q), q).toContain('Copper Roof')
  expect(await titles('creepy')).toEqual(['Lantern Yard'])
  expect(await titles('keyboards')).toEqual(['Tin Whistle'])
})

test('kinds are found by other names', async () => {
  for (const q of ['loop pack', 'loop packs', 'melody pack']) expect(await first(q), q).toBe('Slate Loops')
  for (const q of ['sound effects', 'sfx', 'fx pack']) expect(await first(q), q).toBe('Signal Box')
  expect((await titles('sample pack')).toSorted()).toEqual(['Signal Box', 'Slate Loops'])
  for (const q of ['beat pack', 'beat tapes']) expect(await first(q), q).toBe('Four Corners')
})

test('‘type beat’ says nothing, and the name before it is for fans of somebody first', async () => {
  expect(await titles('kilo jones type beat')).toEqual(['Lantern Yard'])
  expect(await titles('[FREE] Kilo Jones x Nobody type beat 2026')).toEqual(['Lantern Yard'])
  expect(await first('kilo')).toBe('Kilo')
  expect(await first('kilo type beat')).toBe('Lantern Yard')
  expect(await titles('jones typebeat')).toHaveLength(2)
  expect(await titles('dark type beat')).toEqual(['Lantern Yard'])
  expect(await titles('type beat')).not.toEqual([])
})

test('a typing error in ‘type beat’ changes nothing', async () => {
  for (const saying of ['typ beat', 'tpye beat', 'tybe beats', 'type baet', 'type bea'])
    expect(await first(`kilo ${saying}`), saying).toBe('Lantern Yard')
  expect(await first('kilo tape beat')).toBe('Kilo')
})

test('the name before ‘type beat’ begins no longer word, and a word like half of it is only offered', async () => {
  expect(await titles('copp type beat')).toEqual([])
  expect(await titles('zorblax yar type beat')).toEqual([])
  expect(await titles('coppir type beat')).toEqual(['Copper Roof'])
  expect(await titles('zorblax coppir type beat')).toEqual([])
  expect((await world.guest('GET /search/leads', { query: { q: 'zorblax coppir type beat' } })).didYouMean).toEqual({
    q: 'copper',
    totalItems: 1,
  })
})

test('little words don’t matter beside others', async () => {
  expect(await titles('a beat with strings for me')).toEqual(['Copper Roof'])
  expect(await titles('the roof of copper')).toEqual(['Copper Roof'])
})

test('a span of tempos narrows the tempos of the filter, and finds nothing that is for any tempo', async () => {
  expect(await titles('131 to 160 bpm', { bpmMin: 160 })).toEqual(['Kilo'])
  expect(await titles('131 to 150 bpm', { k: 'KIT' })).toEqual(['Signal Box'])
  const over = { kind: 'kit', kitType: 'FX Kit', bpmMin: 60, bpmMax: 180 } as const
  await addItem(world.app.db, { ownerId: (await world.signUp()).id, title: 'For Most', ...over })
  expect(await titles('131 to 150 bpm', { k: 'KIT' })).toEqual(['Signal Box'])
})
