import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NotificationEvent } from '#contract/notifications.ts'
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

async function openStream(token: string, query = '', lastEventId?: number | string) {
  const leave = new AbortController()
  const reply = await fetch(url + query, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
    },
    signal: leave.signal,
  })
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

const eventsOf = (text: string) =>
  [...text.matchAll(/event: (.*)\nid: (\d+)\ndata: (.*)\n\n/g)].map(([, event, id, data = '']) => ({
    event,
    id: Number(id),
    data: JSON.parse(data) as { id: number; title: string },
  }))

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
  world.app.db.transaction().execute((tx) => notify(world.app, tx, { accountId, title, message: 'Listen' }))

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
      await notify(world.app, tx, { accountId: ann.id, title: 'never', message: 'Nothing happened' })
      throw new Error('rolled back')
    })
    .catch(() => {})
  await world.app.db.transaction().execute(async (tx) => {
    await notify(world.app, tx, { accountId: ann.id, title: 'early', message: 'Two lines\nof text' })
    await tell(bob.id, 'meanwhile') // by another connection, committed before
    await his.saying('meanwhile')
    expect(hers.text()).not.toContain('early')
  })
  await hers.saying('early')
  const [event] = eventsOf(hers.text())
  expect(event?.data).toMatchObject({ id: event?.id, title: 'early', message: 'Two lines\nof text', read: false })
  expect(NotificationEvent.parse(event)).toEqual(event)
  await tell(ann.id, 'last')
  await hers.saying('last')
  expect(hers.text()).not.toContain('never')
  expect(hers.text()).not.toContain('meanwhile')
  expect(his.text()).not.toMatch(/early|last/)
})

const titles = (stream: { text: () => string }) => eventsOf(stream.text()).map(({ data }) => data.title)

test('who comes back gets what was missed and is unread, each once and in order, before what is new', async () => {
  const [ann, bob] = [await world.signUp(), await world.signUp()]
  const before = await openStream(ann.accessToken)
  await tell(ann.id, 'seen')
  await before.saying('seen')
  before.leave()
  await tell(ann.id, 'read elsewhere')
  await world.app.db.updateTable('notification').set({ readAt: new Date() }).where('title', 'like', 'read%').execute()
  await tell(bob.id, 'not hers')
  await tell(ann.id, 'missed')
  const last = eventsOf(before.text())[0]?.id
  const again = await world.app.db.transaction().execute(async (tx) => {
    await sql`lock table notification in access exclusive mode`.execute(tx) // what was missed can't be read yet
    const stream = await openStream(ann.accessToken, '', last)
    await until(async () => (await waiting()) === 1, 'the server to look for what was missed')
    await notify(world.app, tx, { accountId: ann.id, title: 'meanwhile', message: 'Listen' })
    return stream
  })
  await tell(ann.id, 'new')
  await again.saying('"new"')
  expect(titles(again)).toEqual(['missed', 'meanwhile', 'new'])
})

test('who names no event that there can be starts from now', async () => {
  const { accessToken, id } = await world.signUp()
  const earlier = await openStream(accessToken)
  await tell(id, 'old')
  await earlier.saying('old') // else it could still be on its way
  for (const nonsense of ['x', '-1', '1.5', '9'.repeat(40), '']) {
    const stream = await openStream(accessToken, '', nonsense)
    await stream.saying('retry')
    await tell(id, `after ${nonsense}`)
    await stream.saying(`"after ${nonsense}"`)
    expect(titles(stream)).toEqual([`after ${nonsense}`])
  }
})

test('an account listens twenty times: one more ends its oldest, which is to stay away for a minute', async () => {
  const [ann, bob] = [await world.signUp(), await world.signUp()]
  const his = await openStream(bob.accessToken)
  const hers = []
  for (let opened = 0; opened < 21; opened++) hers.push(await openStream(ann.accessToken))
  expect(await hers.shift()?.ended).toMatch(/retry: 60000\n\n$/)
  await tell(ann.id, 'to all')
  for (const stream of hers) await stream.saying('to all')
  await tell(bob.id, 'to him')
  await his.saying('to him')
})

test('an address listens two hundred times, in however many names', async () => {
  const streams = []
  for (let person = 0; person < 10; person++) {
    const { accessToken } = await world.signUp()
    for (let opened = 0; opened < 20; opened++) streams.push(await openStream(accessToken))
  }
  const { accessToken, id } = await world.signUp()
  const last = await openStream(accessToken)
  expect(await streams[0]?.ended).toMatch(/retry: 60000\n\n$/)
  await tell(id, 'to the last')
  await last.saying('to the last')
  expect(streams.filter((stream) => stream.text().includes('60000'))).toHaveLength(1)
})

test('news of one group ring once until they are read', async () => {
  const { accessToken, id: accountId, call } = await world.signUp()
  const stream = await openStream(accessToken)
  const ring = () =>
    world.app.db
      .transaction()
      .execute((tx) =>
        notifyTogether(world.app, tx, 'x', { accountId }, (size) => ({ title: `${size} of them`, message: 'Look' })),
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
  await until(() => stream.text().match(/of them/g)?.length === 2, 'the next ring')
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
