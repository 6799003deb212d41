import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { toWav } from '#server/media/wav.ts'
import { addSubmission, newAdmin, newSeller, storeArchive } from '#test/desk.ts'
import { addItem, fileOf } from '#test/factories.ts'
import { sine } from '#test/sounds.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let admin: Awaited<ReturnType<World['signUp']>>
let ann: typeof admin
beforeAll(async () => {
  world = await createWorld()
  ;[admin, ann] = [await newAdmin(world), await newSeller(world)]
})
afterAll(() => world.close())

const wav = (frequency: number, seconds = 1) => toWav(sine(frequency, seconds, { sampleRate: 22_050 }))
const MINUTES = 60_000

test('an admin sees what is in a kit and hears its files for ten minutes, nobody else does', async () => {
  const kick = wav(60)
  const archive = await storeArchive(world, { 'Cold/Drums/kick.wav': kick, 'Cold/read me.txt': Buffer.from('hi') })
  const id = await addSubmission(world, {
    ownerId: ann.id,
    kind: 'kit',
    files: [archive],
    tracks: [
      { title: 'kick', path: 'Cold/Drums/kick.wav', durationMs: 1_000, musicKey: 'F#m' },
      { title: 'read me', path: 'Cold/read me.txt' },
      { title: 'gone', path: 'Cold/gone.wav', bpm: 140 },
    ],
  })
  const contents = await admin.call('GET /admin/kits/:id', { params: { id }, query: {} })
  expect(contents).toMatchObject({
    totalItems: 3,
    archive: { name: 'All.zip', bytes: archive.sizeBytes },
    fault: '',
    items: [
      { title: 'kick', bytes: kick.length, durationSec: 1, key: 'F#m', playable: true },
      { title: 'read me', bytes: 2, playable: false },
      { title: 'gone', bytes: null, bpm: 140, playable: false },
    ],
  })
  const [first, , gone] = contents.items
  const url = async (file: number, kit = id) =>
    (await admin.call('GET /admin/kits/:id/master-url', { params: { id: kit }, query: { file } })).url
  const address = await url(first!.id)
  const heard = await world.http.inject({ url: address, headers: { range: 'bytes=100-199' } })
  expect([heard.statusCode, heard.headers['content-type'], heard.rawPayload]).toEqual([
    206,
    'audio/wav',
    kick.subarray(100, 200),
  ])
  expect(address).not.toContain(archive.storageKey)
  await expect(url(gone!.id)).rejects.toMatchObject({ status: 404 })
  const other = await addSubmission(world, { ownerId: ann.id, kind: 'kit' })
  await expect(url(first!.id, other)).rejects.toMatchObject({ status: 404 })
  await expect(admin.call('GET /admin/packs/:id', { params: { id }, query: {} })).rejects.toMatchObject({ status: 404 })
  await expect(ann.call('GET /admin/kits/:id', { params: { id }, query: {} })).rejects.toMatchObject({ status: 403 })
  world.passTime(11 * MINUTES)
  expect((await world.http.inject({ url: address })).statusCode).toBe(403)
})

const verify = (id: number) => admin.call('GET /admin/packs/:id/verify', { params: { id } })

async function pack(files: Record<string, Buffer>, over: Partial<Parameters<typeof addSubmission>[1]> = {}) {
  return addSubmission(world, {
    ownerId: ann.id,
    kind: 'pack',
    files: [await storeArchive(world, files, { compress: true })],
    tracks: Object.keys(files).map((path) => ({ title: path.replace('.wav', ''), path })),
    ...over,
  })
}

test('a pack without faults is verified', async () => {
  const id = await pack({ 'Sutter.wav': wav(200), 'Glide.wav': wav(300) })
  expect(await verify(id)).toEqual({ ok: true, issues: [] })
  const { items } = await admin.call('GET /admin/packs/:id', { params: { id }, query: {} })
  const { url } = await admin.call('GET /admin/packs/:id/master-url', { params: { id }, query: { file: items[1]!.id } })
  expect((await world.http.inject({ url })).rawPayload.equals(wav(300))).toBe(true)
})

test('a pack that is verified several times at once is decoded once', async () => {
  const id = await pack({ 'Orbit.wav': wav(210), 'Ledge.wav': wav(310) })
  const open = vi.spyOn(world.app.storage, 'open')
  await verify(id)
  const reads = open.mock.calls.length
  const answers = await Promise.all(Array.from({ length: 8 }, () => verify(id)))
  expect(open.mock.calls.length).toBe(2 * reads)
  expect(answers).toEqual(answers.map(() => ({ ok: true, issues: [] })))
  open.mockRestore()
})

test('every fault of a pack is named at its track', async () => {
  const theirs = wav(440)
  const bob = await newSeller(world)
  const sha256 = createHash('sha256').update(theirs).digest()
  await addItem(world.app.db, { ownerId: bob.id, title: 'Stairwell', files: [fileOf('master', { sha256 })] })
  const silence = toWav(sine(300, 3, { sampleRate: 22_050, level: 0 }))
  const withEnd = Buffer.concat([wav(310), Buffer.alloc(22_050 * 4 * 12)])
  withEnd.writeUInt32LE(withEnd.length - 44, 40) // the WAV's length, with the silence
  const files = {
    'fine.wav': wav(200),
    'again.wav': wav(200),
    'theirs.wav': theirs,
    'broken.wav': Buffer.from('no sound at all'),
    'silent.wav': silence,
    'end.wav': withEnd,
    'contact_me.txt': Buffer.from('hi'),
    '__MACOSX/._fine.wav': Buffer.from('left behind'),
  }
  const id = await pack(files, {
    tracks: [
      { title: 'Fine', path: 'fine.wav' },
      { title: 'fine ', path: 'again.wav' },
      { title: ' ', path: 'theirs.wav' },
      { title: 'x'.repeat(81), path: 'broken.wav' },
      { title: 'Silent', path: 'silent.wav' },
      { title: 'End', path: 'end.wav' },
      { title: 'Lost', path: 'lost.mp3' },
    ],
    licenses: [
      { type: 'MP3', priceCents: 2_000 },
      { type: 'WAV', priceCents: 3_000 },
      { type: 'PREMIUM', priceCents: 4_000 },
      { type: 'EXCLUSIVE', priceCents: 9_000, enabled: false },
    ],
  })
  const { items } = await admin.call('GET /admin/packs/:id', { params: { id }, query: {} })
  const { ok, issues } = await verify(id)
  expect(ok).toBe(false)
  const named = issues.map(({ file, message }) => {
    const at = items.findIndex((item) => item.id === file)
    return `${at === -1 ? 'pack' : at}: ${message}`
  })
  expect(named.toSorted()).toEqual(
    [
      '1: Another track has the same name.',
      '1: The same file as “Fine”.',
      '2: It has no name.',
      `2: The same file as “Stairwell” by ${bob.displayName}.`,
      '3: Its name is longer than 80 characters.',
      '3: This is neither a WAV nor an MP3 file.',
      '4: It is silent.',
      '5: 12 s of silence at its end.',
      '6: Its file is missing.',
      'pack: WAV Lease is enabled, but not every track is a WAV.',
      'pack: Premium (WAV + Stems) is enabled, but files for it are missing.',
      'pack: “contact_me.txt” is not audio.',
    ].toSorted(),
  )
})

test('a missing or broken archive is an issue of the pack', async () => {
  const lost = await addSubmission(world, {
    ownerId: ann.id,
    kind: 'pack',
    tracks: [{ title: 'One', path: 'one.wav' }],
  })
  expect((await verify(lost)).issues.map(({ message }) => message)).toEqual([
    'The ZIP file is missing.',
    'Its file is missing.',
  ])
  expect(await admin.call('GET /admin/packs/:id', { params: { id: lost }, query: {} })).toMatchObject({
    fault: 'The ZIP file is missing.',
  })
  const broken = await storeArchive(world, { 'one.wav': wav(200) })
  await world.app.storage.put(broken.storageKey, Buffer.from('PK'), { mediaType: 'application/zip' })
  const id = await addSubmission(world, { ownerId: ann.id, kind: 'pack', files: [broken] })
  expect((await verify(id)).issues.map(({ message }) => message)).toEqual([
    'This is no readable ZIP file.',
    'The ZIP file has another size than it had when it came.',
    'It has no tracks.',
  ])
})

test('a kit is verified in batches: its sounds are decoded, its other files only read', async () => {
  const kick = wav(60)
  const files = {
    'Cold/Drums/Kick 1.wav': kick,
    'Cold/Drums/Kick 2.wav': kick,
    'Cold/Loops/Kick 1.wav': wav(70),
    'Cold/Loops/Broken.wav': Buffer.from('no sound at all'),
    'Cold/Keys.mid': Buffer.from('MThd'),
    'Cold/strange.txt': Buffer.from('hi'),
  }
  const listed = Object.keys(files).slice(0, -1)
  const id = await addSubmission(world, {
    ownerId: ann.id,
    kind: 'kit',
    durationMs: 9_000, // of its preview
    files: [await storeArchive(world, files)],
    tracks: listed.map((path) => ({ title: path.split('/').at(-1)!, path })),
  })
  const { items, durationSec } = await admin.call('GET /admin/kits/:id', { params: { id }, query: {} })
  expect(durationSec).toBeNull()
  const { issues } = await admin.call('GET /admin/kits/:id/verify', { params: { id } })
  expect(issues).toEqual([
    { file: items[3]!.id, message: 'This is neither a WAV nor an MP3 file.' },
    { file: items[1]!.id, message: 'The same file as “Kick 1.wav”.' },
    { file: null, message: '“Cold/strange.txt” is in the ZIP, but no file of the kit.' },
  ])
  const submissions = await admin.call('GET /admin/submissions', { query: {} })
  expect(submissions.items.find((item) => item.id === id)).toMatchObject({
    filesCount: listed.length,
    durationSec: null,
  })
})
