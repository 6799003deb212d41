import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { until } from '#test/until.ts'
import { notify, notifyTogether } from './notify.ts'

let world: World
let url: string
beforeEach(async () => {
  world = await createWorld()
  url = `${await world.http.listen({ host: '127.0.0.1', port: 0 })}/api/notifications/stream`
})
afterEach(() => world.close())

async function openStream(token: string, query = '') {
  const leave = new AbortController()
  const reply = await fetch(url + query, { headers: { authorization: `Bearer ${token}` }, signal: leave.signal })
  let text = ''
  const ended = (async () => {
    const decoder = new TextDecoder()
    for await (const bytes of reply.body ?? []) text += decoder.decode(bytes, { stream: true })
    return text
  })()
  ended.catch(() => {}) // we left
  return {
    reply,
    text: () => text,
    saying: (part: string) => until(() => text.includes(part), part),
    ended,
    leave: () => leave.abort(),
  }
}

const connections = () =>
  new Promise<number>((done, fail) =>
    world.http.server.getConnections((error, count) => (error ? fail(error) : done(count))),
  )

const waiting = async () =>
  (
    await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      world.app.db,
    )
  ).rows.length

const tell = (accountId: number, title: string) =>
  world.app.db.transaction().execute((tx) => notify(tx, { accountId, title, message: 'Listen' }))

test('the stream begins with a hint when to come back, and is kept by nobody', async () => {
  const { accessToken, id } = await world.signUp()
  const stream = await openStream(accessToken, `?userId=${id}`)
  expect(stream.reply.status).toBe(200)
  expect(stream.reply.headers.get('content-type')).toBe('text/event-stream')
  expect(stream.reply.headers.get('cache-control')).toBe('no-store')
  await stream.saying('retry: 2000\n\n')
})

test('guests, wrong tokens and other accounts are refused', async () => {
  const [ann, bob] = [await world.signUp(), await world.signUp()]
  expect((await fetch(url)).status).toBe(401)
  expect((await openStream('nonsense')).reply.status).toBe(401)
  const wrong = await openStream(ann.accessToken, `?userId=${bob.id}`)
  expect(wrong.reply.status).toBe(403)
  expect(JSON.parse(await wrong.ended)).toMatchObject({ error: 'forbidden', requestId: expect.any(String) })
  for (const userId of ['x', '-1', '', '1&userId=2'])
    expect((await openStream(ann.accessToken, `?userId=${userId}`)).reply.status).toBe(400)
})

test('a notification arrives after its commit, never after a rollback, and at its account only', async () => {
  const [ann, bob] = [await world.signUp(), await world.signUp()]
  const [hers, his] = [await openStream(ann.accessToken), await openStream(bob.accessToken)]
  await world.app.db
    .transaction()
    .execute(async (tx) => {
      await notify(tx, { accountId: ann.id, title: 'never', message: 'Nothing happened' })
      throw new Error('rolled back')
    })
    .catch(() => {})
  await world.app.db.transaction().execute(async (tx) => {
    await notify(tx, { accountId: ann.id, title: 'early', message: 'Two lines\nof text' })
    await tell(bob.id, 'meanwhile') // by another connection, committed before
    await his.saying('meanwhile')
    expect(hers.text()).not.toContain('early')
  })
  await hers.saying('early')
  const event = /event: notification\nid: (\d+)\ndata: (.*)\n\n/.exec(hers.text())
  expect(JSON.parse(event?.[2] ?? '')).toMatchObject({
    id: Number(event?.[1]),
    title: 'early',
    message: 'Two lines\nof text',
    read: false,
  })
  await tell(ann.id, 'last')
  await hers.saying('last')
  expect(hers.text()).not.toContain('never')
  expect(hers.text()).not.toContain('meanwhile')
  expect(his.text()).not.toMatch(/early|last/)
})

test('news of one group ring once until they are read', async () => {
  const { accessToken, id: accountId, call } = await world.signUp()
  const stream = await openStream(accessToken)
  const ring = () =>
    world.app.db
      .transaction()
      .execute((tx) =>
        notifyTogether(tx, 'x', { accountId }, (size) => ({ title: `${size} of them`, message: 'Look' })),
      )
  for (let time = 0; time < 3; time++) await ring()
  await tell(accountId, 'something else')
  await stream.saying('something else')
  expect(stream.text().match(/of them/g)).toHaveLength(1)
  expect((await call('GET /notifications/unread', { query: {} })).content.map(({ title }) => title)).toEqual([
    'something else',
    '3 of them',
  ])
  await world.app.db.updateTable('notification').set({ readAt: new Date() }).execute()
  await ring()
  await until(() => stream.text().match(/1 of them/g)?.length === 2, 'the next ring')
})

test('a silent stream beats, so that nobody on the way takes it for dead', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { accessToken } = await world.signUp()
  const stream = await openStream(accessToken)
  await stream.saying('retry')
  vi.advanceTimersByTime(25_000)
  vi.useRealTimers()
  await stream.saying('\n\n:\n\n')
})

test('who leaves is forgotten, also when leaving before the stream begins', async () => {
  const { accessToken } = await world.signUp()
  const { live } = world.app
  const { subscribe } = live
  const counts = { came: 0, left: 0 }
  live.subscribe = (account, hear) => {
    counts.came++
    const leave = subscribe(account, hear)
    return () => {
      counts.left++
      leave()
    }
  }
  const first = await openStream(accessToken)
  expect(counts).toEqual({ came: 1, left: 0 })
  first.leave()
  await until(() => counts.left === 1, 'the first to be forgotten')

  const early = new AbortController()
  await world.app.db.transaction().execute(async (tx) => {
    await sql`lock table session in access exclusive mode`.execute(tx) // the server waits while it looks up who asks
    const gone = fetch(url, { headers: { authorization: `Bearer ${accessToken}` }, signal: early.signal })
    await until(async () => (await waiting()) === 1, 'the server to look up the session')
    early.abort()
    await expect(gone).rejects.toThrow()
    await until(async () => (await connections()) === 0, 'the server to see it leave')
  })
  await until(() => counts.left === 2, 'the second to be forgotten')
})

test('streams end with the server, and say when to come back', async () => {
  const { accessToken } = await world.signUp()
  const stream = await openStream(accessToken)
  await stream.saying('retry: 2000')
  await world.http.close()
  expect(await stream.ended).toMatch(/retry: 1000\n\n$/)
})

test('after the database cut the listening connection, notifications come again', async () => {
  const { accessToken, id } = await world.signUp()
  const stream = await openStream(accessToken)
  const listeners = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and query = 'listen live'`.execute(world.app.db)
    return rows.map(({ pid }) => pid)
  }
  const [listener] = await listeners()
  await sql`select pg_terminate_backend(${listener})`.execute(world.app.db)
  await until(async () => {
    const now = await listeners()
    return now.length === 1 && now[0] !== listener
  }, 'a new listening connection')
  await tell(id, 'after')
  await stream.saying('after')
})
