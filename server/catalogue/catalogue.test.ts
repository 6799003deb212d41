import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexItems } from '#server/search/index.ts'
import { addItem, addWave, fileOf } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

const DAY = 86_400_000
const LISTS = ['approved', 'featured', 'popular', 'trending', 'new'] as const
const KINDS = [
  ['beats', 'beat'],
  ['packs', 'pack'],
  ['kits', 'kit'],
] as const
type List = (typeof LISTS)[number]
type Kinds = (typeof KINDS)[number][0]

const daysAgo = (days: number) => new Date(Date.now() - days * DAY)
const onePixel = Buffer.alloc(96, 7)

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const list = (kinds: Kinds, name: List, query: { page?: number; limit?: number; waves?: 'true' } = {}) =>
  world.guest(`GET /${kinds}/${name}`, { query })
const titles = async (kinds: Kinds, name: List) => (await list(kinds, name)).items.map(({ title }) => title)

/** Adds five items on sale whose order differs from list to list, and items that no list may show. */
async function fill(kind: (typeof KINDS)[number][1]) {
  const { db } = world.app
  const { id: ownerId } = await world.signUp()
  const add = (title: string, over: object = {}) => addItem(db, { kind, ownerId, title, isFeatured: true, ...over })
  await add('old', { publishedAt: daysAgo(40), isFeatured: false, charts: { popularity: 9, trend: 1 } })
  await add('fresh', { publishedAt: daysAgo(1), isFeatured: false, charts: { popularity: 1, trend: 9 } })
  await add('pick', { publishedAt: daysAgo(3), charts: { popularity: 5, trend: 5 } })
  await add('paid', {
    publishedAt: daysAgo(20),
    isFeatured: false,
    isPromoted: true,
    charts: { popularity: 7, trend: 2 },
  })
  await add('twin', { publishedAt: daysAgo(3), charts: { popularity: 5, trend: 5 } })

  for (const status of ['processing', 'failed', 'draft', 'pending', 'rejected', 'sold'] as const)
    await add(status, { status, charts: { popularity: 99, trend: 99 } })
  await add('deleted', { deletedAt: new Date() })
  const left = await world.signUp()
  const abandoned = await addItem(db, { kind, ownerId: left.id, title: 'of someone who left', isFeatured: true })
  await db.updateTable('account').set({ deletedAt: new Date() }).where('id', '=', left.id).execute()
  await indexItems(db, [abandoned])
}

test.each(KINDS)('each list of %s has only items of its kind on sale, in its order', async (kinds, kind) => {
  for (const name of LISTS) expect((await list(kinds, name)).totalItems).toBe(0)
  await fill(kind)
  expect(await titles(kinds, 'approved')).toEqual(['fresh', 'twin', 'pick', 'paid', 'old'])
  expect(await titles(kinds, 'featured')).toEqual(['paid', 'twin', 'pick'])
  expect(await titles(kinds, 'popular')).toEqual(['old', 'paid', 'twin', 'pick', 'fresh'])
  expect(await titles(kinds, 'trending')).toEqual(['fresh', 'twin', 'pick', 'paid', 'old'])
  expect(await titles(kinds, 'new')).toEqual(['fresh', 'twin', 'pick', 'paid', 'old'])
  const { items } = await list(kinds, 'approved')
  expect(new Set(items.map((item) => item.kind))).toEqual(new Set([kind.toUpperCase()]))
})

test('every item is on exactly one page, and a page past the last is empty', async () => {
  const first = await list('beats', 'popular', { page: 0, limit: 2 })
  expect(first).toMatchObject({ page: 0, limit: 2, totalItems: 5, totalPages: 3 })
  const others = await Promise.all([1, 2].map((page) => list('beats', 'popular', { page, limit: 2 })))
  const paged = [first, ...others].flatMap(({ items }) => items.map(({ title }) => title))
  expect(paged).toEqual(await titles('beats', 'popular'))
  for (const page of [3, 1_000_000])
    expect(await list('beats', 'popular', { page, limit: 2 })).toMatchObject({
      items: [],
      totalItems: 5,
      totalPages: 3,
    })
})

test('an item is new for 14 days by the app’s clock', async () => {
  const fresh = async () => (await list('packs', 'approved')).items.find(({ title }) => title === 'fresh')
  const moved = 12.9 * DAY
  world.passTime(moved)
  expect(await fresh()).toMatchObject({ isNew: true })
  world.passTime(DAY / 4)
  expect(await fresh()).toMatchObject({ isNew: false })
  world.passTime(-moved - DAY / 4)
})

test('an item has all fields of a card, with prices in dollars', async () => {
  const owner = await world.signUp({ displayName: 'Night.Bus' })
  const publishedAt = daysAgo(0)
  const id = await addItem(world.app.db, {
    ownerId: owner.id,
    slug: 'last-bus',
    title: 'Last Bus',
    styleId: 1,
    genre: 'Drill',
    bpm: 142,
    musicKey: 'F#m',
    tags: ['dark', '808'],
    priceCents: 2995,
    durationMs: 151_500,
    coverKey: 'covers/7/a',
    previewKey: 'previews/7.mp3',
    miniWave: onePixel,
    publishedAt,
    charts: { isPopular: true },
    stat: { plays: 12, likes: 3, comments: 2 },
  })
  const item = (await list('beats', 'approved', { limit: 1 })).items[0]
  expect(item).toEqual({
    id,
    kind: 'BEAT',
    slug: 'last-bus',
    title: 'Last Bus',
    artistName: 'Night.Bus',
    ownerId: owner.id,
    ownerPlan: 'free',
    coverUrl: expect.stringMatching(/^\/media\/covers\/7\/a\/640\.webp/),
    previewUrl: expect.stringMatching(/^\/media\/previews\/7\.mp3/),
    style: { slug: 'uk-drill', code: 'UK', line: 'uk' },
    genre: 'Drill',
    bpm: 142,
    bpmMin: null,
    bpmMax: null,
    key: 'F#m',
    type: null,
    trackCount: 0,
    durationInSeconds: 151.5,
    tags: ['dark', '808'],
    price: 29.95,
    likeCount: 3,
    commentCount: 2,
    playCount: 12,
    featured: false,
    promoted: false,
    isNew: true,
    isPopular: true,
    isTrending: false,
    createdAt: publishedAt.toISOString(),
    wave: null,
  })
  const asked = (await list('beats', 'approved', { limit: 1, waves: 'true' })).items[0]
  expect(Buffer.from(asked?.wave?.full ?? '', 'base64')).toEqual(onePixel.subarray(0, 48))
  expect(Buffer.from(asked?.wave?.low ?? '', 'base64')).toEqual(onePixel.subarray(48))
})

test('a waveform has as many bars as asked for', async () => {
  const { id: ownerId } = await world.signUp()
  const id = await addItem(world.app.db, { ownerId })
  const full = Buffer.from(Array.from({ length: 600 }, (_, bar) => bar % 256))
  await addWave(world.app.db, id, full, Buffer.alloc(600, 9))
  const wave = async (query: { bars?: number }) => {
    const reply = await world.guest('GET /beats/:id/wave', { params: { id }, query })
    return { full: Buffer.from(reply.full, 'base64'), low: Buffer.from(reply.low, 'base64') }
  }
  expect((await wave({})).full).toEqual(full)
  expect(await wave({ bars: 3 })).toEqual({ full: Buffer.from([199, 255, 255]), low: Buffer.from([9, 9, 9]) })
  expect((await wave({ bars: 1 })).full).toHaveLength(1)
  for (const bars of [0, 601, 1.5, -1]) await expect(wave({ bars })).rejects.toMatchObject({ status: 400 })
})

test('unknown items, items off sale and items of another kind have no waveform', async () => {
  const { db } = world.app
  const { id: ownerId } = await world.signUp()
  const wave = (kinds: Kinds, id: number) => world.guest(`GET /${kinds}/:id/wave`, { params: { id }, query: {} })
  const missing = { status: 404, error: 'not_found' }
  const pending = await addItem(db, { ownerId, status: 'pending' })
  await addWave(db, pending, Buffer.from([1]))
  await expect(wave('beats', pending)).rejects.toMatchObject(missing)
  const pack = await addItem(db, { ownerId, kind: 'pack' })
  await addWave(db, pack, Buffer.from([1]))
  await expect(wave('beats', pack)).rejects.toMatchObject(missing)
  await wave('packs', pack)
  await expect(wave('beats', await addItem(db, { ownerId }))).rejects.toMatchObject(missing)
  await expect(wave('beats', Number.MAX_SAFE_INTEGER)).rejects.toMatchObject(missing)
})

test('there are thirteen styles, in their order', async () => {
  const { items } = await world.guest('GET /styles')
  expect(items.map(({ code }) => code)).toEqual([
    'UK',
    'NY',
    'CHI',
    'NL',
    'FR',
    'AFR',
    'CAN',
    'AUS',
    'IRL',
    'GER',
    'ESP',
    'ITA',
    'BRA',
  ])
  expect(items[0]).toMatchObject({ slug: 'uk-drill', title: 'UK Drill', line: 'uk', image: null })
})

test("a promotion doesn't move an item among the house's picks", async () => {
  const { id: ownerId } = await world.signUp()
  const pick = { kind: 'kit', ownerId, isFeatured: true } as const
  for (const [title, days] of Object.entries({ second: 60, first: 50, third: 70 }))
    await addItem(world.app.db, { ...pick, title, publishedAt: daysAgo(days), isPromoted: title === 'third' })
  const { items } = await world.guest('GET /kits/featured', { query: { picks: 'true' } })
  expect(items.map(({ title }) => title)).toEqual(['twin', 'pick', 'first', 'second', 'third'])
})

test('an exclusively sold item has a page, and offers no license', async () => {
  const { id: ownerId } = await world.signUp()
  const offer = { type: 'EXCLUSIVE', priceCents: 50_000, enabled: true, featured: false } as const
  const add = (status: 'published' | 'sold') =>
    addItem(world.app.db, { ownerId, status, licenses: [offer], files: [fileOf('master')] })
  const offered = async (id: number) => {
    const { available, licenses } = await world.guest('GET /beats/:id', { params: { id } })
    return { available, types: licenses.map(({ type }) => type) }
  }
  expect(await offered(await add('published'))).toEqual({ available: true, types: ['EXCLUSIVE'] })
  expect(await offered(await add('sold'))).toEqual({ available: false, types: [] })
})
