import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/db/connect.ts'
import { countLike, countPlay, countSale } from '#server/items/index.ts'
import { newSeller } from '#test/desk.ts'
import { addItem, fileOf, inTransaction } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const act = <Result>(change: (tx: Tx) => Promise<Result>) => inTransaction(world.app.db, change)
const now = () => world.app.clock.now()
const DAY = 86_400_000

const seller = () => newSeller(world)
test('a seller sees own items in every state but deleted, and nobody else’s', async () => {
  const [ann, bob] = [await seller(), await seller()]
  const states = [
    'published',
    'draft',
    'pending',
    'processing',
    'failed',
    'paused',
    'rejected',
    'taken_down',
    'sold',
  ] as const
  for (const status of states) await addItem(world.app.db, { ownerId: ann.id, status, title: `In ${status}` })
  await addItem(world.app.db, { ownerId: ann.id, title: 'Gone', deletedAt: now() })
  await addItem(world.app.db, { ownerId: bob.id, title: 'Not hers' })
  await addItem(world.app.db, { ownerId: ann.id, kind: 'pack', title: 'A pack' })
  const { items, counts, totalItems } = await ann.call('GET /me/beats', { query: {} })
  expect(items.map(({ title, status, statusLabel }) => [title, status, statusLabel])).toEqual(
    expect.arrayContaining([
      ['In published', 'published', 'Published'],
      ['In draft', 'draft', 'Draft'],
      ['In pending', 'draft', 'In review'],
      ['In processing', 'draft', 'Processing'],
      ['In failed', 'draft', 'Failed'],
      ['In paused', 'draft', 'Paused'],
      ['In rejected', 'rejected', 'Rejected'],
      ['In taken_down', 'draft', 'Taken down'],
      ['In sold', 'draft', 'Sold'],
    ]),
  )
  expect([totalItems, counts]).toEqual([9, { all: 9, published: 1, drafts: 8 }])
  const titles = async (query: object) =>
    (await ann.call('GET /me/beats', { query })).items.map(({ title }) => title).toSorted()
  expect(await titles({ status: 'published' })).toEqual(['In published'])
  expect(await titles({ status: 'drafts' })).toHaveLength(8)
  expect((await ann.call('GET /me/items', { query: { kinds: 'BEAT,PACK' } })).counts.all).toBe(10)
  expect((await ann.call('GET /me/packs', { query: {} })).items.map(({ title }) => title)).toEqual(['A pack'])
  await expect(world.guest('GET /me/beats', { query: {} })).rejects.toMatchObject({ status: 401 })
})

test('search finds words of title, tags and genre as they are written, and sorts order by figures', async () => {
  const ann = await seller()
  const add = (title: string, over: object, plays: number) =>
    addItem(world.app.db, { ownerId: ann.id, title, ...over, stat: { plays } })
  await add('Night 100%', { tags: ['Dark', 'night bus'], priceCents: 500 }, 3)
  await add('Nightjar', { genre: 'UK Drill', priceCents: 900 }, 9)
  await add('Noon', { tags: ['warm'], priceCents: 100 }, 1)
  const titles = async (query: object) => (await ann.call('GET /me/beats', { query })).items.map(({ title }) => title)
  expect(await titles({ q: 'night', sort: 'plays' })).toEqual(['Nightjar', 'Night 100%'])
  expect(await titles({ q: 'BUS dark' })).toEqual(['Night 100%'])
  expect(await titles({ q: 'uk dri' })).toEqual(['Nightjar'])
  expect(await titles({ q: '0%' })).toEqual(['Night 100%'])
  expect(await titles({ q: '_' })).toEqual([])
  expect(await titles({ sort: 'price' })).toEqual(['Nightjar', 'Night 100%', 'Noon'])
  const page = await ann.call('GET /me/beats', { query: { sort: 'plays', limit: 2, page: 1 } })
  expect([page.items.map(({ title }) => title), page.totalItems, page.totalPages]).toEqual([['Noon'], 3, 2])
})

test('an accent is found in both ways to write it', async () => {
  const ann = await seller()
  const [nfd, nfc] = ['Cafe\u0301', 'Caf\u00e9']
  const body = { title: `${nfd} Noir`, genre: nfd, tags: [nfd, nfc] }
  const { title, genre, tags } = await ann.call('POST /me/beats', { body })
  expect({ title, genre, tags }).toEqual({ title: `${nfc} Noir`, genre: nfc, tags: [nfc] })
  for (const q of [nfd, nfc]) expect((await ann.call('GET /me/beats', { query: { q } })).totalItems).toBe(1)
})

test('items from before have their accents in the form that searches and filters look for', async () => {
  const { db } = world.app
  const ann = await seller()
  const nfd = 'Zoe\u0308'
  const twice = [`${nfd} 2`, `${nfd.normalize('NFC')} 2`]
  const id = await addItem(db, { ownerId: ann.id, title: nfd, genre: nfd, tags: [nfd, ...twice, 'dark'] })
  const migration = await readFile('server/db/migrations/0118_accents_in_one_form.sql', 'utf8')
  for (const statement of migration.split(/;\s*/).filter(Boolean)) await sql.raw(statement).execute(db)
  const { items } = await ann.call('GET /me/beats', { query: { q: nfd } })
  expect(items).toMatchObject([{ id, title: 'Zo\u00eb', genre: 'Zo\u00eb', tags: ['Zo\u00eb', 'Zo\u00eb 2', 'dark'] }])
  const { items: tagged } = await world.guest('GET /items', { query: { tags: nfd } })
  expect(tagged).toMatchObject([{ id, title: 'Zo\u00eb' }])
})

test('a license is offered exactly when the shop offers it, and else says which files are missing', async () => {
  const ann = await seller()
  const files = [
    [],
    [fileOf('mp3')],
    [fileOf('master')],
    [fileOf('master', { mediaType: 'audio/mpeg' })],
    [fileOf('master'), fileOf('stems')],
    [fileOf('stems')],
    [fileOf('archive')],
    [fileOf('archive'), fileOf('stems')],
  ]
  for (const kind of ['beat', 'pack'] as const)
    for (const present of files) {
      const id = await addItem(world.app.db, {
        ownerId: ann.id,
        kind,
        files: present.map((file) => ({ ...file, storageKey: `${file.storageKey}-${kind}` })),
        licenses: (['MP3', 'WAV', 'PREMIUM', 'EXCLUSIVE'] as const).map((type) => ({ type, priceCents: 1_000 })),
      })
      const route = kind === 'beat' ? 'GET /me/beats/:id/licenses' : 'GET /me/packs/:id/licenses'
      const own = await ann.call(route, { params: { id } })
      const shop = await world.guest(kind === 'beat' ? 'GET /beats/:id/licenses' : 'GET /packs/:id/licenses', {
        params: { id },
      })
      const what = `${kind} with ${present.map(({ role, mediaType }) => `${role} ${mediaType}`).join(', ')}`
      expect(
        own.filter(({ offered }) => offered).map(({ type }) => type),
        what,
      ).toEqual(shop.map(({ type }) => type))
      expect(
        own.filter(({ missing }) => missing.length).map(({ type }) => type),
        what,
      ).toEqual(own.filter(({ offered }) => !offered).map(({ type }) => type))
    }
})

test('figures match the counted plays and credited sales, by days and for one item', async () => {
  const [ann, bob] = [await seller(), await seller()]
  const styles = await world.app.db
    .selectFrom('style')
    .where('slug', '=', 'uk-drill')
    .select('id')
    .executeTakeFirstOrThrow()
  const first = await addItem(world.app.db, { ownerId: ann.id, styleId: styles.id })
  const second = await addItem(world.app.db, { ownerId: ann.id })
  const yesterday = new Date(now().getTime() - DAY)
  await act(async (tx) => {
    await countPlay(tx, [
      { itemId: first, by: 4, at: yesterday },
      { itemId: first, by: 1, at: now() },
      { itemId: second, by: 2, at: now() },
    ])
    await countLike(tx, [{ itemId: first, by: 1, at: now() }])
    await countSale(tx, [
      { itemId: first, license: null, by: 1, cents: 2_500, at: now() },
      { itemId: first, license: null, by: 1, cents: 1_000, at: now() },
    ])
  })
  const stats = await ann.call('GET /me/stats', { query: { days: 2 } })
  expect(stats).toMatchObject({ items: 2, plays: 7, likes: 1, sales: 2, earnings: 35, averagePrice: 17.5 })
  expect(stats.days).toEqual([
    { day: yesterday.toISOString().slice(0, 10), plays: 4, likes: 0, sales: 0, earnings: 0, salesByLine: [] },
    {
      day: now().toISOString().slice(0, 10),
      plays: 3,
      likes: 1,
      sales: 2,
      earnings: 35,
      salesByLine: [{ line: 'uk', sales: 2 }],
    },
  ])
  expect(await ann.call('GET /me/stats', { query: { item: second, days: 1 } })).toMatchObject({ plays: 2, earnings: 0 })
  await expect(bob.call('GET /me/stats', { query: { item: second } })).rejects.toMatchObject({ status: 404 })
  expect(await ann.call('GET /me/beats/:id', { params: { id: first } })).toMatchObject({ earnings: 35, sales: 2 })
})

test('the table is a CSV that spreadsheets read as text', async () => {
  const ann = await seller()
  await addItem(world.app.db, { ownerId: ann.id, title: '=cmd|"x", y', tags: ['a', 'b'] })
  const csv = await (await ann.call('GET /me/items/table', { query: {} })).text()
  expect(csv).toContain('"\'=cmd|""x"", y"')
  expect(csv).toContain('"a, b"')
  expect(csv.split('\r\n')[0]).toContain('Kind,Title,Status')
})
