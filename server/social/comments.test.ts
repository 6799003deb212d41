import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { exportPerson } from '#server/personal-data.ts'
import { untilBlocked } from '#test/blocked.ts'
import { addItem } from '#test/factories.ts'
import { createShop, type Person } from '#test/shop.ts'
import { createWorld } from '#test/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const { world, owner, fan, add, newsOf } = await createShop()
afterAll(() => world.close())

const write = (person: Person, id: number, text: unknown) =>
  person.call('POST /beats/:id/comments', { params: { id }, body: { text: text as string } })
const list = (id: number, query: { cursor?: number; limit?: number } = {}) =>
  world.guest('GET /beats/:id/comments', { params: { id }, query })
const texts = async (id: number) => (await list(id)).items.map(({ text }) => text)
const counted = async (id: number) => (await world.guest('GET /beats/:id', { params: { id } })).commentCount
const remove = (person: Person, id: number) => person.call('DELETE /comments/:id', { params: { id } })
const report = (person: Person, id: number, reason = '') =>
  person.call('POST /comments/:id/report', { params: { id }, body: { reason } })
const leave = (person: Person, deletedAt: Date | null) =>
  world.app.db.updateTable('account').set({ deletedAt }).where('id', '=', person.id).execute()

test.each(['beats', 'packs', 'kits'] as const)('a comment on %s is kept, counted and shown to all', async (kinds) => {
  const id = await add({ kind: kinds.slice(0, -1) })
  const comment = await fan.call(`POST /${kinds}/:id/comments`, { params: { id }, body: { text: '  That 808!  ' } })
  expect(comment).toEqual({
    id: expect.any(Number),
    text: 'That 808!',
    timeAgo: 'now',
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    user: { id: fan.id, name: 'Nadia_bars', avatarUrl: null, plan: 'free' },
  })
  expect(await world.guest(`GET /${kinds}/:id/comments`, { params: { id }, query: {} })).toEqual({
    items: [comment],
    nextCursor: null,
    total: 1,
  })
  expect((await world.guest(`GET /${kinds}/:id`, { params: { id } })).commentCount).toBe(1)
})

test('comments come newest first, and a cursor stays right while others are written', async () => {
  const id = await add()
  for (let n = 1; n <= 25; n++) await write(fan, id, `Number ${n}`)
  const first = await list(id)
  expect(first.items.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, (_, n) => `Number ${25 - n}`))
  expect(first).toMatchObject({ total: 25, nextCursor: first.items[19]?.id })
  await write(fan, id, 'Meanwhile')
  const rest = await list(id, { cursor: first.nextCursor ?? 0 })
  expect(rest.items.map(({ text }) => text)).toEqual(['Number 5', 'Number 4', 'Number 3', 'Number 2', 'Number 1'])
  expect(rest).toMatchObject({ total: 26, nextCursor: null })
  expect(await list(id, { cursor: rest.items[0]!.id, limit: 4 })).toMatchObject({ nextCursor: null })
  expect(await list(id, { cursor: rest.items[0]!.id, limit: 3 })).toMatchObject({ nextCursor: rest.items[3]!.id })
  expect(await list(id, { cursor: 1 })).toMatchObject({ items: [], nextCursor: null })
})

test('the age of a comment is told by the app’s clock', async () => {
  const past = await createWorld()
  const { call, id: ownerId } = await past.signUp()
  const id = await addItem(past.app.db, { ownerId })
  await call('POST /beats/:id/comments', { params: { id }, body: { text: 'Early' } })
  const ago = async (passed: number) => {
    past.passTime(passed)
    return (await past.guest('GET /beats/:id/comments', { params: { id }, query: {} })).items[0]?.timeAgo
  }
  expect(await ago(0)).toBe('now')
  expect(await ago(5 * MINUTE)).toBe('5m')
  expect(await ago(3 * HOUR)).toBe('3h')
  expect(await ago(2 * DAY)).toBe('2d')
  expect(await ago(398 * DAY)).toBe('1y')
  await past.close()
})

test('markup stays text; control and direction characters are removed', async () => {
  const id = await add()
  const markup = '<script>alert(1)</script> {{7*7}} \'"; drop table comment; --'
  await write(fan, id, markup)
  await write(fan, id, 'one\u0000\r\ntwo\u202Eevil\u2066\tسلام 你好 🎹\u001b[2J')
  await write(fan, id, 'half \uD83C letter')
  expect(await texts(id)).toEqual(['half \uFFFD letter', 'one\ntwoevil\tسلام 你好 🎹[2J', markup])
})

test.each([
  ['nothing', undefined],
  ['null', null],
  ['a number', 7],
  ['a list', ['a']],
  ['spaces', ' \n\t '],
  ['nothing visible', '\u0000\u202E\u0007'],
  ['letters that are drawn as blanks', '\u3164\u2800\u115F\uFE0F'],
  ['2,001 characters', 'x'.repeat(2_001)],
])('%s is refused, and stores nothing', async (_, text) => {
  const id = await add()
  await expect(write(fan, id, text)).rejects.toMatchObject({
    status: 400,
    error: 'invalid',
    fields: { text: expect.any(String) },
  })
  expect(await list(id)).toEqual({ items: [], nextCursor: null, total: 0 })
})

test('2,000 characters are accepted, and the owner’s notice shows their beginning', async () => {
  const id = await add({ slug: 'long-read' })
  await write(fan, id, '🎹'.repeat(1_000))
  expect(await newsOf(owner, 'long-read')).toMatchObject([
    {
      title: 'Nadia_bars commented on Stairwell Sermon',
      message: `${'🎹'.repeat(199)}…`,
      relatedType: 'BEAT',
    },
  ])
})

test('the text of a deleted comment leaves the notice about it, and what is exported of its reader', async () => {
  const id = await add({ slug: 'taken-back' })
  const [mine] = [await write(fan, id, 'Call me on 555 0199'), await write(fan, id, 'Nice')]
  expect(await newsOf(owner, 'taken-back')).toMatchObject([{ message: 'Nice' }, { message: 'Call me on 555 0199' }])
  await remove(fan, mine.id)
  expect(await newsOf(owner, 'taken-back')).toMatchObject([
    { message: 'Nice' },
    { message: 'This comment was deleted.' },
  ])
  expect(JSON.stringify(await exportPerson(world.app, owner.id))).not.toContain('555 0199')
  expect(JSON.stringify(await exportPerson(world.app, owner.id))).toContain('Nice')
})

test('people get no notice of their own comments', async () => {
  const id = await add({ slug: 'own-words' })
  await write(owner, id, 'Thank you all')
  expect(await newsOf(owner, 'own-words')).toEqual([])
})

/** Holds the counter until all comments wait for it, so that they run at the same time. */
const atOnce = (id: number, text: string, times: number) =>
  world.app.db.transaction().execute(async (tx) => {
    await sql`select from item_stat where item_id = ${id} for update`.execute(tx)
    const results = Promise.allSettled(Array.from({ length: times }, () => write(fan, id, text)))
    await untilBlocked(world.app.db, times)
    return { results }
  })

test('a repeated comment is refused for a minute, also when several arrive at once', async () => {
  const [id, other] = [await add(), await add()]
  const results = await (await atOnce(id, 'Fire', 6)).results
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused).toHaveLength(5)
  for (const reason of refused) expect(reason).toMatchObject({ status: 409, error: 'duplicate' })
  await write(owner, id, 'Fire')
  await write(fan, other, 'Fire')
  await write(fan, id, 'Fire again')
  expect(await counted(id)).toBe(3)
  world.passTime(MINUTE)
  await write(fan, id, 'Fire')
  expect(await counted(id)).toBe(4)
  expect((await list(id)).items).toHaveLength(4)
})

test('all accounts on one network share a limit of a hundred comments; other networks are not affected', async () => {
  const strict = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const people: Person[] = []
  for (let n = 0; n < 11; n++) people.push(await strict.signUp()) // an address has few places for passwords at once
  const id = await addItem(strict.app.db, { ownerId: people[0]!.id })
  const say = async ({ accessToken }: Person, text: string, remoteAddress: string) =>
    (
      await strict.http.inject({
        method: 'POST',
        url: `/api/beats/${id}/comments`,
        headers: { authorization: `Bearer ${accessToken}` },
        payload: { text },
        remoteAddress,
      })
    ).statusCode
  const near = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2'] // one network
  for (const [at, person] of people.slice(0, 10).entries())
    for (let n = 0; n < 10; n++) expect(await say(person, `Number ${n}`, near[at % 2]!)).toBe(200)
  expect(await say(people[10]!, 'One more', near[0]!)).toBe(429)
  expect(await say(people[10]!, 'One more', '2001:db8:0:2::1')).toBe(200)
  await strict.close()
})

test('an account can write ten comments a minute', async () => {
  const strict = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const [ann, bob] = [await strict.signUp(), await strict.signUp()]
  const id = await addItem(strict.app.db, { ownerId: ann.id })
  const say = (person: Person, text: string) =>
    person.call('POST /beats/:id/comments', { params: { id }, body: { text } })
  for (let n = 0; n < 10; n++) await say(ann, `Number ${n}`)
  await expect(say(ann, 'Number 10')).rejects.toMatchObject({ status: 429, error: 'rate_limited' })
  await say(bob, 'Me too')
  strict.passTime(MINUTE)
  await say(ann, 'Number 11')
  await strict.close()
})

test('authors delete their own comments, admins delete any, and the counter follows', async () => {
  const [id, admin] = [await add(), await world.signUp()]
  const [mine, other] = [await write(fan, id, 'Mine'), await write(owner, id, 'The owner’s')]
  await world.app.db.updateTable('account').set({ isAdmin: true }).where('id', '=', admin.id).execute()
  await expect(remove(fan, other.id)).rejects.toMatchObject({ status: 404 })
  await expect(remove(owner, mine.id)).rejects.toMatchObject({ status: 404 })
  expect(await counted(id)).toBe(2)
  const twice = await Promise.allSettled([remove(fan, mine.id), remove(fan, mine.id)])
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect([await counted(id), await texts(id)]).toEqual([1, ['The owner’s']])
  await expect(remove(fan, mine.id)).rejects.toMatchObject({ status: 404 })
  await remove(admin, other.id)
  expect(await list(id)).toEqual({ items: [], nextCursor: null, total: 0 })
})

test('a second report by one person changes nothing, and nobody can report their own comment', async () => {
  const id = await add()
  const comment = await write(fan, id, 'Buy followers at example.test')
  for (const reason of ['Spam\u202E', 'Again']) expect(await report(owner, comment.id, reason)).toEqual({ ok: true })
  await report(await world.signUp(), comment.id)
  await expect(report(fan, comment.id)).rejects.toMatchObject({ status: 403 })
  await expect(report(owner, comment.id, 'x'.repeat(501))).rejects.toMatchObject({ status: 400 })
  await expect(report(owner, 123_456_789)).rejects.toMatchObject({ status: 404 })
  const reports = await world.app.db.selectFrom('report').where('commentId', '=', comment.id).selectAll().execute()
  expect(reports.map(({ reason }) => reason).toSorted()).toEqual(['', 'Spam'])
  await remove(fan, comment.id)
  await expect(report(owner, comment.id)).rejects.toMatchObject({ status: 404 })
})

test('comments of a deleted account stay, without its name and without a link to it', async () => {
  const [id, gone] = [await add(), await world.signUp()]
  await write(gone, id, 'Still true')
  await leave(gone, new Date())
  expect(await list(id)).toMatchObject({
    items: [{ text: 'Still true', user: { id: null, name: 'Deleted user', avatarUrl: null, plan: 'free' } }],
    total: 1,
  })
})

test('hidden items have no comments, guests cannot write, and malformed input is refused', async () => {
  const shown = await add()
  const hidden = [
    await add({ status: 'draft' }),
    await add({ deletedAt: new Date() }),
    await add({ kind: 'pack' }),
    Number.MAX_SAFE_INTEGER,
  ]
  for (const id of hidden) {
    await expect(list(id)).rejects.toMatchObject({ status: 404 })
    await expect(write(fan, id, 'Hello')).rejects.toMatchObject({ status: 404 })
  }
  await expect(
    world.guest('POST /beats/:id/comments', { params: { id: shown }, body: { text: 'Hi' } }),
  ).rejects.toMatchObject({ status: 401 })
  await expect(world.guest('DELETE /comments/:id', { params: { id: 1 } })).rejects.toMatchObject({ status: 401 })
  await expect(world.guest('POST /comments/:id/report', { params: { id: 1 }, body: {} })).rejects.toMatchObject({
    status: 401,
  })
  for (const bad of ['x', '0', '-1', '1e99', '9007199254740993', '\u202E', "' or 1=1 --"]) {
    await expect(world.guest('GET /beats/:id/comments', { params: { id: bad }, query: {} })).rejects.toMatchObject({
      status: 400,
    })
    await expect(
      world.guest('GET /beats/:id/comments', { params: { id: shown }, query: { cursor: bad } }),
    ).rejects.toMatchObject({ status: 400 })
    await expect(fan.call('DELETE /comments/:id', { params: { id: bad } })).rejects.toMatchObject({ status: 400 })
  }
  for (const limit of [0, -1, 1.5, 'x'])
    await expect(list(shown, { limit: limit as number })).rejects.toMatchObject({ status: 400 })
})

test('a body other than a JSON object is refused', async () => {
  const url = `/api/beats/${await add()}/comments`
  const post = async (payload: string, type: string) =>
    (
      await world.http.inject({
        method: 'POST',
        url,
        payload,
        headers: { authorization: `Bearer ${fan.accessToken}`, 'content-type': type },
      })
    ).statusCode
  expect(await post('text=hi', 'application/x-www-form-urlencoded')).toBe(415)
  expect(await post('{"text":', 'application/json')).toBe(400)
  expect(await post('"hi"', 'application/json')).toBe(400)
  expect(await post('[]', 'application/json')).toBe(400)
})
