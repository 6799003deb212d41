import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { mountApp } from '#server/app.ts'
import { answerTo, beginTus, metadata, type Asked } from '#test/tus.ts'
import { until } from '#test/until.ts'
import { createWorld, type World } from '#test/world.ts'
import { takeUpload } from './take.ts'
import { createUploads } from './uploads.ts'

const MB = 1024 * 1024
const DAY = 24 * 60 * 60 * 1000

let world: World
let http: World['http']
let ann: Awaited<ReturnType<World['signUp']>>
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.app.uploads = await createUploads(world.app.config)
  http = await listening()
  ann = await world.signUp()
})
afterEach(async () => {
  await http.close()
  await world.app.db.deleteFrom('upload').execute()
  await rm(world.app.uploads.folder, { recursive: true })
})

async function listening() {
  const mounted = await mountApp(world.app)
  await mounted.listen({ host: '127.0.0.1', port: 0 })
  return mounted
}

const begin = ({ token = ann.accessToken, ...asked }: Asked) => beginTus(http, { token, ...asked })
const ask = (asked: Asked, body?: Buffer) => answerTo(begin(asked).end(body))

const announce = (size: number, { name = 'beat.wav', purpose = 'audio', token = ann.accessToken } = {}) =>
  ask({
    method: 'POST',
    path: '/api/uploads',
    headers: { 'upload-length': size, 'upload-metadata': metadata({ purpose, filename: name, filetype: 'audio/wav' }) },
    token,
  })

async function create(size: number) {
  const { status, headers } = await announce(size)
  expect(status).toBe(201)
  return headers.location!
}

const BYTES = { 'content-type': 'application/offset+octet-stream' }
const patch = (path: string, offset: number, bytes: Buffer, more: Record<string, string | number> = {}) =>
  ask({ method: 'PATCH', path, headers: { ...BYTES, 'upload-offset': offset, ...more } }, bytes)
const offsetOf = async (path: string) => Number((await ask({ method: 'HEAD', path })).headers['upload-offset'])

/** Sends some bytes of a request and breaks the connection once they have arrived. */
async function cutAfter(path: string, offset: number, whole: Buffer, length: number) {
  const asking = begin({
    method: 'PATCH',
    path,
    headers: { ...BYTES, 'upload-offset': offset, 'content-length': whole.length - offset },
  })
  asking.write(whole.subarray(offset, offset + length))
  await until(() => world.app.uploads.drafts.get(idOf(path))?.size === offset + length, 'the bytes to arrive')
  asking.destroy()
}

const idOf = (path: string) => path.split('/').at(-1)!
const rowOf = (path: string) =>
  world.app.db.selectFrom('upload').where('id', '=', idOf(path)).selectAll().executeTakeFirst()

async function expectComplete(path: string, whole: Buffer) {
  const { id } = ann
  const sha256 = createHash('sha256').update(whole).digest()
  expect(await ask({ method: 'GET', path: `/api/me/uploads/${idOf(path)}` })).toMatchObject({
    isComplete: true,
    sha256: sha256.toString('hex'),
    size: whole.length,
  })
  const { app } = world
  const taken = await app.db.transaction().execute((tx) => takeUpload(tx, idOf(path), id, 'audio'))
  expect(taken).toMatchObject({ size: whole.length, sha256, crc32: crc32(whole), name: 'beat.wav' })
  const file = await app.storage.open(taken.storageKey)
  const chunks: Buffer[] = []
  for await (const chunk of file!.stream) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).equals(whole)).toBe(true)
  expect(await readdir(app.uploads.folder)).toEqual([])
}

/** The same files and database behind a new process. */
async function restart() {
  await http.close()
  world.app.uploads = await createUploads(world.app.config)
  http = await listening()
}

test('a file that arrives in one piece is complete, hashed and taken once', async () => {
  const whole = randomBytes(3 * MB + 1)
  const path = await create(whole.length)
  expect(await patch(path, 0, whole)).toMatchObject({ status: 204, headers: { 'upload-offset': String(whole.length) } })
  await expectComplete(path, whole)
  const again = world.app.db.transaction().execute((tx) => takeUpload(tx, idOf(path), ann.id, 'audio'))
  await expect(again).rejects.toMatchObject({ status: 404 })
})

test('an upload that is cut at odd places resumes, and its hashes are of the whole', async () => {
  const whole = randomBytes(2 * MB + 77)
  const path = await create(whole.length)
  let offset = 0
  for (const length of [1, 65_535, 65_537, MB, 0]) {
    await cutAfter(path, offset, whole, length)
    offset += length
    expect(await offsetOf(path)).toBe(offset)
  }
  expect((await patch(path, offset, whole.subarray(offset, -1))).status).toBe(204)
  expect((await patch(path, whole.length - 1, whole.subarray(-1))).status).toBe(204)
  expect(await offsetOf(path)).toBe(whole.length)
  await expectComplete(path, whole)
})

test('an upload resumes after the server has been started anew', async () => {
  const whole = randomBytes(2 * MB)
  const path = await create(whole.length)
  expect((await patch(path, 0, whole.subarray(0, MB + 3))).status).toBe(204)
  await restart()
  expect(await offsetOf(path)).toBe(MB + 3)
  expect((await patch(path, MB + 3, whole.subarray(MB + 3))).status).toBe(204)
  await expectComplete(path, whole)
})

test('a server that closes does not wait for an upload, and keeps the bytes', async () => {
  const whole = randomBytes(MB)
  const path = await create(whole.length)
  const asking = begin({ method: 'PATCH', path, headers: { ...BYTES, 'upload-offset': 0, 'content-length': MB } })
  asking.write(whole.subarray(0, 1000))
  await until(() => world.app.uploads.drafts.get(idOf(path))?.size === 1000, 'the bytes to arrive')
  await restart()
  expect(await offsetOf(path)).toBe(1000)
  expect((await patch(path, 1000, whole.subarray(1000))).status).toBe(204)
  await expectComplete(path, whole)
})

test('a crash between the last byte and the storage is made good', async () => {
  const whole = randomBytes(MB)
  const path = await create(whole.length)
  const { storage } = world.app
  world.app.storage = { ...storage, move: () => Promise.reject(new Error('killed')) }
  expect((await patch(path, 0, whole)).status).toBe(500)
  world.app.storage = storage
  await restart()
  expect(await offsetOf(path)).toBe(MB)
  await expectComplete(path, whole)
})

test('of two connections that write one upload, the second is refused', async () => {
  const whole = randomBytes(MB)
  const path = await create(whole.length)
  const first = begin({ method: 'PATCH', path, headers: { ...BYTES, 'upload-offset': 0, 'content-length': MB } })
  first.write(whole.subarray(0, 500))
  await until(() => world.app.uploads.drafts.get(idOf(path))?.size === 500, 'the bytes to arrive')
  expect(await patch(path, 500, randomBytes(MB - 500))).toMatchObject({ status: 423, error: 'locked' })
  first.end(whole.subarray(500))
  expect((await answerTo(first)).status).toBe(204)
  await expectComplete(path, whole)
})

test('one of two concurrent writes wins', async () => {
  const contents = [randomBytes(MB), randomBytes(MB)]
  const path = await create(MB)
  const replies = await Promise.all(contents.map((bytes) => patch(path, 0, bytes)))
  const winners = replies.flatMap(({ status }, index) => (status === 204 ? [index] : []))
  expect(winners).toHaveLength(1)
  await expectComplete(path, contents[winners[0]!]!)
})

test('asking for the offset frees an upload from a connection that broke unnoticed', async () => {
  const whole = randomBytes(MB)
  const path = await create(whole.length)
  const silent = begin({ method: 'PATCH', path, headers: { ...BYTES, 'upload-offset': 0, 'content-length': MB } })
  silent.write(whole.subarray(0, 700))
  await until(() => world.app.uploads.drafts.get(idOf(path))?.size === 700, 'the bytes to arrive')
  expect(await offsetOf(path)).toBe(700)
  expect((await patch(path, 700, whole.subarray(700))).status).toBe(204)
  await expectComplete(path, whole)
})

test('another process continues from its own copy, and the first one can write no more', async () => {
  const whole = randomBytes(MB)
  const path = await create(whole.length)
  expect((await patch(path, 0, whole.subarray(0, 1000))).status).toBe(204)
  const former = world.app.uploads
  const formerHttp = http
  world.app.uploads = await createUploads(world.app.config)
  http = await listening()
  expect((await patch(path, 1000, whole.subarray(1000, 2000))).status).toBe(204)
  const stale = former.drafts.get(idOf(path))!
  expect(stale.name).not.toBe((await rowOf(path))!.draft)
  expect((await patch(path, 2000, whole.subarray(2000))).status).toBe(204)
  await expectComplete(path, whole)
  await http.close()
  http = formerHttp
})

test('a wrong offset, a foreign account and a guest change nothing', async () => {
  const path = await create(1000)
  const bob = await world.signUp()
  expect(await patch(path, 5, randomBytes(10))).toMatchObject({ status: 409, error: 'wrong_offset' })
  expect((await patch(path, 0, randomBytes(10), { authorization: `Bearer ${bob.accessToken}` })).status).toBe(404)
  expect((await patch(path, 0, randomBytes(10), { authorization: 'Bearer nonsense' })).status).toBe(401)
  for (const method of ['HEAD', 'DELETE'])
    expect((await ask({ method, path, token: bob.accessToken })).status).toBe(404)
  expect(await offsetOf(path)).toBe(0)
  const taking = world.app.db.transaction().execute((tx) => takeUpload(tx, idOf(path), bob.id, 'audio'))
  await expect(taking).rejects.toMatchObject({ status: 404 })
})

test('another account can neither stop a running upload nor see that it runs', async () => {
  const whole = randomBytes(2000)
  const path = await create(whole.length)
  const running = begin({ method: 'PATCH', path, headers: { ...BYTES, 'upload-offset': 0, 'content-length': 2000 } })
  running.write(whole.subarray(0, 1000))
  await until(() => world.app.uploads.drafts.get(idOf(path))?.size === 1000, 'the bytes to arrive')
  const bob = await world.signUp()
  for (const method of ['HEAD', 'DELETE'])
    expect((await ask({ method, path, token: bob.accessToken })).status).toBe(404)
  expect((await patch(path, 0, randomBytes(10), { authorization: `Bearer ${bob.accessToken}` })).status).toBe(404)
  expect((await answerTo(running.end(whole.subarray(1000)))).status).toBe(204)
  await expectComplete(path, whole)
})

test('text that is no id names no upload, and text that is no media type is refused', async () => {
  for (const id of ['%00', 'x', `${'x'.repeat(21)}%00`, 'x'.repeat(23)])
    for (const method of ['HEAD', 'DELETE', 'PATCH'])
      expect(
        (await ask({ method, path: `/api/uploads/${id}`, headers: { ...BYTES, 'upload-offset': 0 } })).status,
      ).toBe(404)
  const headers = {
    'upload-length': 10,
    'upload-metadata': metadata({ purpose: 'audio', filename: 'beat.wav', filetype: 'audio/\u0000wav' }),
  }
  const refusal = { status: 400, error: 'invalid' }
  expect(await ask({ method: 'POST', path: '/api/uploads', headers })).toMatchObject(refusal)
})

test('more bytes than announced are refused, also in a body of unknown length', async () => {
  const path = await create(1000)
  expect(await patch(path, 0, randomBytes(1001))).toMatchObject({ status: 413, error: 'too_large' })
  expect(await offsetOf(path)).toBe(0)
  const chunked = begin({ method: 'PATCH', path, headers: { ...BYTES, 'upload-offset': 0 } })
  chunked.write(randomBytes(900))
  await until(() => world.app.uploads.drafts.get(idOf(path))?.size === 900, 'the bytes to arrive')
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
  expect(await readdir(world.app.uploads.folder)).toEqual([])
})

test('one account has so many uploads, and a full disk takes none', async () => {
  for (let made = 0; made < 20; made++) await create(1000)
  expect(await announce(1000)).toMatchObject({ status: 429, error: 'too_many_uploads' })
  const bob = await world.signUp()
  world.app.uploads.freeBytes = async () => 512 * MB + 30_000
  expect((await announce(15_000, { token: bob.accessToken })).status).toBe(507)
  expect((await announce(5_000, { token: bob.accessToken })).status).toBe(201)
})

test('an announcement without bytes holds room on the disk for five minutes', async () => {
  const bob = await world.signUp()
  world.app.uploads.freeBytes = async () => 512 * MB + 30_000
  await create(20_000)
  world.passTime(4 * 60_000)
  expect((await announce(15_000, { token: bob.accessToken })).status).toBe(507)
  world.passTime(2 * 60_000)
  expect((await announce(15_000, { token: bob.accessToken })).status).toBe(201)
})

test('an upload that brings bytes, or has brought some just now, holds its room', async () => {
  const bob = await world.signUp()
  world.app.uploads.freeBytes = async () => 512 * MB + 40_000
  const path = await create(20_000)
  world.passTime(6 * 60_000)
  await cutAfter(path, 0, randomBytes(20_000), 1000)
  await until(() => world.app.uploads.writers.size === 0, 'the line to close')
  expect((await announce(30_000, { token: bob.accessToken })).status).toBe(507)
  world.passTime(6 * 60_000)
  const running = begin({ method: 'PATCH', path, headers: { ...BYTES, 'upload-offset': 1000 } })
  running.write(randomBytes(1000))
  await until(() => world.app.uploads.drafts.get(idOf(path))?.size === 2000, 'the bytes to arrive')
  expect((await announce(30_000, { token: bob.accessToken })).status).toBe(507)
  running.destroy()
})

test('a full disk takes no more bytes of an upload under way', async () => {
  const path = await create(1000)
  world.app.uploads.freeBytes = async () => 512 * MB - 1
  expect(await patch(path, 0, randomBytes(1000))).toMatchObject({ status: 507, error: 'storage_full' })
  expect(await offsetOf(path)).toBe(0)
})

test('one account announces 5 GB at most', async () => {
  const stems = () => announce(2048 * MB, { name: 'stems.zip', purpose: 'stems' })
  world.app.uploads.freeBytes = async () => 100 * 1024 * MB
  expect([(await stems()).status, (await stems()).status, (await stems()).status]).toEqual([201, 201, 429])
})

test('names lose their path and everything that could deceive', async () => {
  const { headers } = await announce(100, { name: '../..\\etc/be\u202Eat\u0000.wav' })
  const { name } = await ann.call('GET /me/uploads/:id', { params: { id: idOf(headers.location!) } })
  expect(name).toBe('beat.wav')
})

test('half and complete uploads are gone when they expire, and not before', async () => {
  const half = await create(1000)
  await patch(half, 0, randomBytes(400))
  const complete = await create(1000)
  await patch(complete, 0, randomBytes(1000))
  const { storageKey } = (await rowOf(complete))!
  world.passTime(DAY - 60_000)
  await world.takeDue()
  expect(await world.app.storage.stat(storageKey!)).not.toBeNull()
  expect(await rowOf(half)).toBeDefined()
  world.passTime(2 * 60_000)
  await world.takeDue()
  expect(await world.app.storage.stat(storageKey!)).toBeNull()
  expect(await readdir(world.app.uploads.folder)).toEqual([])
  expect(await rowOf(half)).toBeUndefined()
  expect(await rowOf(complete)).toBeUndefined()
})

test('an upload that goes on for a week ends, whatever it still brings', async () => {
  const path = await create(1000)
  const createdAt = new Date(world.app.clock.now().getTime() - 7 * DAY + 60_000)
  await world.app.db.updateTable('upload').set({ createdAt }).where('id', '=', idOf(path)).execute()
  const { headers } = await patch(path, 0, randomBytes(400))
  const end = new Date(createdAt.getTime() + 7 * DAY)
  expect(headers['upload-expires']).toBe(end.toUTCString())
  const drip = begin({ method: 'PATCH', path, headers: { ...BYTES, 'upload-offset': 400 } })
  drip.write(randomBytes(10))
  await until(() => world.app.uploads.drafts.get(idOf(path))?.size === 410, 'the bytes to arrive')
  world.passTime(2 * 60_000)
  await world.takeDue()
  expect(await rowOf(path)).toBeUndefined()
  expect(world.app.uploads.writers.size).toBe(0)
})

test('a cancelled upload is gone at once', async () => {
  const path = await create(1000)
  await patch(path, 0, randomBytes(400))
  expect((await ask({ method: 'DELETE', path })).status).toBe(204)
  expect((await ask({ method: 'HEAD', path })).status).toBe(404)
  expect(await readdir(world.app.uploads.folder)).toEqual([])
})

test('OPTIONS names the version and the extensions', async () => {
  const abilities = await ask({ method: 'OPTIONS', path: '/api/uploads' })
  expect(abilities).toMatchObject({ status: 204, headers: { 'tus-version': '1.0.0' } })
  expect(abilities.headers['tus-extension']).toContain('checksum')
  const other = await ask({ method: 'HEAD', path: await create(10), headers: { 'tus-resumable': '0.2.2' } })
  expect(other).toMatchObject({ status: 412, headers: { 'tus-version': '1.0.0' } })
})
