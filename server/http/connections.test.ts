import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mountApp } from '#server/app.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import { until } from '#test/until.ts'
import { createWorld, type World } from '#test/world.ts'

const COVER = '/media/covers/a/640.webp'
const BYTES = 3_000_000
/** Larger than what the kernel takes for a reader that doesn't read. */
const LARGE = '/media/covers/b/640.webp'
const LARGE_BYTES = 40_000_000

let world: World
let http: FastifyInstance
let port: number
/** Files that were opened, and those of them that are open at present. */
const files = { opened: 0, open: 0, most: 0 }
const lines: Socket[] = []

beforeEach(async () => {
  Object.assign(files, { opened: 0, open: 0, most: 0 })
  world = await createWorld({ env: { RATE_LIMIT: 'on' } })
  for (const [path, bytes] of [
    [COVER, BYTES],
    [LARGE, LARGE_BYTES],
  ] as const)
    await world.app.storage.put(path.slice('/media/'.length), Buffer.alloc(bytes), { mediaType: 'image/webp' })
  const { storage } = world.app
  const counted: FileStorage = {
    ...storage,
    async open(...asked) {
      const file = await storage.open(...asked)
      files.opened++
      files.most = Math.max(files.most, ++files.open)
      file?.stream.once('close', () => files.open--)
      return file
    },
  }
  http = await mountApp({ ...world.app, storage: counted }, { readMs: 50 }) // instead of a minute
  await http.listen({ host: '127.0.0.1', port: 0 })
  port = (http.server.address() as AddressInfo).port
})
afterEach(async () => {
  for (const line of lines.splice(0)) line.destroy()
  await http.close()
  await world.close()
})

async function open() {
  const line = connect(port, '127.0.0.1')
  lines.push(line)
  line.on('error', () => {})
  const over = new Promise<void>((done) => line.once('close', () => done()))
  await once(line, 'connect')
  return { line, over }
}
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${more}\r\n`

test('requests sent ahead on one connection are answered in turn, with one file open at a time', async () => {
  const { line } = await open()
  let bytes = 0
  line.on('data', (chunk) => (bytes += chunk.length))
  line.write(get(COVER).repeat(17))
  await until(() => bytes > 17 * BYTES, 'all answers')
  expect(files).toMatchObject({ opened: 17, most: 1 })
})

test('a connection that sends hundreds of requests ahead is closed, and others are answered', async () => {
  const { line, over } = await open()
  line.resume().write(get(COVER).repeat(900))
  await over
  expect(files.most).toBeLessThanOrEqual(1)
  expect(files.opened).toBeLessThan(10)
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)
  await until(() => files.open === 0, 'its file to be closed')
})

test('few requests may wait behind an answer that never ends, since their headers wait in memory', async () => {
  const { accessToken } = await world.signUp()
  const { line, over } = await open()
  line.resume().write(get('/api/notifications/stream', `authorization: Bearer ${accessToken}\r\n`))
  line.write(get('/api/health', `x-long: ${'x'.repeat(15_000)}\r\n`).repeat(17))
  await over
})

test('a reader that stops reading loses its connection, and the file is closed', async () => {
  const { line } = await open()
  line.pause().write(get(LARGE))
  await until(() => files.opened === 1, 'the file to be opened')
  await until(() => files.open === 0, 'the file to be closed')
})

test('an idle connection and a listener of events keep theirs', async () => {
  const { accessToken } = await world.signUp()
  const [idle, listener] = [await open(), await open()]
  let text = ''
  listener.line.on('data', (chunk) => (text += chunk.toString()))
  listener.line.write(get('/api/notifications/stream', `authorization: Bearer ${accessToken}\r\n`))
  await until(() => text.includes('inbox'), 'the stream')
  const stalled = await open() // its end shows that the guard has looked
  stalled.line.pause().write(get(LARGE))
  await until(() => files.opened === 1 && files.open === 0, 'the guard')
  idle.line.write(get('/api/health'))
  const [answer] = (await once(idle.line, 'data')) as [Buffer]
  expect(answer.toString()).toContain('200 OK')
  expect(listener.line.destroyed).toBe(false)
})

test('one address has 256 connections, and gets another when one of them ends', async () => {
  const held = await Promise.all(Array.from({ length: 256 }, open))
  const asks = async () => {
    const { line, over } = await open()
    const answered = new Promise<boolean>((done) => line.once('data', () => done(true)))
    line.write(get('/api/health'))
    return Promise.race([answered, over.then(() => false)])
  }
  expect(await asks()).toBe(false)
  held[0]!.line.destroy()
  await held[0]!.over
  await until(asks, 'room for another')
})

test('a request with two hosts is refused', async () => {
  const { line } = await open()
  line.write(get('/robots.txt', 'host: y\r\n'))
  const [answer] = (await once(line, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1.1 400 /)
})
