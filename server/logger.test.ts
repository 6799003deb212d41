import { PassThrough } from 'node:stream'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountApp } from '#server/app.ts'
import { untilBlocked } from '#test/blocked.ts'
import { answerTo, beginTus, metadata } from '#test/tus.ts'
import { until } from '#test/until.ts'
import { createWorld, type World } from '#test/world.ts'
import { createLogger } from './logger.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

function listen(level = 'trace') {
  const to = new PassThrough({ encoding: 'utf8' })
  let text = ''
  to.on('data', (line: string) => (text += line))
  const lines = () =>
    text
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { log: createLogger(level, to), text: () => text, lines }
}

test('credentials, bodies and queries never reach the log, at any level', async () => {
  const { log, text, lines } = listen()
  const http = await mountApp(world.app, { log })
  const person = { email: 'logged@slide.test', password: 'password-hunter2', displayName: 'logged' }
  const headers = { authorization: 'Bearer token-hunter2', cookie: 'session=cookie-hunter2' }
  const registered = await http.inject({ method: 'POST', url: '/api/auth/register', payload: person })
  const { accessToken, refreshToken } = registered.json<{ accessToken: string; refreshToken: string }>()
  await http.inject({ method: 'POST', url: '/api/auth/login', payload: { ...person, password: 'wrong-hunter2' } })
  await http.inject({ method: 'POST', url: '/api/auth/refresh-token', payload: { refreshToken } })
  await http.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: '{"password":"broken-hunter2"',
    headers: { 'content-type': 'application/json' },
  })
  for (const url of [
    '/api/me',
    '/api/me?token=query-hunter2',
    '/api/nothing?key=query-hunter2',
    '/api/%ff?token=query-hunter2',
  ])
    await http.inject({ url, headers })
  await http.inject({ url: '/api/me?access_token=query-hunter2', headers: { authorization: `Bearer ${accessToken}` } })
  await http.close()
  expect(lines().length).toBeGreaterThan(10)
  expect(text()).toContain('/api/me')
  expect(text()).not.toContain('hunter2')
  expect(text()).not.toContain('logged@slide.test') // neither what people are called
  expect(text()).not.toContain(accessToken)
  expect(text()).not.toContain(refreshToken)
})

test('secrets that are logged by mistake are masked', () => {
  const { log, text } = listen()
  const secrets = {
    password: 'hunter2',
    token: 'hunter2',
    accessToken: 'hunter2',
    refreshToken: 'hunter2',
    secret: 'hunter2',
  }
  log.info({ body: secrets }, 'a body')
  log.info({ req: { body: secrets } }, 'a request')
  log.info({ job: { payload: secrets } }, 'a job')
  log.info(secrets, 'by itself')
  expect(text()).toContain('[hidden]')
  expect(text()).not.toContain('hunter2')
})

test('the error of a statement names its table and column, and holds nothing of the row', async () => {
  const { log, text } = listen()
  const { id, email } = await world.signUp()
  const { db } = world.app
  const update = sql`update account set created_at = null where id = ${id}`.execute(db)
  const err: unknown = await update.catch((error: unknown) => error)
  log.error({ err }, 'failed')
  log.error({ err: new AggregateError([err], 'two failed') }, 'failed')
  expect(text()).toContain('created_at')
  expect(text()).not.toContain(email)
})

test('an internal error is answered without its cause, which the log has together with the request id', async () => {
  const { log, text, lines } = listen('error')
  const broken = {
    ...world.app,
    clock: {
      now: () => {
        throw new Error('the inside of things')
      },
    },
  }
  const http = await mountApp(broken, { log })
  const reply = await http.inject({
    url: '/api/beats/new?token=hunter2',
    headers: { 'x-request-id': 'the-failing-one' },
  })
  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toEqual({
    error: 'internal',
    message: 'Something went wrong. Try again.',
    requestId: 'the-failing-one',
  })
  expect(lines()).toEqual([expect.objectContaining({ reqId: 'the-failing-one', msg: 'failed', level: 50 })])
  expect(lines()[0]?.err).toMatchObject({
    message: 'the inside of things',
    stack: expect.stringContaining('logger.test'),
  })
  expect(text()).not.toContain('hunter2')
  await http.close()
})

test('a caller who leaves in the middle of an upload is no failure, and a full disk is one line without a stack', async () => {
  const { log, lines } = listen('info')
  const http = await mountApp(world.app, { log })
  await http.listen({ host: '127.0.0.1', port: 0 })
  const { accessToken: token } = await world.signUp()
  const announce = (size: number) => {
    const headers = { 'upload-length': size, 'upload-metadata': metadata({ purpose: 'audio', filename: 'beat.wav' }) }
    return answerTo(beginTus(http, { method: 'POST', path: '/api/uploads', headers, token }).end())
  }
  const path = String((await announce(5000)).headers.location)
  const leaving = [
    { method: 'PATCH', path, headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': 0 } },
    { method: 'POST', path: '/api/uploads/audio', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
  ]
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="beat.wav"\r\n\r\n'
  const { drafts, writers } = world.app.uploads
  for (const asked of leaving) {
    const sending = beginTus(http, { ...asked, headers: { ...asked.headers, 'content-length': 5000 }, token })
    sending.write(`${part}sound`)
    await until(() => [...drafts].some(([id, { size }]) => size > 0 && writers.has(id)), 'the bytes to arrive')
    sending.destroy()
    await until(() => writers.size === 0, 'the end of the upload')
  }
  // all of the body has come, but nobody has read it yet
  const unread = { ...leaving[0]!, path: String((await announce(4)).headers.location) }
  await world.app.db.transaction().execute(async (tx) => {
    await sql`lock table upload in access exclusive mode`.execute(tx)
    const sending = beginTus(http, { ...unread, token })
    sending.end('rest')
    await untilBlocked(world.app.db)
    sending.destroy()
    const connections = promisify(http.server.getConnections.bind(http.server))
    await until(async () => (await connections()) === 0, 'the line to be gone')
  })
  const left = () => lines().filter(({ msg }) => msg === 'the caller left before the body was read')
  await until(() => left().length === 3, 'all lines')
  world.app.uploads.freeBytes = async () => 0
  expect((await announce(5000)).status).toBe(507)
  const warned = lines().filter(({ level }) => Number(level) >= 40)
  expect(warned).toMatchObject([{ level: 40, msg: 'no space left for an upload' }])
  expect(warned[0]).not.toHaveProperty('err')
  await http.close()
})

test('a database error is answered like any internal error', async () => {
  const { log, lines } = listen('error')
  const http = await mountApp(world.app, { log })
  await world.app.db.schema.alterTable('style').renameTo('elsewhere').execute()
  const reply = await http.inject('/api/styles')
  await world.app.db.schema.alterTable('elsewhere').renameTo('style').execute()
  expect(reply.statusCode).toBe(500)
  expect(reply.body).not.toMatch(/style|relation|select/)
  expect(lines()).toHaveLength(1)
  await http.close()
})
