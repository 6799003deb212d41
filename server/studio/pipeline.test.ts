import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { BeatMetaInput } from '#contract/studio-upload.ts'
import { fileNamed } from '#test/archives.ts'
import { newAdmin } from '#test/desk.ts'
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

const MINUTE = 60_000
const wav = (seconds?: number) => fileNamed('Night Bus 140.wav', newWav(seconds))
const meta = (over: Partial<BeatMetaInput> = {}): BeatMetaInput => ({
  title: 'Night Bus',
  bpm: 140,
  genre: 'UK Drill',
  tags: 'dark, bus',
  licenses: [
    { type: 'MP3', price: 29.95 },
    { type: 'WAV', price: 44.95 },
  ],
  ...over,
})
const submit = (
  who = ann,
  over: Partial<BeatMetaInput> = {},
  files: { audio?: File; cover?: File } = { audio: wav() },
) => who.call('POST /beats/upload', { files, body: { meta: meta(over) } })
const look = (id: number, who = ann) => who.call('GET /me/beats/:id', { params: { id } })
async function storedMp3(itemId: number) {
  const { db, storage } = world.app
  const files = db.selectFrom('itemFile').where('itemId', '=', itemId).where('role', '=', 'mp3')
  const { storageKey } = await files.select('storageKey').executeTakeFirstOrThrow()
  return buffer((await storage.open(storageKey))!.stream)
}

test('a sent beat is checked, gets cover, preview, waveform and MP3, and waits for review', async () => {
  const { id, statusLabel } = await submit(ann, {}, { audio: wav(), cover: await newPicture('cover.png') })
  expect(statusLabel).toBe('Processing')
  expect((await ann.call('GET /me/items/:id/steps', { params: { id } })).steps.map(({ state }) => state)).toEqual([
    'done',
    'waiting',
    'waiting',
    'waiting',
    'waiting',
  ])
  await world.work()
  const beat = await look(id)
  expect(beat).toMatchObject({ statusLabel: 'In review', durationInSeconds: 6, style: { slug: 'uk-drill' }, bpm: 140 })
  expect(beat.licenses).toMatchObject([
    { type: 'MP3', offered: true },
    { type: 'WAV', offered: true },
  ])
  for (const [url, type] of [
    [beat.coverUrl, 'image/webp'],
    [beat.previewUrl, 'audio/mpeg'],
  ] as const) {
    const file = await world.http.inject({ url: url! })
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, type])
  }
  const asAvif = await world.http.inject({ url: beat.coverUrl!, headers: { accept: 'image/avif,image/webp' } })
  expect([asAvif.statusCode, asAvif.headers['content-type']]).toEqual([200, 'image/avif'])
  const reviews = await world.app.db.selectFrom('review').where('itemId', '=', id).select('decision').execute()
  expect(reviews).toEqual([{ decision: null }])
  const roles = await world.app.db
    .selectFrom('itemFile')
    .where('itemId', '=', id)
    .select(['role', 'mediaType'])
    .execute()
  expect(roles.map(({ role, mediaType }) => `${role} ${mediaType}`).toSorted()).toEqual([
    'master audio/wav',
    'mp3 audio/mpeg',
  ])
  const mp3 = await storedMp3(id)
  for (const name of ['Night Bus', ann.displayName, '140'])
    expect(mp3.includes(Buffer.from(name, 'utf16le'))).toBe(true)
  expect(mp3.includes('image/jpeg\0')).toBe(true)
  expect(await ann.call('GET /me')).toMatchObject({ roles: expect.arrayContaining(['ROLE_PRODUCER']) })
  await expect(world.guest('GET /beats/:id', { params: { id } })).rejects.toMatchObject({ status: 404 })
  const before = await world.storedFiles()
  await world.sweepFiles()
  const after = await world.storedFiles()
  expect(before.filter((key) => !after.includes(key)).length).toBe(1) // the picture that was sent
  expect(after.length).toBeGreaterThanOrEqual(6)
})

test('a file that is no sound fails with the reason, and its seller is told', async () => {
  const { id } = await submit(ann, {}, { audio: fileNamed('beat.mp3', '#!/bin/sh') })
  await world.work()
  expect(await look(id)).toMatchObject({ statusLabel: 'Failed', reason: 'This is neither a WAV nor an MP3 file.' })
  const { steps, canRetry } = await ann.call('GET /me/items/:id/steps', { params: { id } })
  expect(steps[1]).toMatchObject({ state: 'failed', message: 'This is neither a WAV nor an MP3 file.' })
  expect(canRetry, 'the same file fails again').toBe(false)
  const { content } = await ann.call('GET /notifications', { query: {} })
  expect(content[0]).toMatchObject({ title: 'Night Bus could not be processed' })
  const before = await world.storedFiles()
  const again = await submit(
    ann,
    { draftId: id },
    { audio: fileNamed('beat.wav', 'not a sound'), cover: await newPicture('cover.png') },
  )
  expect(again.id).toBe(id)
  await world.work()
  await submit(ann, { draftId: id }, { audio: wav(), cover: await newPicture('cover.png') })
  await world.work()
  expect(await look(id)).toMatchObject({ statusLabel: 'In review', reason: '' })
  await world.sweepFiles()
  const added = (await world.storedFiles()).filter((key) => !before.includes(key))
  // the last master, an MP3, a preview, three sizes of one cover in two formats
  expect(added.map((key) => key.split('/')[0]).filter((folder) => folder === 'covers')).toHaveLength(6)
  expect(added).toHaveLength(9)

  const { id: short } = await submit(ann, {}, { audio: wav(2) })
  await world.work()
  expect(await look(short)).toMatchObject({ reason: 'This file is shorter than 5 seconds.' })
})

test('a step that was cut off by a crash is done again, and nothing is doubled or left over', async () => {
  const { id } = await submit()
  await world.app.db
    .updateTable('mediaJob')
    .set({ state: 'running', attempts: 1 })
    .where('itemId', '=', id)
    .where('step', '=', 'check')
    .execute()
  await world.work()
  expect(await look(id)).toMatchObject({ statusLabel: 'In review' })
  await world.app.db.transaction().execute((tx) => world.app.enqueue(tx, 'process-item', { itemId: id }))
  await world.work()
  expect(await look(id)).toMatchObject({ statusLabel: 'In review' })
  const versions = await world.app.db.selectFrom('itemFile').where('itemId', '=', id).select('version').execute()
  expect(versions.map(({ version }) => version)).toEqual([1, 1])
})

test('an item whose job was lost is taken up again', async () => {
  const { id } = await submit()
  const status = async () =>
    (await world.app.db.selectFrom('item').where('id', '=', id).select('status').executeTakeFirstOrThrow()).status
  await sql`delete from graphile_worker._private_jobs`.execute(world.app.db)
  await world.work()
  expect(await status()).toBe('processing')
  await world.takeDue()
  await world.work()
  expect(await status()).toBe('processing')
  world.passTime(46 * 60_000)
  await world.takeDue()
  await world.work()
  expect(await status()).toBe('pending')
})

test('a passing failure is tried again later; a lasting one ends with a button to try again', async () => {
  const { id } = await submit()
  const away = vi.spyOn(world.app.storage, 'open').mockRejectedValue(new Error('the bucket is away'))
  const states: string[] = []
  for (let tries = 0; tries < 4; tries++) {
    await world.work()
    const { status } = await world.app.db
      .selectFrom('item')
      .where('id', '=', id)
      .select('status')
      .executeTakeFirstOrThrow()
    states.push(status)
    world.passTime(31 * MINUTE)
    await world.takeDue()
  }
  away.mockRestore()
  expect(states).toEqual(['processing', 'processing', 'processing', 'failed'])
  const again = await world.guest('POST /auth/login', { body: { email: ann.email, password: ann.password } })
  const back = world.clientFor(() => again.accessToken)
  expect(await back('GET /me/beats/:id', { params: { id } })).toMatchObject({
    reason: 'Something went wrong on our side. Press Try again; your file is safe.',
    canRetry: true,
  })
  await back('POST /me/items/:id/retry', { params: { id } })
  await world.work()
  expect(await back('GET /me/beats/:id', { params: { id } })).toMatchObject({ statusLabel: 'In review' })
})

test('the steps behind a failed one rest until its seller tries again, and are not lost then', async () => {
  const { id } = await submit()
  const away = vi.spyOn(world.app.storage, 'open').mockRejectedValue(new Error('the bucket is away'))
  for (let tries = 0; tries < 4; tries++) {
    await world.work()
    world.passTime(31 * MINUTE)
    await world.takeDue()
  }
  away.mockRestore()
  const { db } = world.app
  const jobs = () => sql<{ taskIdentifier: string }>`select task_identifier from graphile_worker.jobs`.execute(db)
  world.passTime(46 * MINUTE)
  await world.takeDue()
  expect((await jobs()).rows).toEqual([])
  const admin = await newAdmin(world)
  expect((await admin.call('GET /admin/overview/status')).sounds).toEqual({ running: 0, waiting: 0 })

  const { accessToken } = await world.guest('POST /auth/login', { body: { email: ann.email, password: ann.password } })
  await world.clientFor(() => accessToken)('POST /me/items/:id/retry', { params: { id } })
  expect((await admin.call('GET /admin/overview/status')).sounds).toEqual({ running: 0, waiting: 5 })
  // as if the server had been killed after the first step
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  await db.updateTable('mediaJob').set({ state: 'done' }).where('itemId', '=', id).where('step', '=', 'check').execute()
  world.passTime(46 * MINUTE)
  await world.takeDue()
  expect((await jobs()).rows).toEqual([{ taskIdentifier: 'process-item' }])
})

test('ten uploads at once on the free plan make three beats, and the others leave no files', async () => {
  const before = (await world.storedFiles()).length
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => submit()))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(7)
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 409, error: 'no_room' })
  expect((await ann.call('GET /me/beats', { query: {} })).totalItems).toBe(3)
  expect((await world.storedFiles()).length).toBe(before + 3)
  expect(await ann.call('GET /me/room')).toMatchObject([
    { kind: 'BEAT', used: 3, most: 3 },
    { kind: 'PACK' },
    { kind: 'KIT' },
  ])
})

test('another seller’s file, byte for byte, is refused, and so is a form with a faulty field', async () => {
  const audio = wav()
  await submit(ann, {}, { audio })
  const bob = await world.signUp()
  await expect(submit(bob, {}, { audio })).rejects.toMatchObject({ status: 409, error: 'known_audio' })
  await expect(submit(bob, {}, {})).rejects.toMatchObject({ status: 400, fields: { audio: 'Choose an audio file.' } })
  for (const over of [
    { bpm: 0 },
    { title: '<>' },
    { tags: ',' },
    { genre: '' },
    { licenses: [] },
    { licenses: [{ type: 'MP3' as const, price: 0 }] },
  ])
    await expect(submit(bob, over)).rejects.toMatchObject({ status: 400 })
  expect((await bob.call('GET /me/beats', { query: {} })).totalItems).toBe(0)
})

test('one of two sellers that send the same bytes at the same moment is refused', async () => {
  const bob = await world.signUp()
  const bytes = await wav().arrayBuffer()
  const files = () => ({ audio: new File([bytes], 'same.wav') })
  const sent = await Promise.allSettled([ann, bob, ann, bob].map((who) => submit(who, {}, files())))
  const owners = await world.app.db
    .selectFrom('item')
    .innerJoin('itemFile', 'itemFile.itemId', 'item.id')
    .where('itemFile.name', '=', 'same.wav')
    .select('ownerId')
    .distinct()
    .execute()
  expect(owners).toHaveLength(1)
  expect(sent.filter(({ status }) => status === 'rejected')).toHaveLength(2)
})

test('a draft is completed by an upload, and a file that came before is named by its upload', async () => {
  const { id } = await ann.call('POST /me/beats', { body: { title: 'Begun' } })
  expect(await look(id)).toMatchObject({ statusLabel: 'Draft' })
  const { id: audioUploadId } = await ann.call('POST /uploads/:purpose', {
    params: { purpose: 'audio' },
    files: { file: wav() },
  })
  const heard = await ann.call('GET /me/uploads/:id/heard', { params: { id: audioUploadId } })
  expect(heard).toMatchObject({ durationInSeconds: 6, sampleRate: 11_025, clips: 0 })
  const sent = await submit(ann, { draftId: id, audioUploadId }, {})
  expect(sent).toMatchObject({ id, title: 'Night Bus', statusLabel: 'Processing' })
  const bob = await world.signUp()
  await expect(submit(bob, { draftId: id })).rejects.toMatchObject({ status: 400 })
})
