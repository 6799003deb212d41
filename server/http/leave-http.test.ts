import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '#test/until.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let port: number
/** The server's ends of the connections. */
const taken: Socket[] = []
const lines: Socket[] = []

beforeEach(async () => {
  world = await createWorld()
  world.http.server.on('connection', (line: Socket) => taken.push(line))
  await world.http.listen({ host: '127.0.0.1', port: 0 })
  port = (world.http.server.address() as AddressInfo).port
})
afterEach(async () => {
  taken.splice(0)
  for (const line of lines.splice(0)) line.destroy()
  await world.close()
})

/** Sends a request on a connection of its own, and keeps what is answered. */
async function ask(path: string, headers: Record<string, string>, allowHalfOpen = false) {
  const line = connect({ port, host: '127.0.0.1', allowHalfOpen })
  lines.push(line)
  line.on('error', () => {})
  let text = ''
  line.on('data', (chunk) => (text += chunk.toString()))
  const over = new Promise<void>((done) => line.once('close', () => done()))
  await once(line, 'connect')
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  line.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${more.join('')}\r\n`)
  return { line, over, text: () => text }
}

const STREAM = '/api/notifications/stream'
const webSocket = { connection: 'Upgrade', upgrade: 'websocket' }

async function listener(more: Record<string, string> = {}, path = STREAM) {
  const { accessToken } = await world.signUp()
  const stream = await ask(path, { authorization: `Bearer ${accessToken}`, ...more })
  await until(() => stream.text().includes('event: inbox'), 'the stream')
  return stream
}

test('Node keeps no parser for a listener, and the stream is all that comes on the connection', async () => {
  const stream = await listener()
  const [headers, body] = stream.text().split('\r\n\r\n')
  expect(headers).toContain('connection: close')
  expect(headers!.toLowerCase()).not.toContain('transfer-encoding')
  expect(body).toMatch(/^retry: 2000\n\nevent: inbox\nid: 0\n/)
  expect(taken).toHaveLength(1)
  expect((taken[0] as Socket & { parser: unknown }).parser).toBeNull()
})

test('a listener that sends another request loses its connection', async () => {
  const stream = await listener()
  stream.line.write('GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n')
  await stream.over
  expect(stream.text()).not.toContain('"ok"')
})

test('listeners that break off or say goodbye are let go, and the server lives', async () => {
  const [broken, done] = [await listener(), await listener()]
  broken.line.resetAndDestroy()
  done.line.end()
  await done.over
  await until(() => taken.every((line) => line.destroyed), 'both connections to end')
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)
})

test('a listener that never says goodbye is let go when its stream has ended', async () => {
  const { accessToken } = await world.signUp()
  const stream = await ask(STREAM, { authorization: `Bearer ${accessToken}` }, true)
  await until(() => stream.text().includes('event: inbox'), 'the stream')
  const closed = world.http.close()
  await until(() => taken[0]!.destroyed, 'the connection to end')
  await closed
  await until(() => stream.text().endsWith('retry: 1000\n\n'), 'the hint to come back')
})

test('a refused listener gets its answer, and the connection ends with it', async () => {
  const refused = await ask(STREAM, {})
  await refused.over
  expect(refused.text()).toMatch(/^HTTP\/1.1 401 /)
  expect(refused.text()).toContain('connection: close')
  expect(refused.text()).toContain('"error":"unauthorized"')
})

test('a stream leaves HTTP also when its address is written in another way', async () => {
  await listener({}, '/api/notifications/%73tream')
  expect((taken[0] as Socket & { parser: unknown }).parser).toBeNull()
})

test.each([
  ['behind another request', `GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n`, ''],
  ['before another request', '', 'GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['before a request that no hook sees', '', 'GET /%zz HTTP/1.1\r\nhost: x\r\n\r\n'],
])('a stream that is asked for together with and %s stays with HTTP', async (_, before, after) => {
  const { accessToken } = await world.signUp()
  const line = connect({ port, host: '127.0.0.1' })
  lines.push(line)
  let text = ''
  line.on('data', (chunk) => (text += chunk.toString()))
  const stream = `GET ${STREAM} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${accessToken}\r\n\r\n`
  line.write(before + stream + after)
  await until(() => text.includes('event: inbox'), 'the stream')
  line.write('GET /%zz HTTP/1.1\r\nhost: x\r\n\r\n')
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)
  line.resetAndDestroy()
  await until(() => taken[0]!.destroyed, 'the connection to end')
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)
})

test('a stream that stayed with HTTP ends with its server', async () => {
  const { accessToken } = await world.signUp()
  const line = connect({ port, host: '127.0.0.1' })
  lines.push(line)
  let text = ''
  line.on('data', (chunk) => (text += chunk.toString()))
  const head = `HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${accessToken}\r\n\r\n`
  line.write(`GET /api/me ${head}GET ${STREAM} ${head}`)
  await until(() => text.includes('event: inbox'), 'the stream')
  const over = once(line, 'close')
  await world.http.close()
  await over
})

test('a request for another protocol is answered as if it had not asked for it', async () => {
  const plain = await ask('/api/health', webSocket)
  await until(() => plain.text().includes('200 OK'), 'the answer')
  await listener(webSocket)
})
