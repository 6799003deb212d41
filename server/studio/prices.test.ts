import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BeatMetaInput } from '#contract/studio-upload.ts'
import { toWav } from '#server/media/wav.ts'
import { addItem } from '#test/factories.ts'
import { sine } from '#test/sounds.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let ann: Awaited<ReturnType<World['signUp']>>
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  ann = await world.signUp()
})

const submit = (licenses: BeatMetaInput['licenses']) =>
  ann.call('POST /beats/upload', {
    files: { audio: new File([Uint8Array.from(toWav(sine(200 + Math.random() * 400, 6)))], 'beat.wav') },
    body: { meta: { title: 'Night Bus', bpm: 140, genre: 'UK Drill', tags: 'dark', licenses } },
  })
const needsPrice = { 'meta.licenses': 'A license on offer needs a price above 0.' }

test('every license on offer needs a price above 0', async () => {
  const free = submit([
    { type: 'MP3', price: 0 },
    { type: 'WAV', price: 30 },
  ])
  await expect(free).rejects.toMatchObject({ status: 400, fields: needsPrice })
  const { licenses } = await submit([
    { type: 'MP3', price: 0, enabled: false },
    { type: 'WAV', price: 0.01 },
  ])
  expect(licenses).toMatchObject([
    { type: 'MP3', enabled: false, price: 0 },
    { type: 'WAV', enabled: true, price: 0.01 },
  ])
})

test('a price is whole cents, however little is missing', async () => {
  const fields = { 'meta.licenses.0.price': 'Give at most two decimals.' }
  for (const price of [1e-10, 0.001, 29.950_000_001])
    await expect(submit([{ type: 'MP3', price }])).rejects.toMatchObject({ status: 400, fields })
  for (const price of [0.07, 1.1, 29.95, 999_998.99]) {
    const { id, licenses } = await submit([{ type: 'MP3', price }])
    expect(licenses[0]!.price).toBe(price)
    await world.app.db.updateTable('item').set({ deletedAt: world.app.clock.now() }).where('id', '=', id).execute()
  }
})

test('a bulk price of 0 is for kits and licenses that are not on offer', async () => {
  const beat = await addItem(world.app.db, { ownerId: ann.id, licenses: [{ type: 'MP3', priceCents: 2_000 }] })
  const kit = await addItem(world.app.db, { ownerId: ann.id, kind: 'kit', priceCents: 1_000 })
  const body = { action: 'price' as const, ids: [beat, kit], type: 'MP3' as const, price: 0 }
  expect(await ann.call('POST /me/items/bulk', { body })).toMatchObject({
    done: [kit],
    refused: [{ id: beat, message: 'A license on offer needs a price above 0.' }],
  })
  const [license] = await ann.call('GET /me/beats/:id/licenses', { params: { id: beat } })
  expect(license!.price).toBe(20)
})
