import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSeller } from '#test/desk.ts'
import { addItem, fileOf } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const seller = () => newSeller(world)
const leases = [
  { type: 'MP3', priceCents: 2_995 },
  { type: 'PREMIUM', priceCents: 9_995 },
] as const

test('a genre puts a beat on the page of a style by its title and by its name in filters', async () => {
  const ann = await seller()
  const id = await addItem(world.app.db, { ownerId: ann.id, title: 'Canal', slug: 'canal-without-style' })
  const styleOf = async (genre: string) =>
    (await ann.call('PATCH /me/beats/:id', { params: { id }, body: { genre } })).style?.slug
  expect(await styleOf('dutch drill')).toBe('dutch-drill')
  expect(await styleOf('Field recording')).toBeUndefined()
  expect(await styleOf('dutch')).toBe('dutch-drill')
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
  await expect(price([{ id: mp3!.id, enabled: false, price: 12.5 }])).rejects.toMatchObject({
    status: 400,
    fields: { licenses: 'Choose at least one license with a price above 0.' },
  })
  expect((await world.guest('GET /beats/:id', { params: { id } })).price).toBe(12.5)
})

test('a license that was not sent with the item is added later, and waits for its files', async () => {
  const ann = await seller()
  const files = [fileOf('master', { mediaType: 'audio/wav' })]
  const id = await addItem(world.app.db, { ownerId: ann.id, files, licenses: [{ type: 'MP3', priceCents: 2_995 }] })
  const change = (body: object[]) =>
    ann.call('PATCH /me/beats/:id/licenses', { params: { id }, body: body as { enabled: boolean; price: number }[] })
  expect((await ann.call('GET /me/beats/:id', { params: { id } })).missing).toEqual({
    MP3: [],
    WAV: [],
    PREMIUM: ['STEMS'],
    EXCLUSIVE: [],
  })
  const added = await change([
    { type: 'WAV', enabled: true, price: 20 },
    { type: 'PREMIUM', enabled: true, price: 99 },
  ])
  expect(added.map(({ type, price, offered, missing }) => [type, price, offered, missing])).toEqual([
    ['MP3', 29.95, true, []],
    ['WAV', 20, true, []],
    ['PREMIUM', 99, false, ['STEMS']],
  ])
  const offered = await world.guest('GET /beats/:id/licenses', { params: { id } })
  expect(offered.map(({ type }) => type)).toEqual(['MP3', 'WAV'])
  expect((await world.guest('GET /beats/:id', { params: { id } })).price).toBe(20)
  const mp3 = added[0]!.id
  for (const body of [
    [{ type: 'EXCLUSIVE', enabled: true, price: 0 }],
    [{ type: 'EXCLUSIVE', enabled: true, price: -5 }],
    [{ type: 'GOLD', enabled: true, price: 5 }],
    [{ enabled: true, price: 5 }],
    [{ id: mp3, type: 'MP3', enabled: true, price: 5 }],
    [
      { id: mp3, enabled: true, price: 5 },
      { type: 'MP3', enabled: true, price: 6 },
    ],
  ])
    await expect(change(body)).rejects.toMatchObject({ status: 400 })
  await Promise.all([5, 6].map((price) => change([{ type: 'EXCLUSIVE', enabled: true, price }])))
  expect(await ann.call('GET /me/beats/:id/licenses', { params: { id } })).toHaveLength(4)
  const sold = await addItem(world.app.db, { ownerId: ann.id, status: 'sold', files: [fileOf('master')] })
  await expect(
    ann.call('PATCH /me/beats/:id/licenses', {
      params: { id: sold },
      body: [{ type: 'EXCLUSIVE', enabled: true, price: 5 }],
    }),
  ).rejects.toMatchObject({ status: 409 })
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
