import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fileNamed, zipOf } from '#test/archives.ts'
import { newAdmin } from '#test/desk.ts'
import { addItem, fileOf } from '#test/factories.ts'
import { newPicture } from '#test/pictures.ts'
import { newWav } from '#test/sounds.ts'
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

const zip = (name: string, content = `the sound of ${name}`) => fileNamed(name, zipOf([{ name: 'kick.wav', content }]))

async function send(file: File, purpose: 'stems' | 'project' | 'cover' | 'kitCover') {
  const { id } = await ann.call('POST /uploads/:purpose', { params: { purpose }, files: { file } })
  return id
}

const licenses = [{ type: 'PREMIUM', priceCents: 9_995 }] as const

async function addBeat(status: 'published' | 'sold' = 'published') {
  const id = await addItem(world.app.db, {
    ownerId: ann.id,
    status,
    licenses: [...licenses],
    files: [fileOf('master', { mediaType: 'audio/wav' })],
  })
  return id
}
const add = (id: number, body: { stemsUploadId?: string; projectUploadId?: string }, call = ann.call) =>
  call('POST /me/beats/:id/files', { params: { id }, body })
const offered = async (id: number) =>
  (await ann.call('GET /me/beats/:id/licenses', { params: { id } })).map(({ type, offered, missing }) => [
    type,
    offered,
    missing,
  ])
const versionsOf = (itemId: number) =>
  world.app.db
    .selectFrom('itemFile')
    .where('itemId', '=', itemId)
    .where('role', '=', 'stems')
    .select(['version', 'isPresent', 'name'])
    .orderBy('version')
    .execute()

test('stems that come later put the Premium license on offer, and the beat stays on sale', async () => {
  const id = await addBeat()
  expect(await offered(id)).toEqual([['PREMIUM', false, ['STEMS']]])
  const beat = await add(id, { stemsUploadId: await send(zip('stems.zip'), 'stems') })
  expect(beat.statusLabel).toBe('Published')
  expect(beat.files.map(({ role, name }) => [role, name])).toEqual([
    ['master', expect.any(String)],
    ['stems', 'stems.zip'],
  ])
  expect(await offered(id)).toEqual([['PREMIUM', true, []]])
})

test('new stems are a further version, and the former one stays stored for its buyers', async () => {
  const id = await addBeat()
  await add(id, { stemsUploadId: await send(zip('first.zip'), 'stems') })
  await add(id, { stemsUploadId: await send(zip('second.zip'), 'stems') })
  expect(await versionsOf(id)).toEqual([
    { version: 1, isPresent: false, name: 'first.zip' },
    { version: 2, isPresent: true, name: 'second.zip' },
  ])
  const keys = await world.app.db.selectFrom('itemFile').where('itemId', '=', id).select('storageKey').execute()
  for (const { storageKey } of keys.slice(1)) expect(await world.app.storage.stat(storageKey)).not.toBeNull()
})

const noZip = () => new File(['no archive at all, but long enough to be one'.repeat(9)], 'stems.zip')

test('files that do not fit change nothing', async () => {
  const id = await addBeat()
  const stemsUploadId = await send(noZip(), 'stems')
  const refusal = { status: 400, fields: { stems: 'This is no readable ZIP file.' } }
  await expect(add(id, { stemsUploadId })).rejects.toMatchObject(refusal)
  await expect(add(id, {})).rejects.toMatchObject({ status: 400, fields: { stems: 'Choose a file.' } })
  const project = await send(zip('project.zip'), 'project')
  await expect(add(id, { stemsUploadId: project }), 'sent for another purpose').rejects.toMatchObject({ status: 404 })
  const bob = await world.signUp()
  await expect(add(id, { projectUploadId: project }, bob.call)).rejects.toMatchObject({ status: 404 })
  const sold = await addBeat('sold')
  await expect(add(sold, { projectUploadId: project })).rejects.toMatchObject({ status: 409 })
  expect(await versionsOf(id)).toEqual([])
  await add(id, { projectUploadId: project })
})

test('a file for an item of another seller, or for a sold one, is not opened', async () => {
  const id = await addBeat()
  const sold = await addBeat('sold')
  await expect(add(sold, { stemsUploadId: await send(noZip(), 'stems') })).rejects.toMatchObject({ status: 409 })
  ann = await world.signUp()
  const stemsUploadId = await send(noZip(), 'stems')
  for (const other of [id, id + 1_000_000])
    await expect(add(other, { stemsUploadId })).rejects.toMatchObject({ status: 404, message: 'Beat not found.' })
})

test('stems with a silent one among them are no bomb', async () => {
  const id = await addBeat()
  const silence = { name: 'silent.wav', content: Buffer.alloc(20_000_000), isDeflated: true }
  const played = { name: 'drums.wav', content: randomBytes(200_000) }
  const stems = new File([Uint8Array.from(zipOf([silence, played]))], 'stems.zip')
  await add(id, { stemsUploadId: await send(stems, 'stems') })
  expect(await offered(id)).toEqual([['PREMIUM', true, []]])
})

test.each(['pack', 'kit'] as const)('a new cover of a %s on sale is reviewed like that of a beat', async (kind) => {
  const archive = [fileOf('archive')]
  const id = await addItem(world.app.db, { ownerId: ann.id, kind, title: `My ${kind}`, files: archive })
  const purpose = kind === 'kit' ? 'kitCover' : 'cover'
  const coverUploadId = await send(await newPicture('a.png'), purpose)
  const add = `POST /me/${kind}s/:id/files` as 'POST /me/kits/:id/files'
  expect(await ann.call(add, { params: { id }, body: { coverUploadId } })).toMatchObject({
    proposal: { audio: false, cover: true, state: 'processing' },
  })
  await world.work()
  const admin = await newAdmin(world)
  const [row] = (await admin.call('GET /admin/submissions', { query: { q: `My ${kind}` } })).items
  const decide = `POST /admin/${kind}s/:id/approve` as 'POST /admin/kits/:id/approve'
  await admin.call(decide, { params: { id }, body: { version: row!.version } })
  const item = await world.guest(`GET /${kind}s/:id` as 'GET /kits/:id', { params: { id } })
  expect(row!.proposal!.coverUrl).toContain(item.coverUrl!.split('/').at(-2)!)
  await expect(ann.call(add, { params: { id }, body: {} })).rejects.toMatchObject({ status: 400 })
})

test('a draft does not become an item by files alone', async () => {
  const audio = { params: { purpose: 'audio' as const }, files: { file: fileNamed('night.wav', newWav()) } }
  const { id: audioUploadId } = await ann.call('POST /uploads/:purpose', audio)
  const refusal = { status: 409, message: expect.stringContaining('has no files yet. Complete it first.') as string }
  const beat = await ann.call('POST /me/beats', { body: { title: 'Bare' } })
  const body = { audioUploadId, stemsUploadId: await send(zip('stems.zip'), 'stems') }
  await expect(ann.call('POST /me/beats/:id/files', { params: { id: beat.id }, body })).rejects.toMatchObject(refusal)
  const pack = await ann.call('POST /me/packs', { body: { name: 'Bare' } })
  const coverUploadId = await send(await newPicture('cover.png'), 'cover')
  const packed = { coverUploadId, stemsUploadId: body.stemsUploadId }
  await expect(ann.call('POST /me/packs/:id/files', { params: { id: pack.id }, body: packed })).rejects.toMatchObject(
    refusal,
  )
  for (const { id } of [beat, pack]) expect(await versionsOf(id)).toEqual([])
})

test('a change can be taken back only while one waits', async () => {
  const id = await addBeat()
  await expect(ann.call('DELETE /me/items/:id/proposal', { params: { id } })).rejects.toMatchObject({
    status: 409,
    message: 'Nothing of it waits for a review.',
  })
})
