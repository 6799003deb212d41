import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Item } from '#contract/item.ts'
import type { SearchItem } from '#contract/search.ts'
import { changeItem, setFeatured, setPromoted, setState } from '#server/items/index.ts'
import type { Tx } from '#server/db/connect.ts'
import { untilBlocked } from '#test/blocked.ts'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let ownerId: number
let id: number
beforeAll(async () => {
  world = await createWorld()
  ownerId = (await world.signUp({ displayName: 'HarbourLane' })).id
  id = await addItem(world.app.db, {
    ownerId,
    title: 'Say “no” \\ "yes"\n\u2028',
    styleId: 1,
    bpm: 141,
    musicKey: 'C#m',
    durationMs: 95_500,
    priceCents: 2_995,
    tags: ['dark', 'a"b'],
    coverKey: 'covers/x',
    previewKey: 'previews/x.mp3',
    miniWave: Buffer.alloc(96, 200),
    stat: { plays: 12, likes: 3, comments: 1 },
  })
  await addItem(world.app.db, { ownerId, kind: 'kit', styleId: null, bpmMin: 120, bpmMax: 150, isPromoted: true })
  await addItem(world.app.db, { ownerId, kind: 'pack', trackCount: 7, isFeatured: true })
})
afterAll(() => world.close())

const inTx = (act: (tx: Tx) => Promise<unknown>) => world.app.db.transaction().execute(act)
const db = () => world.app.db
const ofItem = (change: object) => db().updateTable('item').set(change).where('id', '=', id).execute()
const ofOwner = (change: object) => db().updateTable('account').set(change).where('id', '=', ownerId).execute()
const now = new Date()

/** Item pages are made of rows. */
async function fromRows({ slug }: Item): Promise<Partial<Item>> {
  const page: Item = await world.guest('GET /items/by-slug/:slug', { params: { slug } })
  return page
}

async function expectRightCards() {
  const { items } = await world.guest('GET /items', { query: { waves: 'true' } })
  expect(items.length).toBeGreaterThan(1)
  for (const item of items) expect(await fromRows(item)).toMatchObject(item)
  const results = await world.guest('GET /search', { query: { waves: 'true' } })
  expect(results.items).toEqual(items.map(asResult))
  for (const item of items) await expectFound(item)
}

/** By the words of its title, in a search and while they are typed. */
async function expectFound(item: Item) {
  const q = item.title
  const found = await world.guest('GET /search', { query: { q, waves: 'true' } })
  expect(found.items).toContainEqual(asResult(item))
  const { id, kind, slug, title, artistName, coverUrl } = item
  const suggested = await world.guest('GET /suggestions', { query: { q } })
  expect(suggested.items).toContainEqual({ id, kind, slug, title, artistName, coverUrl })
}

const asResult = (item: Item): SearchItem => {
  const { durationInSeconds, type, trackCount, isNew, isPopular, isTrending, ...same } = item
  return {
    ...same,
    durationSec: durationInSeconds,
    kitType: type,
    tracksCount: trackCount,
    location: item.style?.code ?? null,
    new: isNew,
    popular: isPopular,
    trending: isTrending,
  }
}

test('cards in lists, searches and suggestions say what the rows say', async () => {
  await expectRightCards()
  const { items } = await world.guest('GET /items', { query: {} })
  expect(items.map(({ wave }) => wave)).toEqual([null, null, null])
})

test.each<[string, () => Promise<unknown>]>([
  ['a new title', () => inTx((tx) => changeItem(tx, id, { title: 'Undertow' }, now))],
  ['a new cover', () => inTx((tx) => changeItem(tx, id, { coverKey: 'covers/y' }, now))],
  ['a new price', () => inTx((tx) => changeItem(tx, id, { priceCents: 1_000 }, now))],
  ['a pick of the house', () => inTx((tx) => setFeatured(tx, id, true))],
  ['a promotion', () => inTx((tx) => setPromoted(tx, id, true))],
  ['a pause', () => inTx((tx) => setState(tx, id, 'paused', { now }))],
  ['its end', () => inTx((tx) => setState(tx, id, 'published', { now }))],
  ['facts that were written past all doors', () => ofItem({ bpm: 99, tags: ['new'], trackCount: 4, miniWave: null })],
  ['a new name of the producer', () => ofOwner({ handle: 'Renamed', handleKey: 'renamed' })],
  ['a new plan', () => ofOwner({ plan: 'pro' })],
  ['another style', () => ofItem({ styleId: 3 })],
  ['a new code of the style', () => db().updateTable('style').set({ code: 'XX' }).where('id', '=', 3).execute()],
  ['a play', () => db().updateTable('itemStat').set({ plays: 99 }).where('itemId', '=', id).execute()],
])('cards follow %s', async (_, change) => {
  await change()
  await expectRightCards()
})

test('a suggestion and a search show the new cover of an item whose card is due', async () => {
  const { items } = await world.guest('GET /items', { query: {} })
  const q = items.find((item) => item.id === id)!.title
  for (const [coverKey, call] of [
    ['covers/p', 'GET /suggestions'],
    ['covers/q', 'GET /search'],
  ] as const) {
    await ofItem({ coverKey })
    const found = await world.guest(call, { query: { q } })
    expect(found.items.map((item) => item.coverUrl)).toEqual([expect.stringContaining(coverKey)])
  }
})

test('a card that is written while its producer gets a new name has the new name', async () => {
  await ofItem({ title: 'Crossing' }) // makes the card due
  const renamed = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const renaming = db()
    .transaction()
    .execute(async (tx) => {
      await tx.updateTable('account').set({ handle: 'Later', handleKey: 'later' }).where('id', '=', ownerId).execute()
      renamed.resolve()
      await written.promise
    })
  await renamed.promise
  const reading = world.guest('GET /items', { query: {} })
  await untilBlocked(db(), 1)
  written.resolve()
  await renaming
  const { items } = await reading
  expect(new Set(items.map(({ artistName }) => artistName))).toEqual(new Set(['Later']))
})
