import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { becomeProducer } from '#server/accounts/index.ts'
import type { Tx } from '#server/db/connect.ts'
import type { ItemStatus } from '#server/db/types.ts'
import { addItem, fileOf, inTransaction } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'
import {
  addFiles,
  changeItem,
  countDownload,
  countSale,
  createItem,
  removeItem,
  setFeatured,
  setPromoted,
  setState,
  type NewItem,
} from './index.ts'
import { NEXT_STATES } from './states.ts'

let world: World
let owner: Awaited<ReturnType<World['signUp']>>
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signUp()
  await act((tx) => becomeProducer(tx, owner.id))
})
afterAll(() => world.close())

const now = () => world.app.clock.now()
const act = <Result>(change: (tx: Tx) => Promise<Result>) => inTransaction(world.app.db, change)
const create = (item: Partial<NewItem> = {}) =>
  act((tx) => createItem(tx, { kind: 'beat', ownerId: owner.id, title: 'Tunnel', ...item }, now()))
const slugOf = async (id: number) =>
  (await world.app.db.selectFrom('item').where('id', '=', id).select('slug').executeTakeFirstOrThrow()).slug
const detail = (id: number) => world.guest('GET /beats/:id', { params: { id } })
const idAt = async (slug: string) => (await world.guest('GET /items/by-slug/:slug', { params: { slug } })).id
const found = async (q: string) => (await world.guest('GET /search', { query: { q } })).items.map(({ id }) => id)
const tracks = async () => (await owner.call('GET /me')).trackCount

test('a new item is a hidden draft and has counters from the start', async () => {
  const id = await create({ title: 'Aqueduct' })
  await expect(detail(id)).rejects.toMatchObject({ status: 404 })
  expect(await found('aqueduct')).toEqual([])
  await act((tx) => setState(tx, id, 'pending', { now: now() }))
  await act((tx) => setState(tx, id, 'published', { now: now() }))
  expect(await found('aqueduct')).toEqual([id])
  const fan = await world.signUp()
  expect(await fan.call('POST /beats/:id/like', { params: { id } })).toEqual({ liked: true, likeCount: 1 })
})

test('an item comes with its files, licenses, tracks and wave', async () => {
  const id = await create({
    kind: 'pack',
    title: 'Four doors',
    status: 'published',
    files: [fileOf('archive')],
    licenses: [
      { type: 'MP3', priceCents: 4_995 },
      { type: 'WAV', priceCents: 2_995, featured: true },
    ],
    tracks: [
      { title: 'One', path: 'one.wav' },
      { title: 'Two', path: 'two.wav' },
    ],
    wave: { fullBand: Buffer.alloc(8, 9), lowBand: Buffer.alloc(8, 4) },
  })
  const pack = await world.guest('GET /packs/:id', { params: { id } })
  expect(pack).toMatchObject({ slug: 'four-doors', price: 29.95, trackCount: 2, featured: false })
  expect(pack.licenses.map(({ type, price }) => [type, price])).toEqual([
    ['MP3', 49.95],
    ['WAV', 29.95],
  ])
  const contents = await world.guest('GET /packs/:id/contents', { params: { id }, query: {} })
  expect(contents.items.map(({ title }) => title)).toEqual(['One', 'Two'])
})

test.each([
  ['Night Bus', 'night-bus'],
  ['  Ça va?! ', 'ca-va'],
  ['It’s Cold', 'its-cold'],
  ['夜', 'beat'],
  ['x'.repeat(80), 'x'.repeat(80)],
])('the slug of “%s” is %s', async (title, slug) => {
  expect(await slugOf(await create({ title }))).toBe(slug)
})

test('a taken title gets a number in its slug, across kinds and earlier slugs, also at the same time', async () => {
  const first = await create({ title: 'Same Name', status: 'published' })
  await act((tx) => changeItem(tx, first, { title: 'Other Name' }, now()))
  const ids = await Promise.all([
    create({ title: 'Same Name' }),
    create({ title: 'same name!', kind: 'pack' }),
    create({ title: 'Same–Name', kind: 'kit', kitType: 'Drum Kit' }),
  ])
  expect((await Promise.all(ids.map(slugOf))).toSorted()).toEqual(['same-name-2', 'same-name-3', 'same-name-4'])
})

test('a new title gives a new slug, the old slug leads to the item, and the old title brings it back', async () => {
  const id = await create({ title: 'First Light', status: 'published' })
  const rename = (title: string) => act((tx) => changeItem(tx, id, { title }, now()))
  expect(await rename('FIRST light!')).toBe('first-light')
  expect(await rename('Last Light')).toBe('last-light')
  expect([await idAt('first-light'), await idAt('last-light')]).toEqual([id, id])
  expect(await found('last light')).toEqual([id])
  expect(await rename('First Light')).toBe('first-light')
  expect([await idAt('first-light'), await idAt('last-light')]).toEqual([id, id])
  expect((await detail(id)).title).toBe('First Light')
})

test('the choice of a slug doesn’t walk through all numbers that somebody took', async () => {
  const id = await create({ title: 'Crowded' })
  await sql`insert into item_old_slug (slug, item_id)
    select 'crowded-' || n, ${id} from generate_series(2, 200) n`.execute(world.app.db)
  const slugs = [await slugOf(await create({ title: 'Crowded' })), await slugOf(await create({ title: 'Crowded' }))]
  for (const slug of slugs) expect(slug).toMatch(/^crowded-\d{4,}$/)
  expect(new Set(slugs).size).toBe(2)
})

test('a new title of what was never on sale leaves its old slug to others', async () => {
  const id = await create({ title: 'Only Tried' })
  await act((tx) => changeItem(tx, id, { title: 'Meant So' }, now()))
  expect(await slugOf(await create({ title: 'Only Tried' }))).toBe('only-tried')
})

test('a rename does not wait for a like that is being written', async () => {
  const id = await create({ title: 'Busy Corner', status: 'published' })
  await world.app.db.transaction().execute(async (tx) => {
    await tx.insertInto('itemLike').values({ itemId: id, accountId: owner.id }).execute()
    await act(async (other) => {
      await sql`set local lock_timeout = '2s'`.execute(other)
      await changeItem(other, id, { title: 'Quiet Corner' }, now())
    })
  })
  expect(await slugOf(id)).toBe('quiet-corner')
})

test.each(Object.keys(NEXT_STATES) as ItemStatus[])('from %s only the allowed states follow', async (from) => {
  for (const to of Object.keys(NEXT_STATES) as ItemStatus[]) {
    const id = await create({ status: from, publishedAt: from === 'published' ? now() : null })
    const before = await tracks()
    const moved = act((tx) => setState(tx, id, to, { now: now() }))
    if (NEXT_STATES[from].includes(to)) await moved
    else await expect(moved, `${from} to ${to}`).rejects.toMatchObject({ status: 409, code: 'wrong_state' })
    const is = NEXT_STATES[from].includes(to) ? to : from
    expect(await tracks()).toBe(before + Number(is === 'published') - Number(from === 'published'))
    const query = { producer: owner.id, limit: 100 }
    const listed = (await world.guest('GET /items', { query })).items.some((item) => item.id === id)
    expect(listed).toBe(is === 'published')
    if (is === 'published' || is === 'sold') expect(await detail(id)).toMatchObject({ available: is === 'published' })
    else await expect(detail(id)).rejects.toMatchObject({ status: 404 })
    await act((tx) => removeItem(tx, id, now()))
    await expect(detail(id)).rejects.toMatchObject({ status: 404 })
  }
})

test('an item is not new again after a pause, and the reason of the pause is kept', async () => {
  const id = await create({ title: 'Long Pause', status: 'published' })
  const { createdAt } = await detail(id)
  await act((tx) => setState(tx, id, 'paused', { now: now() }))
  await expect(detail(id)).rejects.toMatchObject({ status: 404 })
  world.passTime(86_400_000)
  await act((tx) => setState(tx, id, 'published', { now: now() }))
  expect((await detail(id)).createdAt).toBe(createdAt)
  await act((tx) => setState(tx, id, 'taken_down', { now: now(), reason: 'A stolen sample.' }))
  expect(await world.app.db.selectFrom('item').where('id', '=', id).select('statusReason').executeTakeFirst()).toEqual({
    statusReason: 'A stolen sample.',
  })
  world.passTime(-86_400_000)
})

test('a new version of a file replaces the old one, which stays stored', async () => {
  const id = await create({
    title: 'Two Takes',
    status: 'published',
    files: [fileOf('master', { mediaType: 'audio/mpeg', sizeBytes: 100 })],
    licenses: [
      { type: 'MP3', priceCents: 2_000 },
      { type: 'WAV', priceCents: 1_000 },
    ],
  })
  const offer = async () => {
    const { price, licenses, deliveredFiles } = await detail(id)
    return [price, licenses.map(({ type }) => type), deliveredFiles.map(({ type, bytes }) => [type, bytes])]
  }
  expect(await offer()).toEqual([20, ['MP3'], [['MP3', 100]]])
  await act((tx) => addFiles(tx, id, [fileOf('master', { sizeBytes: 900 }), fileOf('stems', { sizeBytes: 5 })], now()))
  expect(await offer()).toEqual([
    10,
    ['MP3', 'WAV'],
    [
      ['WAV', 900],
      ['STEMS', 5],
    ],
  ])
  await act((tx) => addFiles(tx, id, [fileOf('master', { mediaType: 'audio/mpeg', sizeBytes: 101 })], now()))
  expect(await offer()).toEqual([
    20,
    ['MP3'],
    [
      ['MP3', 101],
      ['STEMS', 5],
    ],
  ])
  const versions = await world.app.db
    .selectFrom('itemFile')
    .where('itemId', '=', id)
    .where('role', '=', 'master')
    .orderBy('version')
    .select(['version', 'isPresent', 'sizeBytes'])
    .execute()
  expect(versions).toEqual([
    { version: 1, isPresent: false, sizeBytes: 100 },
    { version: 2, isPresent: false, sizeBytes: 900 },
    { version: 3, isPresent: true, sizeBytes: 101 },
  ])
})

test('an item can be featured and promoted, and its sales and downloads are counted', async () => {
  const id = await create({
    title: 'Marked',
    status: 'published',
    files: [fileOf('master')],
    licenses: [{ type: 'WAV', priceCents: 1_000 }],
  })
  await act((tx) => setFeatured(tx, id, true))
  await act((tx) => setPromoted(tx, id, true))
  expect(await detail(id)).toMatchObject({ featured: true, promoted: true })
  expect((await world.guest('GET /beats/featured', { query: {} })).items.map((item) => item.id)).toContain(id)
  await act((tx) => setPromoted(tx, id, false))
  await act((tx) => setFeatured(tx, id, false))
  expect((await world.guest('GET /beats/featured', { query: {} })).items.map((item) => item.id)).not.toContain(id)
  const sale = { itemId: id, license: 'WAV', by: 1, cents: 4_995, at: now() } as const
  await act((tx) => countSale(tx, [sale, sale, { ...sale, by: -1, cents: -4_995 }]))
  await act((tx) => countDownload(tx, [{ itemId: id, by: 3, at: now() }]))
  expect((await detail(id)).leasesSold).toBe(1)
  expect(
    await world.app.db.selectFrom('itemStat').where('itemId', '=', id).select(['sales', 'downloads']).execute(),
  ).toEqual([{ sales: 1, downloads: 3 }])
})

test('a deleted item can’t be changed', async () => {
  const id = await addItem(world.app.db, { ownerId: owner.id })
  await act((tx) => removeItem(tx, id, now()))
  const doors: ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => changeItem(tx, id, { title: 'Back' }, now()),
    (tx) => addFiles(tx, id, [fileOf('master')], now()),
    (tx) => setState(tx, id, 'paused', { now: now() }),
    (tx) => setFeatured(tx, id, true),
    (tx) => removeItem(tx, id, now()),
  ]
  for (const door of doors) await expect(act(door)).rejects.toMatchObject({ status: 404 })
})
