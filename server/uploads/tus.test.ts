import { randomBytes } from 'node:crypto'
import { readdir, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BYTES, answerTo, metadata, tusServer } from '#test/tus.ts'
import { until } from '#test/until.ts'
import { takeUpload } from './take.ts'

const MB = 1024 * 1024

const tus = tusServer()
const { begin, ask, announce, create, patch, offsetOf, cutAfter, idOf, rowOf, expectComplete, restart, beginSecond } =
  tus

test('a file that arrives in one piece is complete, hashed and taken once', async () => {
  const whole = randomBytes(3 * MB + 1)
  const path = await create(whole.length)
  expect(await patch(path, 0, whole)).toMatchObject({ status: 204, headers: { 'upload-offset': String(whole.length) } })
  await expectComplete(path, whole)
  const again = tus.world.app.db.transaction().execute((tx) => takeUpload(tx, idOf(path), tus.ann.id, 'audio'))
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
  await until(() => tus.world.app.uploads.drafts.get(idOf(path))?.size === 1000, 'the bytes to arrive')
  await restart()
  expect(await offsetOf(path)).toBe(1000)
  expect((await patch(path, 1000, whole.subarray(1000))).status).toBe(204)
  await expectComplete(path, whole)
})

/** All bytes come, and the server is killed before they are stored. */
async function receiveUnstored(path: string, whole: Buffer) {
  const { storage } = tus.world.app
  tus.world.app.storage = { ...storage, move: () => Promise.reject(new Error('killed')) }
  expect((await patch(path, 0, whole)).status).toBe(500)
  tus.world.app.storage = storage
}

test('bytes of a whole upload that its disk lost before they were stored are asked for again', async () => {
  const whole = randomBytes(MB)
  const path = await create(whole.length)
  await receiveUnstored(path, whole)
  const { draft } = (await rowOf(path))!
  await truncate(join(tus.world.app.uploads.folder, draft!), 1000)
  await restart()
  expect(await offsetOf(path)).toBe(1000)
  expect((await patch(path, 1000, whole.subarray(1000))).status).toBe(204)
  await expectComplete(path, whole)
})

test('a crash between the last byte and the storage is made good', async () => {
  const whole = randomBytes(MB)
  const path = await create(whole.length)
  await receiveUnstored(path, whole)
  await restart()
  expect(await offsetOf(path)).toBe(MB)
  await expectComplete(path, whole)
})

test('the second of two connections that write one upload is refused', async () => {
  const whole = randomBytes(MB)
  const path = await create(whole.length)
  const first = begin({ method: 'PATCH', path, headers: { ...BYTES, 'upload-offset': 0, 'content-length': MB } })
  first.write(whole.subarray(0, 500))
  await until(() => tus.world.app.uploads.drafts.get(idOf(path))?.size === 500, 'the bytes to arrive')
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
  await until(() => tus.world.app.uploads.drafts.get(idOf(path))?.size === 700, 'the bytes to arrive')
  expect(await offsetOf(path)).toBe(700)
  expect((await patch(path, 700, whole.subarray(700))).status).toBe(204)
  await expectComplete(path, whole)
})

test('another process continues from its own copy, and the first one can write no more', async () => {
  const whole = randomBytes(MB)
  const path = await create(whole.length)
  expect((await patch(path, 0, whole.subarray(0, 1000))).status).toBe(204)
  const former = tus.world.app.uploads
  const endSecond = await beginSecond()
  expect((await patch(path, 1000, whole.subarray(1000, 2000))).status).toBe(204)
  const stale = former.drafts.get(idOf(path))!
  expect(stale.name).not.toBe((await rowOf(path))!.draft)
  expect((await patch(path, 2000, whole.subarray(2000))).status).toBe(204)
  await expectComplete(path, whole)
  await endSecond()
})

test('a wrong offset, a foreign account and a guest change nothing', async () => {
  const path = await create(1000)
  const bob = await tus.world.signUp()
  expect(await patch(path, 5, randomBytes(10))).toMatchObject({ status: 409, error: 'wrong_offset' })
  expect((await patch(path, 0, randomBytes(10), { authorization: `Bearer ${bob.accessToken}` })).status).toBe(404)
  expect((await patch(path, 0, randomBytes(10), { authorization: 'Bearer nonsense' })).status).toBe(401)
  for (const method of ['HEAD', 'DELETE'])
    expect((await ask({ method, path, token: bob.accessToken })).status).toBe(404)
  expect(await offsetOf(path)).toBe(0)
  const taking = tus.world.app.db.transaction().execute((tx) => takeUpload(tx, idOf(path), bob.id, 'audio'))
  await expect(taking).rejects.toMatchObject({ status: 404 })
})

test('another account can neither stop a running upload nor see that it runs', async () => {
  const whole = randomBytes(2000)
  const path = await create(whole.length)
  const running = begin({ method: 'PATCH', path, headers: { ...BYTES, 'upload-offset': 0, 'content-length': 2000 } })
  running.write(whole.subarray(0, 1000))
  await until(() => tus.world.app.uploads.drafts.get(idOf(path))?.size === 1000, 'the bytes to arrive')
  const bob = await tus.world.signUp()
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

test('names lose their path and everything that could deceive', async () => {
  const { headers } = await announce(100, { name: '../..\\etc/be\u202Eat\u0000.wav' })
  const { name } = await tus.ann.call('GET /me/uploads/:id', { params: { id: idOf(headers.location!) } })
  expect(name).toBe('beat.wav')
})

test('a cancelled upload is gone at once', async () => {
  const path = await create(1000)
  await patch(path, 0, randomBytes(400))
  expect((await ask({ method: 'DELETE', path })).status).toBe(204)
  expect((await ask({ method: 'HEAD', path })).status).toBe(404)
  expect(await readdir(tus.world.app.uploads.folder)).toEqual([])
})

test('an upload that is cancelled while another process stores it leaves no file', async () => {
  const whole = randomBytes(MB)
  const path = await create(whole.length)
  const { storage } = tus.world.app
  const [read, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  tus.world.app.storage = {
    ...storage,
    async move(key, file, about) {
      const bytes = await readFile(file) // a distant storage gets them one after the other
      read.resolve()
      await stored.promise
      await storage.put(key, bytes, about)
    },
  }
  const sending = patch(path, 0, whole)
  await read.promise
  const { storageKey } = (await rowOf(path))!
  tus.world.app.storage = storage
  const endSecond = await beginSecond()
  expect((await ask({ method: 'DELETE', path })).status).toBe(204)
  expect((await ask({ method: 'HEAD', path })).status).toBe(404)
  stored.resolve()
  expect((await sending).status).toBe(404)
  await endSecond()
  tus.world.passTime(11 * 60_000)
  await tus.world.takeDue()
  expect(await storage.stat(storageKey!)).toBeNull()
  expect(await rowOf(path)).toBeUndefined()
})

test('OPTIONS names the version and the extensions', async () => {
  const abilities = await ask({ method: 'OPTIONS', path: '/api/uploads' })
  expect(abilities).toMatchObject({ status: 204, headers: { 'tus-version': '1.0.0' } })
  expect(abilities.headers['tus-extension']).toContain('checksum')
  const other = await ask({ method: 'HEAD', path: await create(10), headers: { 'tus-resumable': '0.2.2' } })
  expect(other).toMatchObject({ status: 412, headers: { 'tus-version': '1.0.0' } })
})
