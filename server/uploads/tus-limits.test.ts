import { createHash, randomBytes } from 'node:crypto'
import { open, readdir, type FileHandle } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { BYTES, answerTo, tusServer } from '#test/tus.ts'
import { until } from '#test/until.ts'

const MB = 1024 * 1024
const DAY = 24 * 60 * 60 * 1000

const tus = tusServer()
const { begin, announce, create, patch, offsetOf, cutAfter, idOf, rowOf, expectComplete } = tus

test('more bytes than announced are refused, also in a body of unknown length', async () => {
  const path = await create(1000)
  expect(await patch(path, 0, randomBytes(1001))).toMatchObject({ status: 413, error: 'too_large' })
  expect(await offsetOf(path)).toBe(0)
  const chunked = begin({ method: 'PATCH', path, headers: { ...BYTES, 'upload-offset': 0 } })
  chunked.write(randomBytes(900))
  await until(() => tus.world.app.uploads.drafts.get(idOf(path))?.size === 900, 'the bytes to arrive')
  chunked.end(randomBytes(900))
  expect((await answerTo(chunked)).status).toBe(413)
  expect(await offsetOf(path)).toBe(900)
})

test('a wrong checksum leaves nothing of its request, a right one all', async () => {
  const whole = randomBytes(5000)
  const path = await create(whole.length)
  const sum = (bytes: Buffer) => `sha1 ${createHash('sha1').update(bytes).digest('base64')}`
  const first = whole.subarray(0, 2000)
  expect((await patch(path, 0, randomBytes(2000), { 'upload-checksum': sum(first) })).status).toBe(460)
  expect(await offsetOf(path)).toBe(0)
  expect((await patch(path, 0, first, { 'upload-checksum': sum(first) })).status).toBe(204)
  expect((await patch(path, 2000, first, { 'upload-checksum': 'md5 x' })).status).toBe(400)
  expect((await patch(path, 2000, whole.subarray(2000))).status).toBe(204)
  await expectComplete(path, whole)
})

test.each([
  ['too large', 100 * MB + 1, {}, 413, 'too_large', { maxBytes: 100 * MB }],
  ['of a wrong type', 100, { name: 'beat.flac' }, 415, 'wrong_file_type', { endings: ['mp3', 'wav'] }],
  ['for no known purpose', 100, { purpose: 'toString' }, 400, 'invalid', undefined],
  ['empty', 0, {}, 400, 'invalid', undefined],
])('a file that is %s is refused before its first byte', async (_, size, more, status, error, details) => {
  const reply = await announce(size, more)
  expect(reply).toMatchObject({ status, error, ...(details && { details }) })
  expect(await readdir(tus.world.app.uploads.folder)).toEqual([])
})

test('an account has twenty uploads at most, and a full disk takes none', async () => {
  for (let made = 0; made < 20; made++) await create(1000)
  expect(await announce(1000)).toMatchObject({ status: 429, error: 'too_many_uploads' })
  const bob = await tus.world.signUp()
  tus.world.app.uploads.freeBytes = async () => 512 * MB + 30_000
  expect((await announce(15_000, { token: bob.accessToken })).status).toBe(507)
  expect((await announce(5_000, { token: bob.accessToken })).status).toBe(201)
})

test('an announcement without bytes holds room on the disk for five minutes', async () => {
  const bob = await tus.world.signUp()
  tus.world.app.uploads.freeBytes = async () => 512 * MB + 30_000
  await create(20_000)
  tus.world.passTime(4 * 60_000)
  expect((await announce(15_000, { token: bob.accessToken })).status).toBe(507)
  tus.world.passTime(2 * 60_000)
  expect((await announce(15_000, { token: bob.accessToken })).status).toBe(201)
})

test('an upload that brings bytes, or has brought some just now, holds its room', async () => {
  const bob = await tus.world.signUp()
  tus.world.app.uploads.freeBytes = async () => 512 * MB + 40_000
  const path = await create(20_000)
  tus.world.passTime(6 * 60_000)
  await cutAfter(path, 0, randomBytes(20_000), 1000)
  await until(() => tus.world.app.uploads.writers.size === 0, 'the line to close')
  expect((await announce(30_000, { token: bob.accessToken })).status).toBe(507)
  tus.world.passTime(6 * 60_000)
  const running = begin({ method: 'PATCH', path, headers: { ...BYTES, 'upload-offset': 1000 } })
  running.write(randomBytes(1000))
  await until(() => tus.world.app.uploads.drafts.get(idOf(path))?.size === 2000, 'the bytes to arrive')
  expect((await announce(30_000, { token: bob.accessToken })).status).toBe(507)
  running.destroy()
})

test('a full disk takes no more bytes of an upload under way', async () => {
  const path = await create(1000)
  tus.world.app.uploads.freeBytes = async () => 512 * MB - 1
  expect(await patch(path, 0, randomBytes(1000))).toMatchObject({ status: 507, error: 'storage_full' })
  expect(await offsetOf(path)).toBe(0)
})

test('bytes that the disk could not keep are asked for again', async () => {
  const whole = randomBytes(1000)
  const path = await create(1000)
  const probe = await open(import.meta.filename)
  const handles = Object.getPrototypeOf(probe) as FileHandle
  await probe.close()
  const close = vi.spyOn(tus.world.app.uploads.drafts.get(idOf(path))!, 'close')
  vi.spyOn(handles, 'datasync').mockRejectedValueOnce(Object.assign(new Error('i/o error'), { code: 'EIO' }))
  expect((await patch(path, 0, whole)).status).toBe(500)
  expect(close).toHaveBeenCalledTimes(1)
  expect(await offsetOf(path)).toBe(0)
  expect((await patch(path, 0, whole)).status).toBe(204)
  await expectComplete(path, whole)
})

test('one account announces 5 GB at most', async () => {
  const stems = () => announce(2048 * MB, { name: 'stems.zip', purpose: 'stems' })
  tus.world.app.uploads.freeBytes = async () => 100 * 1024 * MB
  expect([(await stems()).status, (await stems()).status, (await stems()).status]).toEqual([201, 201, 429])
})

test('half and complete uploads are gone when they expire, and not before', async () => {
  const half = await create(1000)
  await patch(half, 0, randomBytes(400))
  const complete = await create(1000)
  await patch(complete, 0, randomBytes(1000))
  const { storageKey } = (await rowOf(complete))!
  tus.world.passTime(DAY - 60_000)
  await tus.world.takeDue()
  expect(await tus.world.app.storage.stat(storageKey!)).not.toBeNull()
  expect(await rowOf(half)).toBeDefined()
  tus.world.passTime(2 * 60_000)
  await tus.world.takeDue()
  expect(await tus.world.app.storage.stat(storageKey!)).toBeNull()
  expect(await readdir(tus.world.app.uploads.folder)).toEqual([])
  expect(await rowOf(half)).toBeUndefined()
  expect(await rowOf(complete)).toBeUndefined()
})

test('an upload that goes on for a week ends, whatever it still brings', async () => {
  const path = await create(1000)
  const createdAt = new Date(tus.world.app.clock.now().getTime() - 7 * DAY + 60_000)
  await tus.world.app.db.updateTable('upload').set({ createdAt }).where('id', '=', idOf(path)).execute()
  const { headers } = await patch(path, 0, randomBytes(400))
  const end = new Date(createdAt.getTime() + 7 * DAY)
  expect(headers['upload-expires']).toBe(end.toUTCString())
  const drip = begin({ method: 'PATCH', path, headers: { ...BYTES, 'upload-offset': 400 } })
  drip.write(randomBytes(10))
  await until(() => tus.world.app.uploads.drafts.get(idOf(path))?.size === 410, 'the bytes to arrive')
  tus.world.passTime(2 * 60_000)
  await tus.world.takeDue()
  expect(await rowOf(path)).toBeUndefined()
  expect(tus.world.app.uploads.writers.size).toBe(0)
})
