import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { limitBodyTime, type BodyTimes } from './body-time.ts'

const servers: { close: () => Promise<unknown> }[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

/** A server with one JSON call and one upload. */
async function serverWith(times: Partial<BodyTimes>) {
  const http = Fastify()
  servers.push(http)
  limitBodyTime(http, { wholeMs: NEVER, spanMs: NEVER, leastBytes: 1, restMs: NEVER, ...times })
  http.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body))
  http.post('/json', async () => ({ ok: true }))
  http.post('/upload', { config: { isUpload: true } }, async ({ raw }) => {
    let bytes = 0
    for await (const chunk of raw) bytes += (chunk as Buffer).length
    return { bytes }
  })
  http.post(
    '/refuse',
    { config: { isUpload: true }, onRequest: async (_request, reply) => reply.code(401).send({}) },
    async () => {},
  )
  http.post('/begin', { config: { isUpload: true } }, async ({ raw }, reply) => {
    raw.pipe(new PassThrough()) // nobody reads it
    return reply.code(401).send({})
  })
  await http.listen({ host: '127.0.0.1', port: 0 })
  return (http.server.address() as AddressInfo).port
}

async function begin(port: number, path: string, type: string, length: number) {
  const line = connect(port, '127.0.0.1')
  await once(line, 'connect')
  line.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`)
  let text = ''
  line.on('data', (bytes) => (text += bytes.toString())).on('error', () => {})
  // not `once`, which fails when a last write meets the closed connection
  const over = new Promise<string>((done) => line.once('close', () => done(text)))
  return { line, over, text: () => text }
}

const NEVER = 3_600_000

test('JSON that does not arrive completely ends with 408', async () => {
  const port = await serverWith({ wholeMs: 50, spanMs: NEVER, leastBytes: 1 })
  const { over } = await begin(port, '/json', 'application/json', 100)
  expect(await over).toMatch(/^HTTP\/1.1 408 /)
})

test('an upload may take longer than JSON as long as it keeps coming', async () => {
  const port = await serverWith({ wholeMs: 10, spanMs: 200, leastBytes: 1 })
  const { line, text } = await begin(port, '/upload', 'application/octet-stream', 40)
  for (let sent = 0; sent < 40; sent++) {
    line.write('x')
    await new Promise((done) => setTimeout(done, 20))
  }
  while (!text().includes('{"bytes":40}')) await once(line, 'data')
  line.destroy()
})

test('an upload that arrives too slowly ends with 408', async () => {
  const port = await serverWith({ wholeMs: NEVER, spanMs: 60, leastBytes: 1000 })
  const { line, over } = await begin(port, '/upload', 'application/octet-stream', 1_000_000)
  const drip = setInterval(() => line.write('x'), 5)
  expect(await over).toMatch(/^HTTP\/1.1 408 /)
  clearInterval(drip)
})

test('a refused upload keeps its connection for a moment and not for a span', async () => {
  const port = await serverWith({ restMs: 50 })
  const { line, over } = await begin(port, '/refuse', 'application/octet-stream', 1_000_000)
  const drip = setInterval(() => line.write('x'), 5)
  expect(await over).toMatch(/^HTTP\/1.1 401 /)
  clearInterval(drip)
})

test('the rest of a refused upload is read, and the next call on its connection is answered', async () => {
  const port = await serverWith({})
  const { line, text } = await begin(port, '/begin', 'application/octet-stream', 20_000_000)
  while (!text().includes('401')) await once(line, 'data')
  line.write(Buffer.alloc(20_000_000))
  line.write('POST /json HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}')
  while (!text().includes('{"ok":true}')) await once(line, 'data')
  line.destroy()
})

test('many calls on one connection leave no listeners on it', async () => {
  const port = await serverWith({ wholeMs: NEVER, spanMs: NEVER, leastBytes: 1 })
  const http = servers.at(-1) as FastifyInstance
  const lines: Socket[] = []
  http.server.on('connection', (line: Socket) => lines.push(line))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const counts: number[] = []
  for (let calls = 0; calls < 3; calls++) {
    const call = request({
      port,
      agent,
      path: '/json',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    call.end('{}')
    const [reply] = (await once(call, 'response')) as [IncomingMessage]
    await once(reply.resume(), 'close')
    counts.push(lines[0]!.listenerCount('close'))
  }
  agent.destroy()
  expect(lines).toHaveLength(1)
  expect(new Set(counts).size).toBe(1)
})
