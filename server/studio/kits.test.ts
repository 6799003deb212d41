import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import type { KitMetaInput } from '#contract/studio-upload.ts'
import { toWav } from '#server/media/wav.ts'
import { fileNamed, zipOf, type ZipEntry } from '#test/archives.ts'
import { putOnSale } from '#test/factories.ts'
import { sine } from '#test/sounds.ts'
import { until } from '#test/until.ts'
import { createWorld, type World } from '#test/world.ts'
import { heardOf } from './kit-steps.ts'

let world: World
let ann: Awaited<ReturnType<World['signUp']>>
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  ann = await world.signUp()
})

const hit = toWav(sine(300, 0.1, { sampleRate: 8_000, channels: 1 }))
const midi = Buffer.from('MThd\0\0\0\x06\0\0\0\x01\0\x60', 'latin1')
const zip = (entries: ZipEntry[]) => fileNamed('kit.zip', zipOf(entries))
const smallKit = (): ZipEntry[] => [
  { name: '__MACOSX/Kit/Hits/._Kick.wav', content: 'resource fork' },
  { name: 'Kit/.DS_Store', content: 'folder' },
  { name: 'Kit/', content: '' },
  { name: 'Kit/Loops/Top Loop 140 BPM Am.wav', content: hit, isDeflated: true },
  { name: 'Kit/Hits/Kick.wav', content: hit },
  { name: 'Kit/Hits/Snare.aif', content: 'FORM....AIFF' },
  { name: 'Kit/MIDI/Chords F#m.mid', content: midi },
  { name: 'Kit/Presets/Glide.fxp', content: 'CcnK....' },
  { name: 'Kit/Read me.txt', content: 'Thanks & enjoy' },
]
const meta = (over: Partial<KitMetaInput> = {}): KitMetaInput => ({
  name: 'Cold Hits',
  type: 'Drum Kit',
  description: 'Hits.',
  tags: 'drums',
  price: 19.95,
  ...over,
})
type Files = { zip?: File; cover?: File }
const submit = (over: Partial<KitMetaInput> = {}, files: Files = { zip: zip(smallKit()) }) =>
  ann.call('POST /kits/upload', { files, body: { meta: meta(over) } })
const look = (id: number) => ann.call('GET /me/kits/:id', { params: { id } })
const contents = (id: number) => ann.call('GET /me/kits/:id/contents', { params: { id } })

test('a sent kit lists its files, has previews of its sounds and one of its own, and waits for review', async () => {
  const { id } = await submit({ type: 'Loop Kit', bpmMin: 138, bpmMax: 146, key: 'Am' })
  await world.work()
  const kit = await look(id)
  expect(kit).toMatchObject({ statusLabel: 'In review', reason: '', type: 'Loop Kit', bpmMin: 138, key: 'Am' })
  expect(kit).toMatchObject({ trackCount: 6, price: 19.95, samplesCount: 2, loopsCount: 1, presetsCount: 2 })
  const { files, fileUrls, coverUrl, previewUrl, ...counts } = await contents(id)
  expect(counts).toEqual({ samples: 2, loops: 1, presets: 2 })
  expect(files.map(({ folder, title, bpm, key }) => [folder, title, bpm, key])).toEqual([
    ['Kit/Hits', 'Kick', null, null],
    ['Kit/Hits', 'Snare', null, null],
    ['Kit/Loops', 'Top Loop', 140, 'Am'],
    ['Kit/MIDI', 'Chords F#m', null, 'F#m'],
    ['Kit/Presets', 'Glide', null, null],
    ['Kit', 'Read me', null, null],
  ])
  expect(files.map(({ durationInSeconds }) => durationInSeconds)).toEqual([0.1, null, 0.1, null, null, null])
  const heard = files.flatMap((file) => file.previewUrl ?? [])
  expect(heard).toHaveLength(2)
  for (const url of [...heard, coverUrl!, previewUrl!]) expect((await world.http.inject({ url })).statusCode).toBe(200)
  const loop = await world.http.inject({ url: fileUrls[2]! })
  expect(loop.rawPayload.equals(hit)).toBe(true)
  const note = await world.http.inject({ url: fileUrls[5]! })
  expect(note.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': expect.stringContaining('attachment'),
  })

  await putOnSale(world.app.db, id)
  const shown = await world.guest('GET /kits/:id/contents', { params: { id }, query: {} })
  expect(shown).toMatchObject({ filesCount: 6, samples: 2, loops: 1, presets: 2 })
  expect(JSON.stringify(shown)).not.toContain('/files/')
  expect(await world.guest('GET /kits/:id/preview-playlist', { params: { id } })).toHaveLength(2)
})

test('a kit of 300 samples has 60 previews over its folders, and goes on after a crash where it was', async () => {
  const samples = Array.from({ length: 300 }, (_, n) => ({
    name: `${n < 280 ? 'Hits' : n < 290 ? 'Loops' : 'FX'}/${n}.wav`,
    content: hit,
  }))
  const { id } = await submit({}, { zip: zip(samples) })
  const put = vi.spyOn(world.app.storage, 'put')
  let puts = 0
  put.mockImplementation(async () => {
    if (++puts > 30) throw new Error('killed')
    return { size: 0, sha256: '' }
  })
  await world.work()
  put.mockRestore()
  const state = async () =>
    (
      await sql<{ id: number; at: Date }>`select id, checked_at as at from item_track
        where item_id = ${id} and checked_at is not null order by id`.execute(world.app.db)
    ).rows
  const before = await state()
  expect(before.length).toBeGreaterThanOrEqual(50)
  expect(before.length).toBeLessThan(300)
  world.passTime(61_000)
  await world.takeDue()
  await world.work()
  expect(await look(id)).toMatchObject({ trackCount: 300 })
  const after = await state()
  expect(after).toHaveLength(300)
  expect(after.filter((row) => before.some((one) => one.id === row.id))).toEqual(before)
  const { rows } = await sql<{ heard: number }>`select count(*) as heard from item_track
    where item_id = ${id} and preview_key is not null`.execute(world.app.db)
  expect(rows).toEqual([{ heard: 60 }])
})

test('previews are shared out to all folders', () => {
  const folder = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({ path: `${name}/${n}.wav` }))
  const heard = heardOf([...folder('Hits', 500), ...folder('FX', 3), ...folder('Loops', 40), { path: 'Notes/a.txt' }])
  const count = (name: string) => heard.filter(({ path }) => path.startsWith(name)).length
  expect([count('Hits'), count('FX'), count('Loops'), heard.length]).toEqual([29, 3, 28, 60])
})

test('a kit without a sound needs no preview, and its cover is drawn all the same', async () => {
  const { id } = await submit({ type: 'MIDI Kit' }, { zip: zip([{ name: 'Chords.mid', content: midi }]) })
  await world.work()
  expect(await look(id)).toMatchObject({ statusLabel: 'In review', previewUrl: null, coverUrl: expect.any(String) })
})

test('loop kits need their tempi and a key, construction kits a key', async () => {
  for (const [over, fields] of [
    [{ type: 'Loop Kit' }, ['meta.bpmMax', 'meta.bpmMin', 'meta.key']],
    [{ type: 'Loop Kit', bpmMin: 140, key: 'Am' }, ['meta.bpmMax']],
    [{ type: 'Construction Kit' }, ['meta.key']],
    [{ type: 'Vocal Kit' }, ['meta.type']],
    [{ bpmMin: 150, bpmMax: 140 }, ['meta.bpmMax']],
    [{ bpmMin: 0 }, ['meta.bpmMin']],
    [{ price: 1_000_000 }, ['meta.price']],
    [{ price: 1.005 }, ['meta.price']],
    [{ key: 'H' }, ['meta.key']],
    [{ tags: '' }, ['meta.tags']],
    [{ description: '' }, ['meta.description']],
  ] as const) {
    const refusal = await submit(over as Partial<KitMetaInput>).catch((error: { fields: object }) => error)
    expect(Object.keys((refusal as { fields: object }).fields).toSorted()).toEqual(fields)
  }
  await expect(submit({}, {})).rejects.toMatchObject({ fields: { zip: 'Please attach a .zip file.' } })
  await expect(submit({}, { zip: fileNamed('kit.7z', '7z') })).rejects.toMatchObject({
    message: 'Please select a .zip file',
  })
  expect(await submit({ type: 'Construction Kit', key: 'F#m', price: 0 })).toMatchObject({ price: 0 })
})

test('the owner takes out files by index and by id, but never the last', async () => {
  const { id } = await submit({}, { zip: zip(smallKit().slice(3, 6)) })
  await world.work()
  const names = async () => (await contents(id)).files.map(({ fileName }) => fileName)
  expect(await names()).toEqual(['Kick.wav', 'Snare.aif', 'Top Loop 140 BPM Am.wav'])
  await ann.call('DELETE /me/kits/:id/files/:fileIndex', { params: { id, fileIndex: 1 } })
  expect(await names()).toEqual(['Kick.wav', 'Top Loop 140 BPM Am.wav'])
  await expect(
    ann.call('DELETE /me/kits/:id/files/:fileIndex', { params: { id, fileIndex: 2 } }),
  ).rejects.toMatchObject({ status: 404 })
  const [kick, loop] = (await contents(id)).files
  await ann.call('DELETE /kits/:id/items/:kitItemId', { params: { id, kitItemId: kick!.id } })
  const last = { params: { id, kitItemId: loop!.id } }
  await expect(ann.call('DELETE /kits/:id/items/:kitItemId', last)).rejects.toMatchObject({
    status: 409,
    error: 'last_one',
  })
  expect(await look(id)).toMatchObject({ trackCount: 1 })
  const bob = await world.signUp()
  await expect(bob.call('DELETE /kits/:id/items/:kitItemId', last)).rejects.toMatchObject({ status: 404 })
  await sql`update item set status = 'taken_down' where id = ${id}`.execute(world.app.db)
  await expect(ann.call('DELETE /kits/:id/items/:kitItemId', last)).rejects.toMatchObject({ error: 'wrong_state' })
})

test('a kit of 3,000 files is taken, also with the larger numbers of a ZIP64', async () => {
  const packed = new ZipFile()
  for (let n = 0; n < 3_000; n++)
    packed.addBuffer(Buffer.from('MThd'), `Folder ${n % 30}/${n}.mid`, { compress: false })
  packed.end({ forceZip64Format: true, comment: '' })
  const { id } = await submit({ type: 'MIDI Kit' }, { zip: fileNamed('kit.zip', await buffer(packed.outputStream)) })
  expect(await look(id)).toMatchObject({ trackCount: 3_000 })
  expect((await contents(id)).files).toHaveLength(3_000)
})

test('archives that take long to read keep no other call waiting', async () => {
  const { storage } = world.app
  const uploads: string[] = []
  for (let n = 0; n < 12; n++) {
    const file = zip([{ name: 'a.mid', content: 'MThd' }])
    uploads.push((await ann.call('POST /uploads/:purpose', { params: { purpose: 'kitZip' }, files: { file } })).id)
  }
  const read = storage.open.bind(storage)
  const held = Promise.withResolvers<void>()
  const open = vi.spyOn(storage, 'open').mockImplementation(async (...file) => {
    await held.promise
    return read(...file)
  })
  const sent = Promise.allSettled(uploads.map((zipUploadId) => submit({ type: 'MIDI Kit', zipUploadId }, {})))
  await until(() => open.mock.calls.length >= 10)
  expect(await ann.call('GET /me/room')).toHaveLength(3) // or it waits until the test has taken too long
  held.resolve()
  await sent
  open.mockRestore()
})
