import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import type { WebFor } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { createDb, createPool, type Db } from '#server/db/connect.ts'
import { notify } from '#server/notifications/index.ts'
import { createNode } from '#server/start.ts'
import { untilBlocked } from './blocked.ts'
import { cloneTemplate } from './database.ts'
import { listenTo } from './notices.ts'
import { until } from './until.ts'
import { weakLine } from './weak-line.ts'

let database: Awaited<ReturnType<typeof cloneTemplate>>
let line: Awaited<ReturnType<typeof weakLine>>
let node: ReturnType<typeof createNode>
let dataDir: string
let url: string
/** Reaches the database by another line. */
let db: Db

/** Each page asks the API. It is kept for a moment only, so it must be made anew for every visitor. */
const web: WebFor = async () => ({
  keep: 1,
  policy: true,
  renderer: async () => ({
    render: async (path, call) => {
      const { items } = await call('GET /styles')
      return {
        kind: 'page',
        status: 200,
        html: `${path}: ${items.length}`,
        data: {},
        modules: [],
        meta: { title: 'T' },
      }
    },
    reads: () => [],
  }),
  head: async () => ({ tags: '', styles: [] }),
  frameHead: async () => ({ tags: '', styles: [], script: '' }),
})

beforeEach(async () => {
  database = await cloneTemplate(inject('serverUrl'))
  line = await weakLine(database.url)
  dataDir = await mkdtemp(join(tmpdir(), 'slide-outage-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: line.url,
    DEMO: '0',
    PORT: '0',
    LOG_LEVEL: 'silent',
    PAYMENTS_MODE: 'sandbox',
  })
  node = createNode(config, { web, say: () => {}, onLost: () => {} })
  url = (await node.start())!
  db = createDb(createPool(database.url, { onError: () => {} }))
})
afterEach(async () => {
  await node.stop()
  await db.destroy()
  await line.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const post = (path: string, body: object) =>
  fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const personOf = (name: string) => ({
  email: `${name}@slide.test`,
  displayName: name,
  password: 'windows lit at night',
})
async function register(name: string) {
  const reply = await post('/auth/register', personOf(name))
  return { status: reply.status, token: ((await reply.json()) as { accessToken: string }).accessToken }
}
const get = async (path: string) => {
  const { status, headers } = await fetch(url + path, { headers: { accept: 'text/html' } })
  return { status, retryAfter: headers.get('retry-after'), type: headers.get('content-type')?.split(';')[0] }
}

async function expectAway() {
  await until(async () => (await get('/api/styles')).status === 503, 'the loss to be seen')
  expect(await get('/api/styles')).toEqual({ status: 503, retryAfter: '2', type: 'application/json' })
  expect(await register('tooearly')).toMatchObject({ status: 503 })
  expect(await get('/track/x')).toEqual({ status: 503, retryAfter: '2', type: 'text/html' })
  expect((await get('/api/ready')).status).toBe(503)
  expect((await get('/api/health')).status).toBe(200)
  const kept = await fetch(`${url}/`)
  expect([kept.status, await kept.text()]).toEqual([200, expect.stringContaining('/: 13')])
}

/** Calls, throttles, jobs, live events and pages work, without a new start. */
async function expectWhole(listener: Awaited<ReturnType<typeof listenTo>>, accountId: number) {
  await until(async () => (await get('/api/ready')).status === 200, 'the database to be back')
  expect(await get('/track/x')).toMatchObject({ status: 200 })
  expect(await register('later')).toMatchObject({ status: 200 })
  expect((await post('/auth/forgot-password', { email: 'ann@slide.test' })).status).toBe(200)
  await until(
    () => db.selectFrom('mail').where('kind', '=', 'reset-password').select('id').executeTakeFirst(),
    'the job to run',
  )
  await db
    .transaction()
    .execute((tx) =>
      notify({ clock: systemClock }, tx, { accountId, topic: 'system', title: 'after', message: 'Listen' }),
    )
  await listener.saying('after')
}

async function listening() {
  const { token } = await register('ann')
  const { id } = await db.selectFrom('account').where('handle', '=', 'ann').select('id').executeTakeFirstOrThrow()
  const listener = await listenTo(`${url}/api/notifications/stream`, token)
  // the last news of a stream's first look; a look that the cut meets ends its stream
  await listener.saying('event: account')
  expect((await get('/')).status).toBe(200)
  return { listener, id }
}

test('while the database is away, calls and pages say so, and all is whole when it is back', async () => {
  const { listener, id } = await listening()
  line.cut()
  await expectAway()
  line.mend()
  await expectWhole(listener, id)
})

test('a database that falls silent is away, too', async () => {
  const { listener, id } = await listening()
  line.silence()
  const asked = get('/api/styles')
  await expectAway()
  expect((await asked).status, 'a call that was waiting').toBe(503)
  line.mend()
  await expectWhole(listener, id)
})

test('a cut in the middle of a transaction answers 503 and changes nothing', async () => {
  const { listener, id } = await listening()
  const cut = await db.transaction().execute(async (tx) => {
    await sql`lock table account in exclusive mode`.execute(tx)
    const registering = register('halfway')
    await untilBlocked(db)
    line.cut()
    return registering
  })
  expect(cut).toMatchObject({ status: 503 })
  await expectAway()
  expect(await db.selectFrom('account').where('handle', '=', 'halfway').select('id').executeTakeFirst()).toBeUndefined()
  line.mend()
  await expectWhole(listener, id)
})

test('a job that runs while the database goes away is done once it is back', async () => {
  const { listener, id } = await listening()
  await db.transaction().execute(async (tx) => {
    await sql`lock table one_time_link in exclusive mode`.execute(tx)
    expect((await post('/auth/forgot-password', { email: 'ann@slide.test' })).status).toBe(200)
    await untilBlocked(db)
    line.cut()
  })
  await expectAway()
  line.mend()
  await expectWhole(listener, id)
})
