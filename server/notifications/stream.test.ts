import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mountApp } from '#server/app.ts'
import { listenLive } from '#server/live/live.ts'
import { untilBlocked } from '#test/blocked.ts'
import { addNotification } from '#test/factories.ts'
import { allEventsOf, lastOf, listenTo, newsOf, titles } from '#test/notices.ts'
import { createWorld, type World } from '#test/world.ts'
import { until } from '#test/until.ts'
import { notify } from './notify.ts'

let world: World
let url: string
beforeEach(async () => {
  world = await createWorld()
  url = `${await world.http.listen({ host: '127.0.0.1', port: 0 })}/api/notifications/stream`
})
afterEach(() => world.close())

const openStream = (token: string, query = '', lastEventId?: number | string, at = url) =>
  listenTo(at + query, token, lastEventId)

/** A stream that has begun: what is told from now on comes one by one. */
async function openListening(...asked: Parameters<typeof openStream>) {
  const stream = await openStream(...asked)
  await stream.saying('inbox')
  return stream
}

const connections = () =>
  new Promise<number>((done, fail) =>
    world.http.server.getConnections((error, count) => (error ? fail(error) : done(count))),
  )

const tell = (accountId: number, title: string) =>
  world.app.db
    .transaction()
    .execute((tx) => notify(world.app, tx, { accountId, topic: 'system', title, message: 'Listen' }))

test('a stream begins with the time to wait before coming back and with the unread count, and is never cached', async () => {
  const { accessToken, id } = await world.signUp()
  const stream = await openStream(accessToken, `?userId=${id}`)
  expect(stream.reply.status).toBe(200)
  expect(stream.reply.headers.get('content-type')).toBe('text/event-stream')
  expect(stream.reply.headers.get('cache-control')).toBe('no-store')
  await stream.saying('retry: 2000\n\n')
  await stream.saying('inbox')
  expect(allEventsOf(stream)).toEqual([{ event: 'inbox', id: 0, data: { unread: 0 } }])
  await tell(id, 'first')
  await stream.saying('"unread":1')
  const later = await openStream(accessToken)
  await later.saying('inbox')
  expect(allEventsOf(later)).toEqual([{ event: 'inbox', id: 1, data: { unread: 1 } }])
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

test('a notice arrives after its commit, never after a rollback, and only at its account', async () => {
  const [ann, bob] = [await world.signUp(), await world.signUp()]
  const [hers, his] = [await openListening(ann.accessToken), await openListening(bob.accessToken)]
  await world.app.db
    .transaction()
    .execute(async (tx) => {
      await notify(world.app, tx, { accountId: ann.id, topic: 'system', title: 'never', message: 'Nothing happened' })
      throw new Error('rolled back')
    })
    .catch(() => {})
  await world.app.db.transaction().execute(async (tx) => {
    await notify(world.app, tx, { accountId: ann.id, topic: 'system', title: 'early', message: 'Two lines\nof text' })
    await tell(bob.id, 'meanwhile') // another connection sends it, which committed before
    await his.saying('meanwhile')
    expect(hers.text()).not.toContain('early')
  })
  await hers.saying('early')
  expect(newsOf(hers)).toMatchObject([{ id: 1, data: { title: 'early', message: 'Two lines\nof text', read: false } }])
  await tell(ann.id, 'last')
  await hers.saying('last')
  expect(hers.text()).not.toContain('never')
  expect(hers.text()).not.toContain('meanwhile')
  expect(his.text()).not.toMatch(/early|last/)
})

test('a listener that comes back gets missed unread notices in order, each once, before new ones', async () => {
  const [ann, bob] = [await world.signUp(), await world.signUp()]
  const before = await openListening(ann.accessToken)
  await tell(ann.id, 'seen')
  await before.saying('seen')
  before.leave()
  const read = await addNotification(world.app.db, ann.id, { title: 'read elsewhere' })
  await ann.call('POST /notifications/:id/read', { params: { id: read } })
  await tell(bob.id, 'not hers')
  await tell(ann.id, 'missed')
  const last = newsOf(before)[0]?.id
  const again = await world.app.db.transaction().execute(async (tx) => {
    await sql`lock table notification in access exclusive mode`.execute(tx) // the missed notices can't be read yet
    const stream = await openStream(ann.accessToken, '', last)
    await untilBlocked(world.app.db)
    await notify(world.app, tx, { accountId: ann.id, topic: 'system', title: 'meanwhile', message: 'Listen' })
    return stream
  })
  await tell(ann.id, 'new')
  await again.saying('"new"')
  expect(titles(again)).toEqual(['missed', 'meanwhile', 'new'])
})

test('a listener that missed a hundred notices gets each; with more it is asked to load the list', async () => {
  const { accessToken, id, call } = await world.signUp()
  await tell(id, 'seen')
  for (let n = 0; n < 100; n++) await tell(id, `missed ${n}`)
  const some = await openStream(accessToken, '', 1)
  await some.saying('inbox')
  expect(titles(some)).toEqual(Array.from({ length: 100 }, (_, n) => `missed ${n}`))
  const many = await openStream(accessToken, '', 0)
  await many.saying('inbox')
  expect(allEventsOf(many)).toEqual([{ event: 'inbox', id: 101, data: { unread: 101 } }])
  await tell(id, 'new')
  await many.saying('"new"')
  expect(titles(many)).toEqual(['new'])
  expect((await call('GET /notifications', { query: { size: 100 } })).totalPages).toBe(2)
})

test('a notice that commits after a later one is not lost', async () => {
  const { accessToken, id: accountId } = await world.signUp()
  const slow = await world.app.db.transaction().execute(async (tx) => {
    await notify(world.app, tx, { accountId, topic: 'system', title: 'slow', message: 'Listen' })
    const quick = tell(accountId, 'quick')
    await untilBlocked(world.app.db)
    return { quick }
  })
  await slow.quick
  const stream = await openStream(accessToken, '', 0)
  await stream.saying('"quick"')
  expect(titles(stream)).toEqual(['slow', 'quick'])
  expect(newsOf(stream).map(({ id }) => id)).toEqual([1, 2])
})

test('an unknown Last-Event-ID starts from now', async () => {
  const { accessToken, id } = await world.signUp()
  await tell(id, 'old')
  for (const nonsense of ['x', '-1', '1.5', '9'.repeat(40), '999999', '']) {
    const stream = await openStream(accessToken, '', nonsense)
    await stream.saying('inbox')
    await tell(id, `after ${nonsense}`)
    await stream.saying(`"after ${nonsense}"`)
    expect(titles(stream)).toEqual([`after ${nonsense}`])
    stream.leave()
  }
})

test('a stream outlives its access token', async () => {
  const { accessToken, id, call } = await world.signUp()
  const stream = await openStream(accessToken)
  await stream.saying('inbox')
  world.passTime(20 * 60_000)
  await expect(call('GET /notifications', { query: {} })).rejects.toMatchObject({ status: 401 })
  await tell(id, 'later')
  await stream.saying('later')
})

test('a stream ends at once with its session, also on another node, and other sessions go on', async () => {
  const { accessToken, refreshToken, id, email, password } = await world.signUp()
  const other = await world.guest('POST /auth/login', { body: { email, password } })
  const app = { ...world.app, live: await listenLive(world.app.config.databaseUrl!) }
  const node = await mountApp(app)
  const nodeUrl = `${await node.listen({ host: '127.0.0.1', port: 0 })}/api/notifications/stream`
  const [here, there] = [await openStream(accessToken), await openStream(accessToken, '', undefined, nodeUrl)]
  const going = await openListening(other.accessToken, '', undefined, nodeUrl)
  await world.guest('POST /auth/logout', { body: { refreshToken } })
  await Promise.all([here.ended, there.ended])
  await tell(id, 'to the other session')
  await going.saying('to the other session')
  await node.close()
  await app.live.close()
})

test('all streams of an account end at once when it is deleted', async () => {
  const { accessToken, id } = await world.signUp()
  const stream = await openStream(accessToken)
  await world.app.db.updateTable('account').set({ deletedAt: new Date() }).where('id', '=', id).execute()
  await stream.ended
})

test('listeners learn when notices are read or deleted elsewhere', async () => {
  const { accessToken, id, call } = await world.signUp()
  const [first, second] = [await addNotification(world.app.db, id), await addNotification(world.app.db, id)]
  const stream = await openStream(accessToken)
  await stream.saying('"unread":2')
  await call('POST /notifications/:id/read', { params: { id: first } })
  await stream.saying('"unread":1')
  await call('DELETE /notifications/:id', { params: { id: second } })
  await until(() => JSON.stringify(lastOf(stream)?.data) === '{"unread":0}', 'the empty inbox')
  expect(lastOf(stream)).toEqual({ event: 'inbox', id: 2, data: { unread: 0 } })
  expect(titles(stream)).toEqual([])
})

test('a silent stream sends heartbeats, so that no proxy closes it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { accessToken } = await world.signUp()
  const stream = await openStream(accessToken)
  await stream.saying('retry')
  vi.advanceTimersByTime(25_000)
  vi.useRealTimers()
  await stream.saying('\n\n:\n\n')
})

test('a listener that leaves is forgotten, even if it leaves before the stream begins', async () => {
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
    await sql`lock table session in access exclusive mode`.execute(tx) // the server is still looking up the session
    const gone = fetch(url, { headers: { authorization: `Bearer ${accessToken}` }, signal: early.signal })
    await untilBlocked(world.app.db)
    early.abort()
    await expect(gone).rejects.toThrow()
    await until(async () => (await connections()) === 0, 'the server to see it leave')
  })
  await until(() => counts.left === 2, 'the second to be forgotten')
})

test('streams end when the server closes, and say when to come back', async () => {
  const { accessToken } = await world.signUp()
  const stream = await openStream(accessToken)
  await stream.saying('retry: 2000')
  await world.http.close()
  expect(await stream.ended).toMatch(/retry: 1000\n\n$/)
})

test('a notice arrives even if the database cut the listening connection before', async () => {
  const { accessToken, id } = await world.signUp()
  const stream = await openListening(accessToken)
  const listeners = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and query = 'listen live'`.execute(world.app.db)
    return rows.map(({ pid }) => pid)
  }
  const [listener] = await listeners()
  await sql`select pg_terminate_backend(${listener})`.execute(world.app.db)
  await until(async () => !(await listeners()).includes(listener!), 'the cut')
  await tell(id, 'meanwhile')
  await until(async () => {
    const now = await listeners()
    return now.length === 1 && now[0] !== listener
  }, 'a new listening connection')
  await stream.saying('meanwhile')
  await tell(id, 'after')
  await stream.saying('after')
  expect(titles(stream)).toEqual(['meanwhile', 'after'])
})
