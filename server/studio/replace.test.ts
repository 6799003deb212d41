import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { markSold } from '#server/items/index.ts'
import { fileNamed } from '#test/archives.ts'
import { beatMeta, broken, changedBeats, wav } from '#test/changed-beats.ts'
import { newAdmin } from '#test/desk.ts'
import { newPicture } from '#test/pictures.ts'
import { newWav } from '#test/sounds.ts'
import { until } from '#test/until.ts'
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
  beatOnSale,
  upload,
  newAudio,
  newCover,
  withdraw,
  approve,
  reject,
  look,
  shown,
  waiting,
  filesOf,
  namesOf,
  keptFiles,
  noticesOf,
} = changedBeats(() => ({ world, ann, admin }))
const stored = async (key: string) => Buffer.from(await buffer((await world.app.storage.open(key))!.stream))

test('new audio of a beat on sale is heard in review first, and then takes the place of the present one', async () => {
  const id = await beatOnSale()
  const before = await shown(id)
  const sold = await filesOf(id)
  expect(await newAudio(id, wav(8))).toMatchObject({
    statusLabel: 'Published',
    proposal: { audio: true, cover: false, state: 'processing', reason: '' },
  })
  expect(await waiting(id)).toBeUndefined()
  await world.work()
  expect(await look(id)).toMatchObject({ durationInSeconds: 6, proposal: { state: 'in review' } })
  expect(await shown(id)).toEqual(before)
  expect(await namesOf(id)).toEqual(['master 1 present', 'master 2 proposed', 'mp3 1 present', 'mp3 2 proposed'])
  const { steps } = await ann.call('GET /me/items/:id/steps', { params: { id } })
  expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done', 'running'])

  const row = await waiting(id)
  expect(row).toMatchObject({ state: 'published', status: 'pending', proposal: { audio: true, coverUrl: null } })
  const heard = async (query: object) => {
    const { url } = await admin.call('GET /admin/beats/:id/master-url', { params: { id }, query })
    return (await world.http.inject({ url })).rawPayload
  }
  const [first, second] = [await heard({}), await heard({ proposed: 'true' })]
  expect(second.length).toBeGreaterThan(first.length)

  await approve(id, row!.version)
  expect(await namesOf(id)).toEqual(['master 1', 'master 2 present', 'mp3 1', 'mp3 2 present'])
  const after = await shown(id)
  expect(after).toMatchObject({ durationInSeconds: 8, coverUrl: before.coverUrl, available: true })
  expect(after.previewUrl).not.toBe(before.previewUrl)
  expect(await look(id)).toMatchObject({ proposal: null, statusLabel: 'Published' })
  expect(await heard({})).toEqual(second)
  // earlier buyers keep what they bought; nobody buys a preview
  await world.sweepFiles()
  expect((await world.http.inject({ url: before.previewUrl! })).statusCode).toBe(404)
  for (const { storageKey, sha256 } of sold) {
    expect((await filesOf(id)).find((file) => file.storageKey === storageKey)?.sha256).toEqual(sha256)
    expect((await stored(storageKey)).length).toBeGreaterThan(0)
  }
  const own = await ann.call('GET /me/data/files', { query: {} })
  expect(own.items.map(({ role }) => role).toSorted()).toEqual(['master', 'master', 'mp3', 'mp3'])
  expect(await noticesOf()).toEqual(['Night Bus has its new audio', 'Night Bus is on sale'])
  expect((await world.lastMailTo(ann.email)).subject).toBe('“Night Bus” has its new audio')
  expect((await admin.call('GET /admin/actions', { query: {} })).items[0]).toMatchObject({ action: 'approve change' })
})

test('a rejected change leaves the item as it is and its files go', async () => {
  const id = await beatOnSale()
  const [before, kept] = [await shown(id), await keptFiles()]
  await newAudio(id)
  await newCover(id)
  await world.work()
  expect(await waiting(id)).toMatchObject({ proposal: { audio: true, coverUrl: expect.stringContaining('/covers/') } })
  await reject(id, 'The cover shows somebody else.')
  expect(await shown(id)).toEqual(before)
  expect(await look(id)).toMatchObject({ proposal: null, statusLabel: 'Published', reason: '' })
  expect(await namesOf(id)).toEqual(['master 1 present', 'mp3 1 present'])
  expect((await keptFiles()).filter((key) => !kept.includes(key))).toEqual([])
  expect((await noticesOf())[0]).toBe('Night Bus keeps its audio and cover')
  const mail = await world.lastMailTo(ann.email)
  expect([mail.subject, mail.text]).toEqual([
    '“Night Bus” keeps its audio and cover',
    expect.stringContaining('The cover shows somebody else.'),
  ])
})

test('a second proposal replaces the first, whose approval is refused, and leaves none of its files', async () => {
  const id = await beatOnSale()
  const kept = await keptFiles()
  await newCover(id)
  await world.work()
  const first = await waiting(id)
  world.passTime(1_000)
  await newCover(id)
  await expect(approve(id, first!.version)).rejects.toMatchObject({ status: 409 })
  await world.work()
  await expect(approve(id, first!.version)).rejects.toMatchObject({ status: 409, error: 'changed' })
  const second = await waiting(id)
  await approve(id, second!.version)
  const cover = second!.proposal!.coverUrl!.split('/').at(-2)!
  expect((await shown(id)).coverUrl).toContain(cover)
  expect(await namesOf(id)).toEqual(['master 1 present', 'mp3 1', 'mp3 2 present']) // it carries the cover
  const added = (await keptFiles()).filter((key) => !kept.includes(key))
  expect(added.filter((key) => key.startsWith('covers/')).every((key) => key.includes(cover))).toBe(true)
  expect(added.filter((key) => key.startsWith('masters/'))).toHaveLength(1)
})

test('a change that can’t be processed says why, keeps the present version, and can be taken back', async () => {
  const id = await beatOnSale()
  const [before, kept] = [await shown(id), await keptFiles()]
  await newAudio(id, broken())
  await world.work()
  expect(await look(id)).toMatchObject({
    statusLabel: 'Published',
    proposal: { state: 'failed', reason: expect.stringMatching(/./) },
  })
  expect(await shown(id)).toEqual(before)
  expect((await noticesOf())[0]).toBe('The change of Night Bus could not be processed')
  expect(await waiting(id)).toBeUndefined()
  expect(await withdraw(id)).toMatchObject({ proposal: null })
  expect(await keptFiles()).toEqual(kept)
  await newAudio(id, broken())
  await world.work()
  await newAudio(id, wav(7))
  await world.work()
  await approve(id)
  expect(await shown(id)).toMatchObject({ durationInSeconds: 7 })
})

test('a change that failed by our fault is tried again, and none is doubled', async () => {
  const id = await beatOnSale()
  await newCover(id)
  await newAudio(id)
  const put = vi.spyOn(world.app.storage, 'put').mockRejectedValueOnce(new Error('the disk is away'))
  await world.work()
  put.mockRestore()
  expect(await look(id)).toMatchObject({ proposal: { state: 'processing' } })
  await world.app.db
    .updateTable('mediaJob')
    .set({ dueAt: world.app.clock.now() })
    .where('state', '=', 'waiting')
    .execute()
  await world.takeDue()
  await world.work()
  expect(await look(id)).toMatchObject({ proposal: { audio: true, cover: true, state: 'in review' } })
  await approve(id)
  expect(await namesOf(id)).toEqual(['master 1', 'master 2 present', 'mp3 1', 'mp3 2 present'])
})

test('a title and files wait together, and each can be taken back alone', async () => {
  const id = await beatOnSale('Old name')
  const rename = (title: string) => ann.call('PATCH /me/beats/:id', { params: { id }, body: { title } })
  await rename('New name')
  await newCover(id)
  await world.work()
  expect(await waiting(id)).toMatchObject({ proposedTitle: 'New name', proposal: { audio: false } })
  await rename('Old name')
  expect(await waiting(id)).toMatchObject({ proposedTitle: null, proposal: { audio: false } })
  await rename('New name')
  const both = await waiting(id)
  world.passTime(1_000)
  await withdraw(id)
  const title = await waiting(id)
  expect(title).toMatchObject({ proposedTitle: 'New name', proposal: null, submittedAt: both!.submittedAt })
  await expect(approve(id, both!.version)).rejects.toMatchObject({ status: 409, error: 'changed' })
  await newCover(id)
  await world.work()
  await approve(id)
  expect(await shown(id)).toMatchObject({ title: 'New name', slug: 'new-name' })
  expect(await noticesOf()).toEqual(['Old name has its new cover and title', 'Old name is on sale'])
  await rename('Third name')
  await newCover(id)
  await reject(id, 'This title is taken.')
  expect(await look(id)).toMatchObject({ proposedTitle: null, proposal: { cover: true, state: 'processing' } })
})

test('new files of a beat in review are present at once, and an approval of the older version is refused', async () => {
  const id = await newBeat()
  const [seen, kept] = [await waiting(id), await look(id)]
  world.passTime(1_000)
  expect(await newAudio(id, wav(7))).toMatchObject({ statusLabel: 'Processing', proposal: null })
  await expect(approve(id, seen!.version)).rejects.toMatchObject({ status: 409 })
  await world.work()
  expect(await look(id)).toMatchObject({ statusLabel: 'In review', durationInSeconds: 7, coverUrl: kept.coverUrl })
  await expect(approve(id, seen!.version)).rejects.toMatchObject({ status: 409, error: 'changed' })
  const [first, second] = await filesOf(id)
  const stays = await keptFiles()
  expect([stays.includes(first!.storageKey), stays.includes(second!.storageKey)]).toEqual([false, true])
  expect(await namesOf(id)).toEqual(['master 1', 'master 2 present', 'mp3 1', 'mp3 2 present'])
  await approve(id)
})

test('a rejected and a failed beat go back into review with another file', async () => {
  const id = await newBeat()
  await reject(id, 'The cover is a photograph of somebody.')
  await newCover(id)
  await world.work()
  expect(await look(id)).toMatchObject({ statusLabel: 'In review' })
  await newAudio(id, broken())
  await world.work()
  expect(await look(id)).toMatchObject({ statusLabel: 'Failed' })
  await newAudio(id)
  await world.work()
  expect(await look(id)).toMatchObject({ statusLabel: 'In review' })
})

test('an item that is deleted or sold meanwhile leaves nothing of its change', async () => {
  const [deleted, sold] = [await beatOnSale('Gone'), await beatOnSale('Sold')]
  const kept = await keptFiles()
  for (const id of [deleted, sold]) {
    await newCover(id)
    await newAudio(id)
  }
  await ann.call('DELETE /me/beats/:id', { params: { id: deleted } })
  await world.app.db.transaction().execute((tx) => markSold(tx, sold, world.app.clock.now()))
  await world.work()
  expect(await keptFiles()).toEqual(kept)
  expect(await world.app.db.selectFrom('itemProposal').where('itemId', 'in', [deleted, sold]).execute()).toEqual([])
  expect(await world.app.db.selectFrom('mediaJob').where('itemId', 'in', [deleted, sold]).execute()).toEqual([])
})

test('nobody proposes another’s audio, nor changes an item that is not theirs', async () => {
  const [id, bob] = [await beatOnSale(), await world.signUp()]
  const bytes = await wav().arrayBuffer()
  await newAudio(id, new File([bytes], 'first.wav'))
  const copy = { files: { audio: new File([bytes], 'copy.wav') }, body: { meta: beatMeta('Copy') } }
  await expect(bob.call('POST /beats/upload', copy)).rejects.toMatchObject({ status: 409, error: 'known_audio' })
  const coverUploadId = await upload(await newPicture('b.png'), 'cover', bob)
  await expect(bob.call('POST /me/beats/:id/files', { params: { id }, body: { coverUploadId } })).rejects.toMatchObject(
    { status: 404 },
  )
  await expect(bob.call('DELETE /me/items/:id/proposal', { params: { id } })).rejects.toMatchObject({ status: 404 })
  const draft = await ann.call('POST /me/beats', { body: { title: 'Begun' } })
  await expect(newCover(draft.id)).rejects.toMatchObject({ status: 409 })
  await expect(newAudio(id, fileNamed('a.mp3', newWav()))).rejects.toMatchObject({
    status: 400,
    fields: { audio: expect.any(String) },
  })
})

test('a step that works on a file that was replaced meanwhile saves nothing of it', async () => {
  const id = await beatOnSale()
  const before = await keptFiles()
  await newAudio(id, broken())
  await newAudio(id, wav(9))
  const working = world.work()
  const steps = world.app.db.selectFrom('mediaJob').where('itemId', '=', id).select('state')
  await until(async () => (await steps.execute()).some(({ state }) => state === 'running'))
  await newAudio(id, wav(7))
  await working
  await world.work()
  expect(await look(id)).toMatchObject({ proposal: { state: 'in review' } })
  await approve(id)
  expect(await shown(id)).toMatchObject({ durationInSeconds: 7 })
  expect(await namesOf(id)).toEqual(['master 1', 'master 2 present', 'mp3 1', 'mp3 2 present'])
  const now = await keptFiles()
  const added = now.filter((key) => !before.includes(key)).map((key) => key.split('/')[0])
  expect(added).toEqual(['masters', 'previews', 'uploads'])
})
