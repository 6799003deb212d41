import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createStorage } from '#server/storage/create-storage.ts'
import type { FileStorage, OpenFile } from '#server/storage/storage.ts'
import { answerErrors } from './answer-errors.ts'
import { attachment, sendFile } from './file-reply.ts'

const KEY = 'masters/alphabet.wav'
const MB = 1024 * 1024
const http = Fastify()
let folder: string
let disk: FileStorage
let storage: FileStorage
let opened: OpenFile[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slide-reply-'))
  disk = await createStorage({ dataDir: folder })
  storage = { ...disk }
  storage.open = openAndRemember
  await disk.put(KEY, Buffer.from('abcdefghij'), { mediaType: 'audio/wav' })
  await disk.put('masters/empty.txt', Buffer.alloc(0), { mediaType: 'text/plain' })
  await disk.put('masters/big.wav', Buffer.alloc(64 * MB), { mediaType: 'audio/wav' })
  answerErrors(http)
  http.get('/file/*', (request, reply) =>
    sendFile(request, reply, storage, (request.params as { '*': string })['*'], { cacheControl: 'private, no-cache' }),
  )
  http.get('/save', (request, reply) =>
    sendFile(request, reply, storage, KEY, { cacheControl: 'private, no-cache', download: 'Zażółć "1".wav' }),
  )
  await http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await http.close()
  await rm(folder, { recursive: true })
})

const openAndRemember: FileStorage['open'] = async (key, range) => {
  const file = await disk.open(key, range)
  if (file) opened.push(file)
  return file
}

const get = (headers: Record<string, string> = {}, url = `/file/${KEY}`) => http.inject({ url, headers })
const etag = async () => (await disk.stat(KEY))!.etag

test('sends the whole file with its headers', async () => {
  const reply = await get()
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toBe('abcdefghij')
  expect(reply.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-length': '10',
    'content-type': 'audio/wav',
    etag: await etag(),
    'x-content-type-options': 'nosniff',
  })
  expect(Date.parse(reply.headers['last-modified'] as string)).not.toBeNaN()
  expect(reply.headers).not.toHaveProperty('content-disposition')
  expect(reply.headers).not.toHaveProperty('content-range')
})

test('HEAD sends the same headers without the bytes, and ignores ranges', async () => {
  opened = []
  const headers = { range: 'bytes=99-' }
  const reply = await http.inject({ method: 'HEAD', url: `/file/${KEY}`, headers })
  const { date: _, connection: __, ...expected } = (await get()).headers
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject(expected)
  expect(reply.body).toBe('')
  expect(opened).toHaveLength(1) // set by the GET
})

test.each([
  ['bytes=2-4', 'cde', 'bytes 2-4/10'],
  ['bytes=0-0', 'a', 'bytes 0-0/10'],
  ['bytes=7-', 'hij', 'bytes 7-9/10'],
  ['bytes=8-99', 'ij', 'bytes 8-9/10'],
  ['bytes=-3', 'hij', 'bytes 7-9/10'],
  ['bytes=-99', 'abcdefghij', 'bytes 0-9/10'],
])('answers %s with that part', async (range, body, contentRange) => {
  const reply = await get({ range })
  expect(reply.statusCode).toBe(206)
  expect(reply.body).toBe(body)
  expect(reply.headers).toMatchObject({ 'content-range': contentRange, 'content-length': String(body.length) })
})

test.each(['bytes=0-1,4-5', 'bytes=4-2', 'bytes=-', 'bytes=a-b', 'lines=1-2', 'bytes 1-2'])(
  'answers %s with the whole file',
  async (range) => {
    expect(await get({ range })).toMatchObject({ statusCode: 200, body: 'abcdefghij' })
  },
)

test.each(['bytes=10-', 'bytes=99999999999999999999-', 'bytes=-0'])('refuses %s', async (range) => {
  const reply = await get({ range })
  expect(reply.statusCode).toBe(416)
  expect(reply.json()).toMatchObject({ error: 'range_not_satisfiable', message: 'The file has 10 bytes.' })
  expect(reply.headers['content-range']).toBe('bytes */10')
  expect(reply.headers['cache-control']).toBe('no-store')
})

test('an empty file has no ranges', async () => {
  expect(await get({}, '/file/masters/empty.txt')).toMatchObject({ statusCode: 200, body: '' })
  expect((await get({ range: 'bytes=0-' }, '/file/masters/empty.txt')).statusCode).toBe(416)
})

test('If-Range: sends a part of the same file, or a changed file whole', async () => {
  const range = 'bytes=2-4'
  expect((await get({ range, 'if-range': await etag() })).statusCode).toBe(206)
  expect((await get({ range, 'if-range': '"former"' })).statusCode).toBe(200)
  expect((await get({ range, 'if-range': `W/${await etag()}` })).statusCode).toBe(200)
  expect((await get({ range: 'bytes=50-', 'if-range': '"former"' })).statusCode).toBe(200)
})

test('If-None-Match: answers 304 without a body, even with a range', async () => {
  for (const tags of [await etag(), `W/${await etag()}`, `"x", ${await etag()}`, '*']) {
    const reply = await get({ 'if-none-match': tags, range: 'bytes=2-4' })
    expect(reply).toMatchObject({ statusCode: 304, body: '' })
    expect(reply.headers).toMatchObject({ etag: await etag(), 'cache-control': 'private, no-cache' })
  }
  expect((await get({ 'if-none-match': '"former"' })).statusCode).toBe(200)
})

test('a missing file answers 404', async () => {
  const reply = await get({}, '/file/masters/none.wav')
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toMatchObject({ error: 'not_found', message: 'File not found.' })
})

test('a file that is replaced while it is opened is sent in its new version; a removed one answers 404', async () => {
  storage.open = async () => null
  expect((await get()).statusCode).toBe(404)
  storage.open = async (key, range) => {
    storage.open = openAndRemember
    const former = await disk.open(key, range)
    await disk.put(key, Buffer.from('ABCDEFGHIJKL'), { mediaType: 'audio/wav' })
    opened = [former!]
    return { ...former!, etag: '"another"' }
  }
  expect(await get({ range: 'bytes=-3' })).toMatchObject({ statusCode: 206, body: 'JKL' })
  expect(opened[0]?.stream.destroyed).toBe(true)
  await disk.put(KEY, Buffer.from('abcdefghij'), { mediaType: 'audio/wav' })
})

test('names a download in UTF-8 and in ASCII', async () => {
  const reply = await get({}, '/save')
  expect(reply.headers['content-disposition']).toBe(
    `attachment; filename="Za____ _1_.wav"; filename*=UTF-8''Za%C5%BC%C3%B3%C5%82%C4%87%20%221%22.wav`,
  )
})

test.each([
  ['a/b\\c.wav', `attachment; filename="a_b_c.wav"; filename*=UTF-8''a_b_c.wav`],
  ['x\r\nset-cookie: a=b', `attachment; filename="x__set-cookie: a=b"; filename*=UTF-8''x__set-cookie%3A%20a%3Db`],
  ["50% 'it' (1)*.wav", `attachment; filename="50_ 'it' (1)*.wav"; filename*=UTF-8''50%25%20%27it%27%20%281%29%2A.wav`],
  ['\ud800.wav', `attachment; filename="_.wav"; filename*=UTF-8''%EF%BF%BD.wav`],
])('the download name %j is made harmless', (name, header) => {
  expect(attachment(name)).toBe(header)
})

test('a file that fails before its first byte answers an error that is not cached', async () => {
  storage.open = async (key) => {
    const stream = new Readable({ read: () => void stream.destroy(new Error('disk lost')) })
    return { ...(await disk.stat(key))!, stream, start: 0, end: 9 }
  }
  const reply = await get({}, '/save')
  storage.open = openAndRemember
  expect(reply.statusCode).toBe(500)
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(reply.json()).toMatchObject({ error: 'internal' })
  for (const name of ['etag', 'content-disposition', 'last-modified', 'accept-ranges']) {
    expect(reply.headers).not.toHaveProperty(name)
  }
})

test('a file that fails later breaks the connection instead of ending early', async () => {
  const begun = Promise.withResolvers<void>()
  storage.open = async (key) => {
    const pieces = (async function* () {
      yield Buffer.from('abc')
      await begun.promise
      throw new Error('disk lost')
    })()
    return { ...(await disk.stat(key))!, stream: Readable.from(pieces), start: 0, end: 9 }
  }
  const { port } = http.server.address() as AddressInfo
  const reply = await fetch(`http://127.0.0.1:${port}/file/${KEY}`)
  storage.open = openAndRemember
  expect(reply.status).toBe(200)
  begun.resolve()
  await expect(reply.text()).rejects.toThrow('terminated')
})

test('a listener who leaves closes the file', async () => {
  opened = []
  const { port } = http.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('GET /file/masters/big.wav HTTP/1.1\r\nHost: x\r\n\r\n')
  })
  await new Promise((first) => socket.once('data', first))
  expect(opened[0]?.stream.destroyed).toBe(false)
  socket.destroy()
  await vi.waitFor(() => expect(opened[0]?.stream.closed).toBe(true))
  expect(opened[0]?.stream.readableEnded).toBe(false)
})

test('a listener who leaves before the file is open closes it too', async () => {
  opened = []
  let leave = () => {}
  const gone = once(http.server, 'connection').then(([line]) => once(line as Socket, 'close'))
  storage.open = async (key, range) => {
    leave()
    await gone
    return openAndRemember(key, range)
  }
  const { port } = http.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('GET /file/masters/big.wav HTTP/1.1\r\nHost: x\r\n\r\n')
  })
  leave = () => socket.destroy()
  await vi.waitFor(() => expect(opened[0]?.stream.closed).toBe(true))
  storage.open = openAndRemember
})
