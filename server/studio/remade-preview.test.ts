import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { markSold } from '#server/items/index.ts'
import { fileNamed } from '#test/archives.ts'
import { broken, changedBeats, wav } from '#test/changed-beats.ts'
import { newAdmin } from '#test/desk.ts'
import { addItem, fileOf } from '#test/factories.ts'
import { newWav } from '#test/sounds.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let ann: Awaited<ReturnType<World['signUp']>>
let admin: Awaited<ReturnType<World['signUp']>>
beforeAll(async () => {
  world = await createWorld()
  admin = await newAdmin(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  ann = await world.signUp()
})

const {
  newBeat,
  sendBeat,
  beatOnSale,
  newAudio,
  newCover,
  withdraw,
  approve,
  reject,
  look,
  shown,
  waiting,
  namesOf,
  keptFiles,
  noticesOf,
} = changedBeats(() => ({ world, ann, admin }))
const remake = (id: number, hasTag: boolean, who = ann) =>
  who.call('POST /me/beats/:id/preview', { params: { id }, body: { hasTag } })
const newPreview = (id: number) => admin.call('GET /admin/beats/:id/new-preview-url', { params: { id } })
const bytesAt = async (url: string | null) => (await world.http.inject({ url: url! })).rawPayload

test('a new preview of a beat on sale is heard in review first, and then takes the place of the present one', async () => {
  const id = await beatOnSale()
  const before = await shown(id)
  const present = await bytesAt(before.previewUrl)
  expect(await remake(id, false)).toMatchObject({
    statusLabel: 'Published',
    hasTag: true,
    proposal: { audio: false, cover: false, preview: { hasTag: false }, state: 'processing' },
  })
  expect(await waiting(id)).toBeUndefined()
  await expect(newPreview(id)).rejects.toMatchObject({ status: 404 })
  await world.work()
  expect(await look(id)).toMatchObject({ hasTag: true, proposal: { state: 'in review' } })
  expect(await shown(id)).toEqual(before)
  expect(await namesOf(id)).toEqual(['master 1 present', 'mp3 1 present'])

  const row = await waiting(id)
  expect(row).toMatchObject({ proposal: { audio: false, preview: { hasTag: false }, coverUrl: null } })
  const { url, wave } = await newPreview(id)
  expect(wave?.full).toMatch(/./)
  const heard = await bytesAt(url)
  expect(heard.equals(present)).toBe(false)
  await expect(ann.call('GET /admin/beats/:id/new-preview-url', { params: { id } })).rejects.toMatchObject({
    status: 403,
  })

  await approve(id, row!.version)
  const after = await shown(id)
  expect((await bytesAt(after.previewUrl)).equals(heard)).toBe(true)
  expect(await look(id)).toMatchObject({ hasTag: false, proposal: null, statusLabel: 'Published' })
  expect(await namesOf(id)).toEqual(['master 1 present', 'mp3 1 present'])
  await world.sweepFiles()
  expect((await world.http.inject({ url: before.previewUrl! })).statusCode).toBe(404)
  expect((await world.http.inject({ url })).statusCode).toBe(403)
  expect(await noticesOf()).toEqual(['Night Bus has its new preview', 'Night Bus is on sale'])
  expect((await world.lastMailTo(ann.email)).subject).toBe('“Night Bus” has its new preview')
})

test('an admin who lost the role does not hear a new preview any more', async () => {
  const id = await beatOnSale()
  await remake(id, false)
  await world.work()
  const former = await newAdmin(world)
  const { url } = await former.call('GET /admin/beats/:id/new-preview-url', { params: { id } })
  expect((await world.http.inject({ url })).statusCode).toBe(200)
  await world.app.db.updateTable('account').set({ isAdmin: false }).where('id', '=', former.id).execute()
  expect((await world.http.inject({ url })).statusCode).toBe(403)
})

test('a rejected or withdrawn preview goes, and the present one and its tag stay', async () => {
  const id = await beatOnSale()
  const [before, kept] = [await shown(id), await keptFiles()]
  const expectAsBefore = async () => {
    expect(await shown(id)).toEqual(before)
    expect(await look(id)).toMatchObject({ hasTag: true, proposal: null, reason: '' })
    expect(await keptFiles()).toEqual(kept)
  }
  await remake(id, false)
  await world.work()
  expect(await keptFiles()).toHaveLength(kept.length + 1)
  await reject(id, 'Nothing protects it.')
  await expectAsBefore()
  expect((await noticesOf())[0]).toBe('Night Bus keeps its preview')
  await remake(id, false)
  await world.work()
  expect(await withdraw(id)).toMatchObject({ proposal: null })
  await expectAsBefore()
  await remake(id, false)
  await withdraw(id)
  await world.work()
  await expectAsBefore()
})

test('a preview that is made anew twice waits once, and the approval of the first is refused', async () => {
  const id = await beatOnSale()
  const kept = await keptFiles()
  await remake(id, false)
  await world.work()
  const first = await waiting(id)
  world.passTime(1_000)
  await ann.call('POST /me/voice-tag', { files: { tag: fileNamed('me.wav', newWav(1)) } })
  await remake(id, true)
  await expect(approve(id, first!.version)).rejects.toMatchObject({ status: 409 })
  await world.work()
  await expect(approve(id, first!.version)).rejects.toMatchObject({ status: 409, error: 'changed' })
  const present = await bytesAt((await shown(id)).previewUrl)
  expect((await bytesAt((await newPreview(id)).url)).equals(present), 'it carries the new tag').toBe(false)
  expect((await keptFiles()).filter((key) => key.startsWith('previews/') && !kept.includes(key))).toHaveLength(1)
  await approve(id)
  expect(await look(id)).toMatchObject({ hasTag: true, proposal: null })
})

test('new audio that waits with a preview gets the tag that was asked for, in either order', async () => {
  const id = await beatOnSale()
  const kept = await keptFiles()
  await remake(id, false)
  await world.work()
  await newAudio(id, wav(7))
  const waits = { audio: true, cover: false, preview: { hasTag: false } }
  expect(await look(id)).toMatchObject({ hasTag: true, proposal: { ...waits, state: 'processing' } })
  await world.work()
  const untagged = await bytesAt((await newPreview(id)).url)
  expect((await keptFiles()).filter((key) => key.startsWith('previews/') && !kept.includes(key))).toHaveLength(1)
  await remake(id, true)
  await world.work()
  expect(await waiting(id)).toMatchObject({ proposal: { audio: true, preview: { hasTag: true } } })
  const tagged = await bytesAt((await newPreview(id)).url)
  expect(tagged.equals(untagged)).toBe(false)
  await remake(id, false)
  await world.work()
  expect((await bytesAt((await newPreview(id)).url)).equals(untagged)).toBe(true)
  expect(await namesOf(id)).toEqual(['master 1 present', 'master 2 proposed', 'mp3 1 present', 'mp3 2 proposed'])
  await approve(id)
  const after = await shown(id)
  expect(after).toMatchObject({ durationInSeconds: 7 })
  expect((await bytesAt(after.previewUrl)).equals(untagged)).toBe(true)
  expect(await look(id)).toMatchObject({ hasTag: false, proposal: null })
  expect((await noticesOf())[0]).toBe('Night Bus has its new audio and preview')
})

test('a new cover leaves a new preview that waits, and the other way round', async () => {
  const id = await beatOnSale()
  await remake(id, false)
  await world.work()
  const heard = await bytesAt((await newPreview(id)).url)
  await newCover(id)
  await world.work()
  expect((await bytesAt((await newPreview(id)).url)).equals(heard)).toBe(true)
  await remake(id, false)
  await world.work()
  expect(await waiting(id)).toMatchObject({
    proposal: { audio: false, preview: { hasTag: false }, coverUrl: expect.stringContaining('/covers/') },
  })
  expect(await namesOf(id)).toEqual(['master 1 present', 'mp3 1 present', 'mp3 2 proposed'])
  await approve(id)
  expect((await noticesOf())[0]).toBe('Night Bus has its new cover and preview')
})

test('a beat in review has its new preview at once, and an approval of the older version is refused', async () => {
  const id = await newBeat()
  const [seen, before, kept] = [await waiting(id), await look(id), await keptFiles()]
  world.passTime(1_000)
  expect(await remake(id, false)).toMatchObject({ statusLabel: 'Processing', hasTag: false, proposal: null })
  await expect(approve(id, seen!.version)).rejects.toMatchObject({ status: 409 })
  await world.work()
  const after = await look(id)
  expect(after).toMatchObject({ statusLabel: 'In review', hasTag: false })
  expect(after.previewUrl).not.toBe(before.previewUrl)
  await expect(approve(id, seen!.version)).rejects.toMatchObject({ status: 409, error: 'changed' })
  const now = await keptFiles()
  expect(now).toHaveLength(kept.length)
  expect(now.map((key) => `/media/${key}`)).not.toContain(before.previewUrl)
  expect(await namesOf(id)).toEqual(['master 1 present', 'mp3 1 present'])
})

test('a rejected beat goes back into review with its new preview, and a paused one keeps the present one', async () => {
  const id = await newBeat()
  await reject(id, 'The preview has no tag.')
  expect(await remake(id, true)).toMatchObject({ statusLabel: 'Processing' })
  await world.work()
  expect(await look(id)).toMatchObject({ statusLabel: 'In review' })
  await approve(id)
  await ann.call('POST /me/items/:id/pause', { params: { id } })
  expect(await remake(id, false)).toMatchObject({ statusLabel: 'Paused', hasTag: true, proposal: { cover: false } })
  await world.work()
  await approve(id)
  expect(await look(id)).toMatchObject({ statusLabel: 'Paused', hasTag: false, proposal: null })
})

test('a failed beat tries its steps again, and fails with its file', async () => {
  const id = await sendBeat({ audio: broken() })
  expect(await look(id)).toMatchObject({ statusLabel: 'Failed' })
  expect(await remake(id, false)).toMatchObject({ statusLabel: 'Processing' })
  await world.work()
  expect(await look(id)).toMatchObject({ statusLabel: 'Failed', hasTag: false, reason: expect.stringMatching(/./) })
})

test('a preview is refused in other states, for packs and for other people, and nothing changes', async () => {
  const add = (status: 'processing' | 'taken_down' | 'sold' | 'published') =>
    addItem(world.app.db, { ownerId: ann.id, status, title: `Beat ${status}`, files: [fileOf('master')] })
  for (const status of ['processing', 'taken_down', 'sold'] as const) {
    const id = await add(status)
    await expect(remake(id, false), status).rejects.toMatchObject({
      status: 409,
      error: 'wrong_state',
      message: expect.stringContaining('This beat can’t be edited: it is '),
    })
    expect(await look(id)).toMatchObject({ hasTag: true, proposal: null })
  }
  const draft = await ann.call('POST /me/beats', { body: { title: 'Begun' } })
  await expect(remake(draft.id, false)).rejects.toMatchObject({
    status: 409,
    error: 'wrong_state',
    message: 'This beat has no files yet. Complete it first.',
  })
  const pack = await addItem(world.app.db, { ownerId: ann.id, kind: 'pack', files: [fileOf('archive')] })
  await expect(remake(pack, false)).rejects.toMatchObject({ status: 404 })
  expect(await ann.call('GET /me/packs/:id', { params: { id: pack } })).toMatchObject({ proposal: null })
  const id = await add('published')
  await expect(remake(id, false, await world.signUp())).rejects.toMatchObject({ status: 404 })
  const asked = { params: { id }, body: {} as { hasTag: boolean } }
  await expect(ann.call('POST /me/beats/:id/preview', asked)).rejects.toMatchObject({
    status: 400,
    fields: { hasTag: 'Say whether the preview carries a voice tag.' },
  })
  await expect(world.guest('POST /me/beats/:id/preview', { ...asked, body: { hasTag: true } })).rejects.toMatchObject({
    status: 401,
  })
  expect(await look(id)).toMatchObject({ hasTag: true, proposal: null })
})

test('a beat that is deleted or sold meanwhile leaves nothing of its new preview', async () => {
  const [deleted, sold] = [await beatOnSale(), await beatOnSale()]
  const kept = await keptFiles()
  await remake(deleted, false)
  await remake(sold, false)
  await world.work()
  expect(await keptFiles()).toHaveLength(kept.length + 2)
  await ann.call('DELETE /me/beats/:id', { params: { id: deleted } })
  await world.app.db.transaction().execute((tx) => markSold(tx, sold, world.app.clock.now()))
  expect(await keptFiles()).toEqual(kept)
  expect(await look(sold)).toMatchObject({ hasTag: true, proposal: null })
})

test('a sold beat waits for no review', async () => {
  const id = await beatOnSale()
  await ann.call('PATCH /me/beats/:id', { params: { id }, body: { title: 'Day Bus' } })
  await remake(id, false)
  await world.work()
  await world.app.db.transaction().execute((tx) => markSold(tx, id, world.app.clock.now()))
  expect(await look(id)).toMatchObject({ statusLabel: 'Sold', title: 'Night Bus', proposedTitle: null })
  expect(await waiting(id)).toBeUndefined()
  const all = await admin.call('GET /admin/submissions', { query: { status: 'all', limit: 100 } })
  expect(all.items.find((row) => row.id === id)).toMatchObject({
    status: 'approved',
    state: 'sold',
    proposedTitle: null,
    claimedBy: null,
  })
})
