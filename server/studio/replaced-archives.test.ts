import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockSlugs } from '#server/items/index.ts'
import { fileNamed, zipOf } from '#test/archives.ts'
import { untilBlocked } from '#test/blocked.ts'
import { beatLine, createCheckout, type Checkout } from '#test/checkout.ts'
import { newAdmin } from '#test/desk.ts'
import type { Person } from '#test/shop.ts'
import { newWav } from '#test/sounds.ts'
import { filesLeft, versionsOf } from '#test/versions.ts'

let shop: Checkout
let admin: Person
let owner: Person
beforeAll(async () => {
  shop = await createCheckout()
  owner = shop.owner
  await shop.world.app.db.updateTable('account').set({ plan: 'pro' }).where('id', '=', owner.id).execute()
  admin = await newAdmin(shop.world)
})
afterAll(() => shop.world.close())

type Files = Record<string, Buffer>
const zipped = (files: Files) =>
  fileNamed('all.zip', zipOf(Object.entries(files).map(([name, content]) => ({ name, content }))))
const [one, two, three] = [newWav(6), newWav(6), newWav(7)]

async function packOnSale(files: Files = { '01 One.wav': one, '02 Two.wav': two }) {
  const licenses = [{ type: 'WAV' as const, price: 50 }]
  const meta = { name: 'Night Lines', description: 'Two.', tags: 'dark', licenses }
  const { id } = await owner.call('POST /packs/upload', { files: { zip: zipped(files) }, body: { meta } })
  await shop.world.work()
  await approve(id)
  return id
}
async function kitOnSale() {
  const meta = { name: 'Cold Hits', type: 'Drum Kit' as const, description: 'Hits.', tags: 'drums', price: 20 }
  const files = { zip: zipped({ 'Kit/Kick.wav': newWav(1), 'Kit/Snare.wav': newWav(1) }) }
  const { id } = await owner.call('POST /kits/upload', { files, body: { meta } })
  await shop.world.work()
  await approve(id, 'kits')
  return id
}
async function replaceZip(id: number, files: Files, kind: 'packs' | 'kits' = 'packs', who = owner) {
  const purpose = kind === 'packs' ? ('packZip' as const) : ('kitZip' as const)
  const upload = await who.call('POST /uploads/:purpose', { params: { purpose }, files: { file: zipped(files) } })
  return who.call(`POST /me/${kind}/:id/files` as 'POST /me/packs/:id/files', {
    params: { id },
    body: { zipUploadId: upload.id },
  })
}
const approve = (id: number, kind: 'packs' | 'kits' = 'packs') =>
  admin.call(`POST /admin/${kind}/:id/approve` as 'POST /admin/packs/:id/approve', { params: { id }, body: {} })
const reject = (id: number) =>
  admin.call('POST /admin/packs/:id/reject', { params: { id }, body: { reason: 'Not yours.' } })
const look = (id: number) => owner.call('GET /me/packs/:id', { params: { id } })
const shown = async (id: number) =>
  (await shop.world.guest('GET /packs/:id/contents', { params: { id }, query: {} })).items.map(({ title }) => title)
const reviewed = async (id: number) => {
  const { items } = await admin.call('GET /admin/packs/:id', { params: { id }, query: {} })
  return items.map(({ title }) => title)
}
const namesOf = async (id: number) => (await versionsOf(shop.world, id)).map(({ name }) => name).toSorted()
const bytesAt = async (url: string) => (await shop.world.http.inject({ url })).rawPayload

async function bought(packId: number) {
  const buyer = await shop.world.signUp()
  await shop.buy([{ type: 'pack', packId, licenseType: 'WAV' }], buyer)
  const [purchase] = await buyer.call('GET /purchases/mine')
  return async () => {
    const { url } = await buyer.call('GET /purchases/:id/download-url', {
      params: { id: purchase!.purchaseId },
      query: { file: 'wav' },
    })
    return Object.keys(unzipSync(await bytesAt(url))).filter((name) => name.endsWith('.wav'))
  }
}

test('another archive of a pack on sale waits for its review, and buyers keep the tracks that they bought', async () => {
  const id = await packOnSale()
  const earlier = await bought(id)
  const sold = await earlier()
  expect(sold).toHaveLength(2)
  await replaceZip(id, { '01 One.wav': one, '02 Three.wav': three, '03 Four.wav': newWav(5) })
  expect(await look(id)).toMatchObject({ statusLabel: 'Published', proposal: { audio: true, state: 'processing' } })
  await shop.world.work()
  expect(await look(id)).toMatchObject({ trackCount: 2, durationInSeconds: 12, proposal: { state: 'in review' } })
  expect(await shown(id)).toEqual(['One', 'Two'])
  expect(await reviewed(id)).toEqual(['One', 'Three', 'Four'])
  expect((await (await bought(id))()).length).toBe(2)

  const { items } = await admin.call('GET /admin/packs/:id', { params: { id }, query: {} })
  const master = await admin.call('GET /admin/packs/:id/master-url', { params: { id }, query: { file: items[1]!.id } })
  expect((await bytesAt(master.url)).equals(three)).toBe(true)
  expect(await admin.call('GET /admin/packs/:id/verify', { params: { id } })).toMatchObject({ ok: true })

  await approve(id)
  expect(await shown(id)).toEqual(['One', 'Three', 'Four'])
  expect(await look(id)).toMatchObject({ trackCount: 3, durationInSeconds: 18, proposal: null })
  expect(await namesOf(id)).toEqual([
    'archive 1',
    'archive 2 present',
    'mp3 1',
    'mp3 1',
    'mp3 1 present',
    'mp3 1 present',
    'mp3 1 present',
  ])
  const playlist = await shop.world.guest('GET /packs/:id/preview-playlist', { params: { id } })
  for (const { previewUrl } of playlist) expect((await bytesAt(previewUrl)).length).toBeGreaterThan(1_000)
  expect(playlist).toHaveLength(3)
  expect(await earlier()).toEqual(sold)
  expect(await (await bought(id))()).toHaveLength(3)
  const notices = await owner.call('GET /notifications', { query: {} })
  expect(notices.content.map(({ title }) => title)).toContain('Night Lines has its new files')
})

test('a rejected, withdrawn or replaced archive leaves nothing, and the pack stays as it is', async () => {
  const id = await packOnSale({ '01 Five.wav': newWav(6), '02 Six.wav': newWav(6) })
  const kept = await filesLeft(shop.world)
  await replaceZip(id, { '01 Seven.wav': newWav(5) })
  await shop.world.work()
  await replaceZip(id, { '01 Eight.wav': newWav(5), '02 Nine.wav': newWav(5) })
  await shop.world.work()
  expect(await reviewed(id)).toEqual(['Eight', 'Nine'])
  await reject(id)
  expect([await shown(id), await reviewed(id)]).toEqual([
    ['Five', 'Six'],
    ['Five', 'Six'],
  ])
  await replaceZip(id, { '01 Ten.wav': Buffer.from('no sound') })
  await shop.world.work()
  expect(await look(id)).toMatchObject({ statusLabel: 'Published', proposal: { state: 'failed' } })
  await owner.call('DELETE /me/items/:id/proposal', { params: { id } })
  expect(await look(id)).toMatchObject({ trackCount: 2, proposal: null })
  expect(await filesLeft(shop.world)).toEqual(kept)
})

test('another archive of a kit is read anew, and one of a rejected pack at once', async () => {
  const kit = await kitOnSale()
  await replaceZip(kit, { 'New/Kick.wav': newWav(5), 'New/Hat.wav': newWav(5), 'New/Clap.wav': newWav(5) }, 'kits')
  await shop.world.work()
  expect(await owner.call('GET /me/kits/:id', { params: { id: kit } })).toMatchObject({ trackCount: 2 })
  await approve(kit, 'kits')
  const contents = await shop.world.guest('GET /kits/:id/contents', { params: { id: kit }, query: {} })
  expect(contents.items.map(({ title, folder }) => [title, folder])).toEqual([
    ['Clap', 'New'],
    ['Hat', 'New'],
    ['Kick', 'New'],
  ])

  const licenses = [{ type: 'WAV' as const, price: 50 }]
  const meta = { name: 'Refused', description: 'One.', tags: 'dark', licenses }
  const files = { zip: zipped({ '01 First.wav': newWav(5) }) }
  const { id } = await owner.call('POST /packs/upload', { files, body: { meta } })
  await shop.world.work()
  await reject(id)
  expect(await replaceZip(id, { '01 Better.wav': newWav(6) })).toMatchObject({ statusLabel: 'Processing' })
  await shop.world.work()
  expect(await look(id)).toMatchObject({ statusLabel: 'In review', trackCount: 1, durationInSeconds: 6 })
  expect(await reviewed(id)).toEqual(['Better'])
})

test('an archive that fits no pack, or a pack of another seller, is refused and nothing changes', async () => {
  const id = await packOnSale({ '01 Own.wav': newWav(5) })
  await expect(replaceZip(id, { 'readme.txt': Buffer.from('Nothing') })).rejects.toMatchObject({
    status: 400,
    fields: { zip: 'There is no .wav or .mp3 file in this ZIP file.' },
  })
  const stranger = await shop.world.signUp()
  await expect(replaceZip(id, { '01 A.wav': newWav(5) }, 'packs', stranger)).rejects.toMatchObject({ status: 404 })
  await expect(replaceZip(id, { '01 A.wav': newWav(5) }, 'kits')).rejects.toMatchObject({ status: 404 })
  expect(await look(id)).toMatchObject({ statusLabel: 'Published', proposal: null, trackCount: 1 })
})

test('another ZIP with a beat that was sold exclusively meanwhile is not approved', async () => {
  const beatId = await shop.addBeat({ title: 'One' })
  const id = await packOnSale()
  await shop.world.app.db
    .updateTable('itemTrack')
    .set({ beatId })
    .where('itemId', '=', id)
    .where('title', '=', 'One')
    .execute()
  await replaceZip(id, { '01 One.wav': newWav(6), '02 Three.wav': newWav(6) })
  await shop.world.work()
  await shop.buy([beatLine(beatId, 'EXCLUSIVE')], await shop.world.signUp())
  await expect(approve(id)).rejects.toMatchObject({ status: 409, error: 'holds_sold_beat' })
  expect(await reviewed(id)).toEqual(['One', 'Three'])
  expect(await look(id)).toMatchObject({ statusLabel: 'Paused', proposal: { audio: true } })
})

test('a sale while an approval waits keeps the tracks that it sold', async () => {
  const id = await packOnSale({ '01 Sold.wav': newWav(6), '02 Also.wav': newWav(6) })
  await replaceZip(id, { '01 Later.wav': newWav(5) })
  await shop.world.work()
  const { db } = shop.world.app
  let approved: Promise<unknown> | undefined
  const earlier = await db.transaction().execute(async (tx) => {
    await lockSlugs(tx) // as another approval does
    approved = approve(id)
    approved.catch(() => {})
    await untilBlocked(db)
    return bought(id)
  })
  await approved
  expect(await shown(id)).toEqual(['Later'])
  expect(await earlier()).toHaveLength(2)
})
