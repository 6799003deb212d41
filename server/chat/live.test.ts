import { afterEach, beforeEach, expect, test } from 'vitest'
import { mountApp } from '#server/app.ts'
import { createDb, createPool } from '#server/db/connect.ts'
import { listenLive } from '#server/live/live.ts'
import { everythingOf, listenTo, titles } from '#test/notices.ts'
import { createWorld, type World } from '#test/world.ts'
import { until } from '#test/until.ts'

let world: World
let origin: string
beforeEach(async () => {
  world = await createWorld()
  origin = await world.http.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => world.close())

type Person = Awaited<ReturnType<World['signUp']>>
type Stream = Awaited<ReturnType<typeof listenTo>>

const two = async () => [await world.signUp(), await world.signUp()] as const
const write = (from: Person, to: { id: number }, content: string, key?: string) =>
  from.call('POST /chat/send', { body: { senderId: from.id, receiverId: to.id, content, ...(key && { key }) } })
const read = (reader: Person, partner: Person, upTo: number, looking = false) =>
  reader.call('POST /chat/read', { body: { userId: reader.id, partnerId: partner.id, upTo, looking } })

/** A stream that has begun: what is said from now on comes one by one. */
async function listen(
  person: Person,
  { last, at = origin, path = '/api/chat/stream' }: { last?: number; at?: string; path?: string } = {},
) {
  const stream = await listenTo(at + path, person.accessToken, last)
  await stream.saying('event: chat')
  return stream
}
const messages = (stream: Stream) => everythingOf(stream).flatMap((event) => (event.event === 'message' ? event : []))
const contents = (stream: Stream) => messages(stream).map(({ data }) => data.content)
const firstChat = (stream: Stream) => everythingOf(stream).find(({ event }) => event === 'chat')?.data
const lastChat = (stream: Stream) => everythingOf(stream).findLast(({ event }) => event === 'chat')?.data
const unreadOf = async (reader: Person) =>
  (await reader.call('GET /chat/threads', { query: {} })).map(({ unread }) => unread)

test('a message reaches the streams of both, and nobody else’s', async () => {
  const [ann, bob] = await two()
  const eve = await world.signUp()
  const streams = [await listen(ann), await listen(bob), await listen(bob, { path: '/api/notifications/stream' })]
  const hers = await listen(eve)
  await write(ann, bob, 'hello')
  for (const stream of streams) await stream.saying('hello')
  await write(bob, eve, 'to Eve')
  await hers.saying('to Eve')
  expect(contents(hers)).toEqual(['to Eve'])
  expect(contents(streams[0]!)).toEqual(['hello'])
})

test('a stream is told only of its own account; the name in the address must be the caller’s', async () => {
  const [ann, bob] = await two()
  expect((await listenTo(`${origin}/api/chat/stream?userId=${bob.id}`, ann.accessToken)).reply.status).toBe(403)
  expect((await listenTo(`${origin}/api/chat/stream?userId=2`, ann.accessToken)).reply.status).toBe(403)
  expect((await listenTo(`${origin}/api/chat/stream?userId=${ann.id}`, ann.accessToken)).reply.status).toBe(200)
  expect((await fetch(`${origin}/api/chat/stream`)).status).toBe(401)
})

test('a listener that comes back gets what it missed in order, each once; a new one is asked to load', async () => {
  const [ann, bob] = await two()
  const before = await listen(bob)
  expect(lastChat(before)).toEqual({ unread: 0, missed: true })
  await write(ann, bob, 'seen')
  await before.saying('seen')
  before.leave()
  await write(ann, bob, 'missed one')
  await world.app.db.insertInto('follow').values({ followerId: ann.id, followeeId: bob.id }).execute()
  await write(bob, ann, 'missed two')
  const again = await listen(bob, { last: messages(before).at(-1)!.id })
  expect(contents(again)).toEqual(['missed one', 'missed two'])
  expect(lastChat(again)).toMatchObject({ missed: false })
  await write(ann, bob, 'new')
  await again.saying('"new"')
  expect(contents(again)).toEqual(['missed one', 'missed two', 'new'])
  const ids = messages(again).map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other))
})

test('notices and messages on one stream have one order', async () => {
  const [ann, bob] = await two()
  const stream = await listen(bob, { path: '/api/notifications/stream' })
  const first = everythingOf(stream)[0]!.id
  stream.leave()
  await write(ann, bob, 'one')
  await ann.call('POST /follow/:id', { params: { id: bob.id } })
  await write(ann, bob, 'two')
  const again = await listen(bob, { last: first, path: '/api/notifications/stream' })
  const news = everythingOf(again).filter(({ event }) => event === 'notification' || event === 'message')
  const ids = news.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other))
  expect(contents(again)).toEqual(['one', 'two'])
  expect(titles(again)).toEqual([`${ann.displayName} followed you`, `${ann.displayName} wrote to you`])
})

test('a listener that missed more than a hundred is asked to load the history', async () => {
  const [ann, bob] = await two()
  await write(ann, bob, 'first')
  for (let n = 0; n < 101; n++) await write(ann, bob, `number ${n}`)
  const many = await listen(bob, { last: 1 })
  expect(contents(many)).toEqual([])
  // the last message may be told once more: its notice travels by itself
  expect(firstChat(many)).toEqual({ unread: 1, missed: true })
})

test('two nodes on one database deliver to each other, also after one has restarted', async () => {
  const [ann, bob] = await two()
  const pool = createPool(world.app.config.databaseUrl!, { onError: () => {} })
  const startNode = async () => {
    const app = { ...world.app, db: createDb(pool), live: await listenLive(world.app.config.databaseUrl!) }
    const http = await mountApp(app)
    const at = await http.listen({ host: '127.0.0.1', port: 0 })
    return { at, stop: () => http.close().then(() => app.live.close()) }
  }
  const node = await startNode()
  const [here, there] = [await listen(ann), await listen(bob, { at: node.at })]
  await write(ann, bob, 'from here')
  await Promise.all([here.saying('from here'), there.saying('from here')])
  const last = messages(there).at(-1)!.id
  await node.stop()
  await there.ended
  await write(ann, bob, 'while it was down')
  const next = await startNode()
  const back = await listen(bob, { at: next.at, last })
  await write(ann, bob, 'after')
  await back.saying('"after"')
  expect(contents(back)).toEqual(['while it was down', 'after'])
  await next.stop()
  await pool.end()
})

test('unread messages are counted until they are read, on all devices, and the writer learns that they were seen', async () => {
  const [ann, bob] = await two()
  const [hers, his] = [await listen(ann), await listen(bob)]
  await write(ann, bob, 'one')
  const { id } = await write(ann, bob, 'two')
  expect(await unreadOf(bob)).toEqual([2])
  expect(await unreadOf(ann)).toEqual([0])
  await his.saying('"unread":1')
  const told = () => everythingOf(hers).filter(({ event }) => event === 'chat').length
  const before = told() // news that come close together are one
  await read(bob, ann, id)
  expect(await unreadOf(bob)).toEqual([0])
  await until(() => JSON.stringify(lastChat(his)) === JSON.stringify({ unread: 0, missed: false }), 'the count')
  await until(() => told() > before, 'news of the mark')
  const [thread] = await ann.call('GET /chat/threads', { query: {} })
  expect(thread).toMatchObject({ seenUpTo: id })
  await read(bob, ann, 0) // a late call takes nothing back
  await read(bob, ann, 999_999) // and none reads the future
  await write(ann, bob, 'three')
  expect(await unreadOf(bob)).toEqual([1])
})

test('one notice for each conversation while it is unread; reading the conversation reads it', async () => {
  const [ann, bob] = await two()
  const notices = async () => (await bob.call('GET /notifications', { query: {} })).content
  await write(ann, bob, 'one')
  const { id } = await write(ann, bob, 'two')
  expect(await notices()).toMatchObject([
    {
      relatedType: 'CHAT',
      topic: 'message',
      chatId: ann.id,
      recipientName: ann.displayName,
      title: `${ann.displayName} wrote to you`,
      message: 'two',
      read: false,
      groupSize: 1,
      people: [{ id: ann.id }],
    },
  ])
  await read(bob, ann, id)
  expect(await notices()).toMatchObject([{ read: true }])
  await write(ann, bob, 'three')
  expect(await notices()).toMatchObject([{ read: false, message: 'three' }])
  await write(bob, ann, 'an answer reads it, too')
  expect(await notices()).toMatchObject([{ read: true }])
  expect((await ann.call('GET /notifications', { query: {} })).content).toMatchObject([{ chatId: bob.id }])
})

test('a person who looks at the conversation gets no notice, until a minute after the last sign', async () => {
  const [ann, bob] = await two()
  const unread = async () => (await bob.call('GET /notifications', { query: {} })).unread
  const { id } = await write(ann, bob, 'one')
  await read(bob, ann, id, true)
  await write(ann, bob, 'seen at once')
  expect(await unread()).toBe(0)
  await read(bob, ann, 0)
  await write(ann, bob, 'after leaving')
  expect(await unread()).toBe(1)
  await read(bob, ann, 999_999, true)
  world.passTime(61_000)
  await write(ann, bob, 'a minute later')
  expect(await unread()).toBe(1)
})

test('a deleted message is told again as removed, and its words leave the notice', async () => {
  const [ann, bob] = await two()
  const stream = await listen(bob)
  const { id } = await write(ann, bob, 'regretted')
  await stream.saying('regretted')
  await ann.call('DELETE /chat/messages/:id', { params: { id } })
  await stream.saying('"removed":true')
  expect(messages(stream).at(-1)).toMatchObject({ data: { id, content: '', removed: true } })
  const [notice] = (await bob.call('GET /notifications', { query: {} })).content
  expect(notice).toMatchObject({ message: 'This message was deleted.' })
})

test('typing is told to the partner alone, and only in a conversation', async () => {
  const [ann, bob] = await two()
  const eve = await world.signUp()
  const stream = await listen(bob)
  const type = (from: Person) => from.call('POST /chat/typing', { body: { senderId: from.id, receiverId: bob.id } })
  await type(eve)
  await write(ann, bob, 'hello')
  await stream.saying('hello')
  await type(ann)
  await stream.saying('event: typing')
  expect(everythingOf(stream).filter(({ event }) => event === 'typing')).toMatchObject([
    { data: { userId: bob.id, partnerId: ann.id } },
  ])
})
