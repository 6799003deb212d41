import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { PackMetaInput } from '#contract/studio-upload.ts'
import { fileNamed } from '#test/archives.ts'
import { putOnSale } from '#test/factories.ts'
import { packMeta, packZip, twoTracks } from '#test/packs.ts'
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
// a test that runs the waiting jobs need not make the sounds of packs that other tests have sent
afterEach(async () => {
  for (const { id, statusLabel } of (await ann.call('GET /me/packs', { query: {} })).items)
    if (statusLabel === 'Processing') await ann.call('DELETE /me/packs/:id', { params: { id } })
})

type Files = { zip?: File; cover?: File }
const submit = (who = ann, over: Partial<PackMetaInput> = {}, files: Files = { zip: packZip(twoTracks()) }) =>
  who.call('POST /packs/upload', { files, body: { meta: packMeta(over) } })
const look = (id: number) => ann.call('GET /me/packs/:id', { params: { id } })
const contents = (id: number, who = ann) => who.call('GET /me/packs/:id/contents', { params: { id } })

test('a seller names and sorts the tracks of a pack; a file that is not there is refused', async () => {
  const [second, first] = twoTracks().map(({ name }) => String(name))
  const tracks = [{ path: second!, title: 'The <Ride>' }]
  const { id } = await submit(ann, { tracks })
  expect((await contents(id)).map(({ title, fileName }) => [title, fileName])).toEqual([
    ['The Ride', '02 Second Ride_142BPM_F#m.wav'],
    ['Last Bus', '01 - Last Bus (140 bpm) Bb min.wav'],
  ])
  const bob = await world.signUp()
  for (const wrong of [[{ path: 'Night/none.wav', title: 'None' }], [...tracks, ...tracks]])
    await expect(submit(bob, { tracks: wrong })).rejects.toMatchObject({
      status: 400,
      fields: { zip: expect.stringContaining('is no track of') },
    })
  await expect(submit(bob, { tracks: [{ path: first!, title: ' ' }] })).rejects.toMatchObject({ status: 400 })
})

test('a sent pack gets its tracks, their MP3s and previews, a preview of its own and a cover, and waits for review', async () => {
  const { id, statusLabel } = await submit(ann, {}, { zip: packZip(twoTracks()), cover: await newPicture('cover.png') })
  expect(statusLabel).toBe('Processing')
  await world.work()
  const pack = await look(id)
  expect(pack).toMatchObject({
    statusLabel: 'In review',
    reason: '',
    trackCount: 2,
    durationInSeconds: 13,
    style: { slug: 'uk-drill' },
    tags: ['dark', 'bus'],
  })
  expect(pack.licenses.map(({ type, offered }) => [type, offered])).toEqual([
    ['MP3', true],
    ['WAV', true],
  ])
  expect(await contents(id)).toMatchObject([
    { title: 'Last Bus', folder: 'Night', bpm: 140, key: 'A#m', durationInSeconds: 6 },
    { title: 'Second Ride', bpm: 142, key: 'F#m', durationInSeconds: 7 },
  ])
  const urls = [pack.coverUrl, pack.previewUrl, ...(await contents(id)).map(({ previewUrl }) => previewUrl)]
  for (const url of urls) expect((await world.http.inject({ url: url! })).statusCode).toBe(200)
  const files = await world.app.db
    .selectFrom('itemFile')
    .where('itemId', '=', id)
    .select(['role', 'name', 'isPresent', 'version'])
    .orderBy('id')
    .execute()
  expect(files.map(({ role, name }) => `${role} ${name}`)).toEqual([
    'archive pack.zip',
    'mp3 Last Bus.mp3',
    'mp3 Second Ride.mp3',
  ])

  await putOnSale(world.app.db, id)
  const shown = await world.guest('GET /packs/:id/contents', { params: { id }, query: {} })
  expect(shown.items.map(({ bpm, key }) => [bpm, key])).toEqual([
    [140, 'A#m'],
    [142, 'F#m'],
  ])
  expect(await world.guest('GET /packs/:id/preview-playlist', { params: { id } })).toHaveLength(2)
  const { deliveredFiles, licenses } = await world.guest('GET /packs/:id', { params: { id } })
  expect(deliveredFiles.map(({ name, type }) => [name, type])).toEqual([
    ['2 files', 'MP3'],
    ['pack.zip', 'ARCHIVE'],
  ])
  expect(licenses.map((license) => license.files)).toEqual([['MP3'], ['MP3', 'ARCHIVE']])
  const before = await world.storedFiles()
  await world.sweepFiles()
  const after = await world.storedFiles()
  expect(before.filter((key) => !after.includes(key)).length).toBe(1) // the picture that was sent
})

test('a file of an archive is given to its owner alone, as the type that it is', async () => {
  const tracks = twoTracks()
  const { id } = await submit(ann, {}, { zip: packZip(tracks) })
  const [first, second] = await contents(id)
  for (const [url, sent] of [
    [first!.fileUrl, tracks[1]!.content],
    [second!.fileUrl, tracks[0]!.content],
  ] as const) {
    const { statusCode, headers, rawPayload } = await world.http.inject({ url })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'audio/wav', 'x-content-type-options': 'nosniff' })
    expect(rawPayload.equals(sent as Buffer)).toBe(true)
    const part = await world.http.inject({ url, headers: { range: 'bytes=100-299' } })
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload.equals((sent as Buffer).subarray(100, 300))).toBe(true)
  }
  const bob = await world.signUp()
  await expect(contents(id, bob)).rejects.toMatchObject({ status: 404 })
  const stolen = first!.fileUrl.replace(`account=${ann.id}`, `account=${bob.id}`)
  expect((await world.http.inject({ url: stolen })).statusCode).toBe(403)
})

/** The storage takes one file of a folder and then fails. */
function failAtSecond(folder: string) {
  const { storage } = world.app
  const put = storage.put.bind(storage)
  let puts = 0
  return vi.spyOn(storage, 'put').mockImplementation((key, ...rest) => {
    if (key.startsWith(folder) && ++puts > 1) throw new Error('killed')
    return put(key, ...rest)
  })
}

test('after a crash the tracks and MP3s that were saved are not made again', async () => {
  await world.work() // what other tests have sent
  const { id } = await submit(ann, {}, { zip: packZip([...twoTracks(), { name: '03 Third.wav', content: newWav() }]) })
  const again = async () => {
    world.passTime(61_000)
    await world.takeDue()
    await world.work()
  }
  const { db } = world.app
  const tracks = () => db.selectFrom('itemTrack').where('itemId', '=', id).select(['checkedAt', 'previewKey']).execute()
  const mp3s = () =>
    db.selectFrom('itemFile').where('itemId', '=', id).where('role', '=', 'mp3').select(['storageKey']).execute()

  const atPreview = failAtSecond('previews/')
  await world.work()
  atPreview.mockRestore()
  const checked = (await tracks()).filter(({ checkedAt }) => checkedAt)
  expect(checked).toHaveLength(1)
  const atMp3 = failAtSecond('masters/')
  await again()
  atMp3.mockRestore()
  expect(await tracks()).toEqual(expect.arrayContaining(checked))
  const [first, ...others] = await mp3s()
  expect(others).toEqual([])
  await again()
  expect(await look(id)).toMatchObject({ statusLabel: 'In review', trackCount: 3 })
  expect(await mp3s()).toHaveLength(3)
  expect(await mp3s()).toContainEqual(first)
})

test('a fault of a track ends the pack with the name of the file, and another archive completes it', async () => {
  const { id } = await submit(ann, {}, { zip: packZip([...twoTracks(), { name: 'Short.wav', content: newWav(2) }]) })
  await world.work()
  expect(await look(id)).toMatchObject({
    statusLabel: 'Failed',
    reason: 'Short.wav: This file is shorter than 5 seconds.',
  })
  await submit(ann, { draftId: id })
  await world.work()
  expect(await look(id)).toMatchObject({ statusLabel: 'In review', trackCount: 2, reason: '' })
  expect(await contents(id)).toHaveLength(2)
})

test('a draft is completed by an archive that came before, and counts for the room of the plan', async () => {
  const { id } = await ann.call('POST /me/packs', { body: { name: 'Begun', tags: 'one' } })
  expect(await look(id)).toMatchObject({ statusLabel: 'Draft', title: 'Begun', tags: ['one'] })
  await expect(submit()).rejects.toMatchObject({ status: 409, error: 'no_room' })
  await expect(ann.call('POST /me/packs', { body: { name: 'More' } })).rejects.toMatchObject({ error: 'no_room' })
  const { id: zipUploadId } = await ann.call('POST /uploads/:purpose', {
    params: { purpose: 'packZip' },
    files: { file: packZip(twoTracks()) },
  })
  expect(await submit(ann, { draftId: id, zipUploadId }, {})).toMatchObject({ id, title: 'Night Lines' })
  const bob = await world.signUp()
  await expect(submit(bob, { draftId: id })).rejects.toMatchObject({ status: 400 })
})

test('five packs at once on the free plan make one, and the others leave no files', async () => {
  const before = (await world.storedFiles()).length
  // a form without a length counts as 1,000 MB while it comes, and an account may have 5 GB on the way
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => submit()))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(4)
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 409, error: 'no_room' })
  expect((await world.storedFiles()).length).toBe(before + 1)
})

test('a missing part of a pack is named at its field', async () => {
  await expect(submit(ann, {}, {})).rejects.toMatchObject({
    status: 400,
    fields: { zip: 'Please attach a .zip file for the pack.' },
  })
  await expect(submit(ann, {}, { zip: fileNamed('pack.rar', 'Rar!') })).rejects.toMatchObject({
    status: 415,
    message: 'Only .zip files are allowed for packs.',
  })
  for (const [over, field] of [
    [{ name: '<>' }, 'meta.name'],
    [{ description: ' ' }, 'meta.description'],
    [{ tags: ',' }, 'meta.tags'],
    [{ licenses: [] }, 'meta.licenses'],
    [{ licenses: [{ type: 'MP3' as const, price: 0 }] }, 'meta.licenses'],
    [{ beatIds: [1] }, 'beatIds'],
  ] as const)
    await expect(submit(ann, over as Partial<PackMetaInput>)).rejects.toMatchObject({
      status: 400,
      fields: { [field]: expect.any(String) },
    })
  expect((await ann.call('GET /me/packs', { query: {} })).totalItems).toBe(0)
})

test('a pack with an MP3 among its tracks offers no WAV license', async () => {
  const { id } = await submit(ann, {
    licenses: [
      { type: 'MP3', price: 20 },
      { type: 'WAV', price: 30 },
    ],
  })
  await sql`update item_track set path = 'one.mp3' where item_id = ${id} and position = 0`.execute(world.app.db)
  expect((await look(id)).licenses.map(({ missing }) => missing)).toEqual([[], ['WAV']])
  await putOnSale(world.app.db, id)
  const offered = await world.guest('GET /packs/:id/licenses', { params: { id } })
  expect(offered.map(({ type }) => type)).toEqual(['MP3'])
})

test('the owner takes out a track, but never the last; the row stays for those who bought it', async () => {
  const { id } = await submit()
  await world.work()
  const [first, second] = await contents(id)
  const remove = (packBeatId: number, who = ann) =>
    who.call('DELETE /me/packs/:packId/beats/:packBeatId', { params: { packId: id, packBeatId } })
  await expect(remove(first!.id, await world.signUp())).rejects.toMatchObject({ status: 404 })
  await remove(first!.id)
  await expect(remove(first!.id)).rejects.toMatchObject({ status: 404 })
  expect(await contents(id)).toMatchObject([{ id: second!.id }])
  expect(await look(id)).toMatchObject({ trackCount: 1, durationInSeconds: 7 })
  await expect(remove(second!.id)).rejects.toMatchObject({ status: 409, error: 'last_one' })
  expect((await world.http.inject({ url: first!.fileUrl })).statusCode).toBe(403)
  const { rows } = await sql<{ files: number }>`select count(*) filter (where not is_present) as files
    from item_file where track_id = ${first!.id}`.execute(world.app.db)
  expect(rows).toEqual([{ files: 1 }])
})
