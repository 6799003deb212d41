import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/db/connect.ts'
import { becomeProducer } from '#server/accounts/index.ts'
import { countLike, countPlay, countSale } from '#server/items/index.ts'
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

async function seller() {
  const person = await world.signUp()
  await act((tx) => becomeProducer(tx, person.id))
  return person
}
const leases = [
  { type: 'MP3', priceCents: 2_995 },
  { type: 'PREMIUM', priceCents: 9_995 },
] as const

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

test('an edit changes the shop at once except for the title, and refuses what can’t be', async () => {
  const [ann, bob] = [await seller(), await seller()]
  const id = await addItem(world.app.db, {
    ownerId: ann.id,
    title: 'Old name',
    slug: 'old-name-of-a-beat',
    files: [fileOf('master')],
    licenses: [...leases],
  })
  const change = {
    title: ' New <b>name ',
    genre: 'uk drill',
    bpm: 141,
    key: 'F#m' as const,
    tags: 'Dark, dark,cold!, x',
  }
  const changed = await ann.call('PATCH /me/beats/:id', { params: { id }, body: change })
  expect(changed).toMatchObject({
    title: 'Old name',
    proposedTitle: 'New bname',
    genre: 'uk drill',
    style: { slug: 'uk-drill' },
    bpm: 141,
    key: 'F#m',
    tags: ['Dark', 'cold', 'x'],
    slug: 'old-name-of-a-beat',
  })
  const refused = async (body: object, who = ann) =>
    (
      (await who.call('PATCH /me/beats/:id', { params: { id }, body }).catch((error: unknown) => error)) as {
        status: number
      }
    ).status
  expect(await refused({ bpm: 0 })).toBe(400)
  expect(await refused({ bpm: 301 })).toBe(400)
  expect(await refused({ key: 'H' })).toBe(400)
  expect(await refused({ title: '<>' })).toBe(400)
  expect(await refused({ title: 'Mine' }, bob)).toBe(404)
  expect((await world.guest('GET /beats/:id', { params: { id } })).title).toBe('Old name')

  const [mp3, premium] = await ann.call('GET /me/beats/:id/licenses', { params: { id } })
  const price = (body: { id: number; enabled: boolean; price: number }[], who = ann) =>
    who.call('PATCH /me/beats/:id/licenses', { params: { id }, body })
  await price([{ id: mp3!.id, enabled: true, price: 12.5 }])
  expect((await world.guest('GET /beats/:id', { params: { id } })).price).toBe(12.5)
  const other = await addItem(world.app.db, { ownerId: bob.id, files: [fileOf('master')], licenses: [...leases] })
  const [foreign] = await bob.call('GET /me/beats/:id/licenses', { params: { id: other } })
  for (const body of [
    [{ id: foreign!.id, enabled: true, price: 1 }],
    [{ id: mp3!.id, enabled: true, price: 0 }],
    [{ id: mp3!.id, enabled: true, price: 1.005 }],
    [{ id: mp3!.id, enabled: true, price: -1 }],
    [
      { id: mp3!.id, enabled: true, price: 5 },
      { id: foreign!.id, enabled: true, price: 1 },
    ],
  ])
    await expect(price(body)).rejects.toMatchObject({ status: 400 })
  expect((await ann.call('GET /me/beats/:id/licenses', { params: { id } }))[0]).toMatchObject({ price: 12.5 })
  await price([{ id: premium!.id, enabled: false, price: 0 }])
  expect((await ann.call('GET /me/beats/:id/licenses', { params: { id } }))[1]).toMatchObject({ enabled: false })
})

test('off sale and back, deleted, and sold: each does what it says and refuses the rest', async () => {
  const ann = await seller()
  const id = await addItem(world.app.db, { ownerId: ann.id })
  const shown = () =>
    world.guest('GET /beats/:id', { params: { id } }).then(
      ({ id }) => id,
      () => null,
    )
  expect(await ann.call('POST /me/items/:id/pause', { params: { id } })).toMatchObject({ statusLabel: 'Paused' })
  expect(await shown()).toBeNull()
  await expect(ann.call('POST /me/items/:id/pause', { params: { id } })).rejects.toMatchObject({ status: 409 })
  expect(await ann.call('POST /me/items/:id/resume', { params: { id } })).toMatchObject({ statusLabel: 'Published' })
  expect(await shown()).toBe(id)
  expect(await ann.call('DELETE /me/beats/:id', { params: { id } })).toEqual({ deleted: true })
  expect(await shown()).toBeNull()
  await expect(ann.call('GET /me/beats/:id', { params: { id } })).rejects.toMatchObject({ status: 404 })
  await expect(ann.call('DELETE /me/beats/:id', { params: { id } })).rejects.toMatchObject({ status: 404 })
  const sold = await addItem(world.app.db, { ownerId: ann.id, status: 'sold' })
  await expect(ann.call('PATCH /me/beats/:id', { params: { id: sold }, body: { title: 'X' } })).rejects.toMatchObject({
    status: 409,
    message: 'This beat can’t be edited: it is sold.',
  })
  const kit = await addItem(world.app.db, { ownerId: ann.id, kind: 'kit', priceCents: 1_000 })
  expect(
    await ann.call('PATCH /me/kits/:id', { params: { id: kit }, body: { price: 19.99, bpmMin: 140, bpmMax: 150 } }),
  ).toMatchObject({ price: 19.99, bpmMin: 140 })
  await expect(ann.call('PATCH /me/kits/:id', { params: { id: kit }, body: { bpmMin: 151 } })).rejects.toMatchObject({
    status: 400,
    fields: { bpmMax: expect.any(String) },
  })
  await expect(ann.call('DELETE /me/beats/:id', { params: { id: kit } })).rejects.toMatchObject({ status: 404 })
  expect(await ann.call('DELETE /kits/:id', { params: { id: kit } })).toEqual({ deleted: true })
})

test('a bulk action does what it can and tells why the rest was refused', async () => {
  const [ann, bob] = [await seller(), await seller()]
  const onSale = await addItem(world.app.db, {
    ownerId: ann.id,
    files: [fileOf('master')],
    licenses: [...leases],
    tags: ['Old'],
  })
  const draft = await addItem(world.app.db, { ownerId: ann.id, status: 'draft', title: 'A draft' })
  const foreign = await addItem(world.app.db, { ownerId: bob.id })
  const bulk = (body: object) => ann.call('POST /me/items/bulk', { body: body as never })
  const ids = [onSale, draft, foreign]
  expect(await bulk({ action: 'pause', ids })).toEqual({
    done: [onSale],
    refused: [
      { id: draft, title: 'A draft', message: 'Drafts can’t be paused.' },
      { id: foreign, title: '', message: 'Item not found.' },
    ],
  })
  expect(await bulk({ action: 'price', ids: [onSale, draft], type: 'MP3', price: 15 })).toMatchObject({
    done: [onSale],
    refused: [{ id: draft, message: 'It has no such license.' }],
  })
  await bulk({ action: 'tags', ids: [onSale], add: 'New, cold', remove: 'OLD' })
  expect(await ann.call('GET /me/beats/:id', { params: { id: onSale } })).toMatchObject({
    price: 15,
    tags: ['New', 'cold'],
  })
  expect((await bulk({ action: 'delete', ids: [onSale, draft] })).done).toEqual(
    [onSale, draft].toSorted((a, b) => a - b),
  )
  expect((await bob.call('GET /me/beats', { query: {} })).totalItems).toBe(1)
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
