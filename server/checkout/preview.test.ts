import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CartItem } from '#contract/checkout.ts'
import { setState } from '#server/items/index.ts'
import { fileOf, inTransaction } from '#test/factories.ts'
import { createShop } from '#test/shop.ts'

let shop: Awaited<ReturnType<typeof createShop>>
beforeAll(async () => {
  shop = await createShop()
})
afterAll(() => shop.world.close())

const addBeat = () =>
  shop.add({
    files: [fileOf('master'), fileOf('mp3')],
    licenses: [
      { type: 'MP3', priceCents: 2_995 },
      { type: 'WAV', priceCents: 4_495 },
      { type: 'PREMIUM', priceCents: 9_900 },
    ],
  })
const preview = (items: CartItem[], call = shop.fan.call) => call('POST /checkout/preview', { body: { items } })
const statesOf = async (items: CartItem[], call = shop.fan.call) =>
  (await preview(items, call)).lines.map(({ state }) => state)

test('a cart has the prices of now, in its order, for guests, too', async () => {
  const beatId = await addBeat()
  const kitId = await shop.add({ kind: 'kit', priceCents: 1_000 })
  const items: CartItem[] = [
    { type: 'kit', kitId },
    { type: 'beat', beatId, licenseType: 'WAV' },
    { type: 'beat', beatId, licenseType: 'MP3' },
  ]
  for (const call of [shop.fan.call, shop.world.guest]) {
    const { lines, subtotal, tax, total } = await preview(items, call)
    expect(lines).toMatchObject([
      { state: 'available', license: null, price: 10, adjustments: [], total: 10 },
      { state: 'available', license: { name: 'WAV Lease' }, price: 44.95, total: 44.95 },
      { state: 'available', license: { name: 'MP3 Lease' }, price: 29.95, total: 29.95 },
    ])
    expect({ subtotal, tax, total }).toEqual({ subtotal: 84.9, tax: 0, total: 84.9 })
  }
  expect(await preview([])).toEqual({ lines: [], codes: [], subtotal: 0, tax: 0, total: 0 })
})

test('a line that is not offered costs nothing', async () => {
  const [beatId, paused] = [await addBeat(), await addBeat()]
  await inTransaction(shop.world.app.db, (tx) => setState(tx, paused, 'paused', { now: new Date() }))
  const items: CartItem[] = [
    { type: 'beat', beatId, licenseType: 'PREMIUM' }, // without stems
    { type: 'beat', beatId, licenseType: 'EXCLUSIVE' }, // not among its licenses
    { type: 'pack', packId: beatId, licenseType: 'MP3' },
    { type: 'kit', kitId: beatId },
    { type: 'beat', beatId: 987_654, licenseType: 'MP3' },
    { type: 'beat', beatId: paused, licenseType: 'MP3' },
  ]
  expect(await statesOf(items)).toEqual(items.map(() => 'gone'))
  expect(await preview(items)).toMatchObject({ subtotal: 0, total: 0 })
})

test('a line tells the facts of its item and the files of its license', async () => {
  const beatId = await addBeat()
  const kitId = await shop.add({ kind: 'kit', priceCents: 1_000, kitType: 'Drum Kit', files: [fileOf('archive')] })
  const paused = await addBeat()
  await inTransaction(shop.world.app.db, (tx) => setState(tx, paused, 'paused', { now: new Date() }))
  const db = shop.world.app.db
  await db.updateTable('account').set({ plan: 'growth' }).where('id', '=', shop.owner.id).execute()
  const files = await db.selectFrom('itemFile').where('itemId', '=', kitId).select('sizeBytes').execute()
  const { lines } = await preview([
    { type: 'beat', beatId, licenseType: 'WAV' },
    { type: 'kit', kitId },
    { type: 'beat', beatId: paused, licenseType: 'MP3' },
    { type: 'beat', beatId, licenseType: 'MP3' },
    { type: 'subscription', planId: 'pro', billingCycle: 'monthly' },
  ])
  const facts = lines.map(({ item }) => item)
  expect(facts).toMatchObject([
    { ownerPlan: 'growth', files: ['MP3', 'WAV'], type: null },
    { files: ['ARCHIVE'], type: 'Drum Kit', bytes: files[0]!.sizeBytes },
    null,
    { ownerPlan: 'growth', files: ['MP3'] },
    null,
  ])
  await db.updateTable('account').set({ plan: 'free' }).where('id', '=', shop.owner.id).execute()
})

test('the second of two equal lines is bought already', async () => {
  const [beatId, kitId] = [await addBeat(), await shop.add({ kind: 'kit', priceCents: 1_000 })]
  const items: CartItem[] = [
    { type: 'kit', kitId },
    { type: 'beat', beatId, licenseType: 'MP3' },
    { type: 'beat', beatId, licenseType: 'WAV' },
    { type: 'kit', kitId },
    { type: 'beat', beatId, licenseType: 'MP3' },
  ]
  expect(await statesOf(items)).toEqual(['available', 'available', 'available', 'owned', 'owned'])
  expect(await preview(items)).toMatchObject({ total: 84.9 })
})

test('a line that is not offered is gone, however often it is asked for, and tells no facts', async () => {
  const paused = await addBeat()
  await inTransaction(shop.world.app.db, (tx) => setState(tx, paused, 'paused', { now: new Date() }))
  const line: CartItem = { type: 'beat', beatId: paused, licenseType: 'MP3' }
  const { lines } = await preview([line, line], shop.world.guest)
  expect(lines).toMatchObject([
    { state: 'gone', item: null },
    { state: 'gone', item: null },
  ])
})

test('an own item can’t be bought', async () => {
  const beatId = await addBeat()
  const items: CartItem[] = [{ type: 'beat', beatId, licenseType: 'MP3' }]
  expect(await statesOf(items, shop.owner.call)).toEqual(['own'])
  expect(await statesOf(items)).toEqual(['available'])
  expect(await preview(items, shop.owner.call)).toMatchObject({ total: 0 })
})

test('a line that can’t be bought says why where its kind knows, and names no license', async () => {
  const beatId = await addBeat()
  const items: CartItem[] = [
    { type: 'promotion', targetType: 'BEAT', targetId: beatId, tier: 'premium', days: 7 },
    { type: 'kit', kitId: beatId },
    { type: 'beat', beatId, licenseType: 'MP3' },
  ]
  expect((await preview(items, shop.world.guest)).lines).toMatchObject([
    { state: 'gone', why: 'Sign in to promote your items.', license: null },
    { state: 'gone', why: null, license: null },
    { state: 'available', why: null, license: { name: 'MP3 Lease' } },
  ])
})

test('prices, quantities and lines that a client makes up are ignored or refused', async () => {
  const beatId = await addBeat()
  const tampered = { type: 'beat', beatId, licenseType: 'MP3', price: 0.01, qty: -3 } as CartItem
  expect(await preview([tampered])).toMatchObject({ total: 29.95 })
  const wrong = [
    { type: 'beat', beatId },
    { type: 'beat', beatId: -1, licenseType: 'MP3' },
    { type: 'beat', beatId: 1.5, licenseType: 'MP3' },
    { type: 'beat', beatId, licenseType: 'FREE' },
    { type: 'house', houseId: 1 },
  ]
  for (const item of wrong) await expect(preview([item as CartItem])).rejects.toMatchObject({ status: 400 })
  const many = Array.from({ length: 51 }, (): CartItem => ({ type: 'beat', beatId, licenseType: 'MP3' }))
  await expect(preview(many)).rejects.toMatchObject({ status: 400 })
})
