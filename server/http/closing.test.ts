import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { untilBlocked } from '#test/blocked.ts'
import { until } from '#test/until.ts'
import { createWorld, type World } from '#test/world.ts'

const PATIENCE = 20_000

let world: World
let port: number
let token: string
beforeEach(async () => {
  world = await createWorld()
  await world.http.listen({ host: '127.0.0.1', port: 0 })
  port = (world.http.server.address() as AddressInfo).port
  token = (await world.signUp()).accessToken
})
afterEach(() => world.close())

const STREAM = '/api/notifications/stream'
const ask = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`

/** Opens a connection that the client never closes. */
async function line(first = '') {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString())).on('error', () => {})
  const over = new Promise<string>((done) => socket.once('close', () => done(text)))
  await once(socket, 'connect')
  socket.write(first)
  return { socket, over, text: () => text }
}
const accepted = (count: number) =>
  until(
    () =>
      new Promise<boolean>((done) => world.http.server.getConnections((_, connections) => done(connections === count))),
    `${count} lines`,
  )

/** Closes the server while it looks up the caller's session. */
async function closeWhileAsking(path: string) {
  const { db } = world.app
  const { asked, closed } = await db.transaction().execute(async (tx) => {
    await sql`lock table session in access exclusive mode`.execute(tx)
    const asked = await line(ask(path))
    await untilBlocked(db) // the server looks up the session
    const closed = world.http.close()
    await until(() => !world.http.server.listening, 'the server to take no more lines')
    return { asked, closed }
  })
  await closed
  return asked.over
}

test('a stream that is requested just before the server closes ends at once', { timeout: PATIENCE }, async () => {
  expect(await closeWhileAsking(STREAM)).toMatch(/200 OK[^]*retry: 1000\n\n/)
})

test('a running call is answered, and its connection is closed', { timeout: PATIENCE }, async () => {
  expect(await closeWhileAsking('/api/auth/me')).toMatch(/200 OK[^]*"username"/)
})

test('connections without a complete request do not delay closing', { timeout: PATIENCE }, async () => {
  const lines = [await line(), await line('GET /api/he'), await line(ask('/api/notifications/unread'))]
  await until(() => lines[2]!.text().includes('200 OK'), 'an answer')
  lines[2]!.socket.write('GET /api/he')
  await accepted(3)
  await world.http.close()
  await Promise.all(lines.map(({ over }) => over))
})

test('a reader that has stopped reading does not delay closing for long', { timeout: PATIENCE }, async () => {
  await world.app.storage.put('covers/a/640.webp', Buffer.alloc(40_000_000), { mediaType: 'image/webp' })
  const { socket, over } = await line()
  const answered = once(socket, 'data')
  socket.write(ask('/media/covers/a/640.webp'))
  await answered
  socket.pause()
  await world.http.close()
  socket.resume()
  await over
})

test('the server closes while many listeners connect and leave', { timeout: PATIENCE }, async () => {
  const agent = new Agent({ keepAlive: true })
  const open = new Set<Socket>()
  let coming = true
  async function comeAndGo(patient: boolean) {
    while (coming) {
      const { socket } = await line(ask(STREAM)).catch(() => ({ socket: null }))
      if (!socket) return
      open.add(socket)
      get({ port, agent, path: '/api/styles' }, (reply) => reply.resume()).on('error', () => {})
      await new Promise(setImmediate)
      if (!patient) socket.destroy()
    }
  }
  const clients = Array.from({ length: 12 }, (_, n) => comeAndGo(n % 3 === 0))
  await until(() => open.size > 200, 'many listeners')
  await world.http.close()
  coming = false
  await Promise.all(clients)
  agent.destroy()
  for (const socket of open) socket.destroy()
})
