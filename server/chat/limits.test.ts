import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SUPPORT } from '#contract/support.ts'
import { forgetPerson, forgetPersonIn } from '#server/personal-data.ts'
import { untilBlocked } from '#test/blocked.ts'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

const DAY = 86_400_000

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Person = Awaited<ReturnType<World['signUp']>>

const two = async () => [await world.signUp(), await world.signUp()] as const
const write = (from: Person, to: { id: number }, content: string, more: { itemId?: number } = {}) =>
  from.call('POST /chat/send', { body: { senderId: from.id, receiverId: to.id, content, ...more } })
const history = (reader: Person, other: { id: number }) =>
  reader.call('GET /chat/history', { query: { user1: reader.id, user2: other.id } })
const thread = (reader: Person, other: { id: number }) =>
  reader.call('GET /chat/threads/:id', { params: { id: other.id }, query: {} })
const admin = async () => {
  const person = await world.signUp()
  await world.app.db.updateTable('account').set({ isAdmin: true }).where('id', '=', person.id).execute()
  return person
}

test('a block stops words in both ways, keeps what was written, and can be taken back', async () => {
  const [ann, bob] = await two()
  await write(ann, bob, 'before')
  const params = { id: ann.id }
  await bob.call('PUT /chat/blocks/:id', { params })
  await bob.call('PUT /chat/blocks/:id', { params })
  await expect(write(ann, bob, 'x')).rejects.toMatchObject({ status: 409, error: 'blocked' })
  await expect(write(bob, ann, 'x')).rejects.toMatchObject({ status: 409, error: 'blocking' })
  expect(await thread(bob, ann)).toMatchObject({ blocked: true })
  expect(await thread(ann, bob)).toMatchObject({ blocked: false })
  expect(await history(ann, bob)).toHaveLength(1)
  const eve = await world.signUp()
  await eve.call('PUT /chat/blocks/:id', { params })
  await expect(write(ann, eve, 'a first word')).rejects.toMatchObject({ status: 409, error: 'blocked' })
  expect(await ann.call('GET /chat/threads', { query: {} })).toHaveLength(1)
  await bob.call('DELETE /chat/blocks/:id', { params })
  await write(ann, bob, 'after')
  await expect(ann.call('PUT /chat/blocks/:id', { params: { id: SUPPORT } })).rejects.toMatchObject({ status: 409 })
  await expect(ann.call('PUT /chat/blocks/:id', { params })).rejects.toMatchObject({ status: 409 })
})

test.each([
  ['a first message', false],
  ['another message', true],
])('%s that is on its way comes before a block, and none comes after it', async (_, isKnown) => {
  const [ann, bob] = await two()
  if (isKnown) await write(ann, bob, 'before')
  const { db } = world.app
  await db
    .insertInto('notificationCounter')
    .values({ accountId: bob.id, last: 0 })
    .onConflict((has) => has.doNothing())
    .execute()
  const both = await db.transaction().execute(async (tx) => {
    await sql`select from notification_counter where account_id = ${bob.id} for update`.execute(tx)
    const writing = write(ann, bob, 'on its way')
    await untilBlocked(db)
    const blocking = bob.call('PUT /chat/blocks/:id', { params: { id: ann.id } })
    await untilBlocked(db, 2) // the block waits for the message
    return [writing, blocking]
  })
  await Promise.all(both)
  expect((await history(bob, ann)).map(({ content }) => content)).toContain('on its way')
  await expect(write(ann, bob, 'too late')).rejects.toMatchObject({ error: 'blocked' })
})

test('a person who is being deleted is not blocked afterwards', async () => {
  const [ann, bob] = await two()
  const { db } = world.app
  const blocking = await db.transaction().execute(async (tx) => {
    await forgetPersonIn(world.app, tx, bob.id)
    const asked = ann.call('PUT /chat/blocks/:id', { params: { id: bob.id } })
    asked.catch(() => {})
    await untilBlocked(db)
    return [asked]
  })
  await expect(blocking[0]).rejects.toMatchObject({ status: 404 })
  expect(await db.selectFrom('block').where('blockedId', '=', bob.id).selectAll().execute()).toEqual([])
})

test('a banned person is hidden in conversations until the ban is lifted, and nobody writes to them', async () => {
  const [ann, bob] = await two()
  const [{ call }, stranger] = [await admin(), await world.signUp()]
  const params = { id: ann.id }
  await write(ann, bob, 'before')
  expect(await thread(bob, ann)).toMatchObject({ partnerIsHidden: false })
  await call('POST /admin/people/:id/ban', { params, body: { category: 'abuse', reason: 'Threats, three times.' } })
  expect(await thread(bob, ann)).toMatchObject({ partnerName: ann.displayName, partnerIsHidden: true })
  expect(await history(bob, ann)).toMatchObject([{ content: 'before' }])
  await expect(write(bob, ann, 'x')).rejects.toMatchObject({ status: 409, error: 'partner_hidden' })
  await expect(write(stranger, ann, 'x')).rejects.toMatchObject({ status: 404 })
  await expect(thread(stranger, ann)).rejects.toMatchObject({ status: 404 })
  await call('POST /admin/people/:id/lift-ban', { params, body: { reason: 'It was somebody else.' } })
  expect(await thread(bob, ann)).toMatchObject({ partnerIsHidden: false })
  await write(bob, ann, 'welcome back')
})

test('a young account begins five conversations a day, also at once; a week later as many as it likes', async () => {
  const ann = await world.signUp()
  const others = await Promise.all(Array.from({ length: 9 }, () => world.signUp()))
  await write(ann, { id: SUPPORT }, 'does not count')
  const sent = await Promise.allSettled(others.slice(0, 7).map((other) => write(ann, other, 'hello')))
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  const refused = sent.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(refused.reason).toMatchObject({ status: 429, error: 'new_conversations' })
  const known = others[sent.findIndex(({ status }) => status === 'fulfilled')]!
  await write(ann, known, 'more to the same')
  await write(others[7]!, ann, 'an answer begins nothing')
  await write(ann, others[7]!, 'hello back')
  await world.app.db
    .updateTable('account')
    .set({ createdAt: new Date(world.app.clock.now().getTime() - 8 * DAY) })
    .where('id', '=', ann.id)
    .execute()
  await write(ann, others[8]!, 'an old friend')
})

test('one person sends thirty messages a minute', async () => {
  const strict = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const [ann, bob] = [await strict.signUp(), await strict.signUp()]
  const say = (content: string) => write(ann, bob, content)
  for (let n = 0; n < 30; n++) await say(String(n))
  await expect(say('too many')).rejects.toMatchObject({ status: 429, error: 'rate_limited' })
  strict.passTime(61_000)
  await say('later')
  await strict.close()
})

test('a reported message comes to the admins with those around it, as it was', async () => {
  const [ann, bob] = await two()
  const desk = await admin()
  for (let n = 0; n < 7; n++) await write(bob, ann, `before ${n}`)
  const { id } = await write(ann, bob, 'rude words')
  await write(bob, ann, 'please stop')
  const report = (by: Person) => by.call('POST /messages/:id/report', { params: { id }, body: { reason: 'Rude' } })
  const eve = await world.signUp()
  await expect(report(eve)).rejects.toMatchObject({ status: 404 })
  await expect(report(ann)).rejects.toMatchObject({ status: 403 })
  await report(bob)
  await ann.call('DELETE /chat/messages/:id', { params: { id } })
  const [found] = (await desk.call('GET /admin/reports', { query: {} })).items
  expect(found).toMatchObject({
    about: 'message',
    person: { id: ann.id },
    by: { id: bob.id },
    isGone: true,
    excerpt: [
      ...[2, 3, 4, 5, 6].map((n) => ({ text: `before ${n}`, by: { id: bob.id }, isReported: false })),
      { text: 'rude words', by: { id: ann.id }, isReported: true },
      { text: 'please stop', by: { id: bob.id }, isReported: false },
    ],
  })
  await forgetPerson(world.app, ann.id)
  expect((await desk.call('GET /admin/reports', { query: {} })).items).toEqual([])
})

test('admins remove a reported message for both', async () => {
  const [ann, bob] = await two()
  const desk = await admin()
  const { id } = await write(ann, bob, 'rude words')
  await bob.call('POST /messages/:id/report', { params: { id }, body: {} })
  const [found] = (await desk.call('GET /admin/reports', { query: {} })).items
  await desk.call('POST /admin/reports/:id/remove-message', { params: { id: found!.id } })
  expect(await history(bob, ann)).toMatchObject([{ content: '', removed: true }])
  expect((await desk.call('GET /admin/reports', { query: {} })).items).toEqual([])
})

test('a shared item comes as a card, by its address in the text too, and fades when it leaves the store', async () => {
  const [ann, bob] = await two()
  const { db } = world.app
  const itemId = await addItem(db, { ownerId: ann.id, slug: 'shared-one', title: 'Harmattan' })
  const hidden = await addItem(db, { ownerId: ann.id, slug: 'hidden-one', status: 'pending' })
  expect(await write(ann, bob, '', { itemId })).toMatchObject({
    content: '',
    shared: { available: true, item: { id: itemId, title: 'Harmattan' } },
  })
  const linked = await write(bob, ann, 'This: http://localhost:80/track/shared-one. Good?')
  expect(linked.shared).toMatchObject({ item: { id: itemId } })
  const elsewhere = await write(bob, ann, 'https://evil.test/track/shared-one http://localhost:80/track/hidden-one')
  expect(elsewhere.shared).toBeNull()
  await expect(write(ann, bob, '', { itemId: hidden })).rejects.toMatchObject({ status: 404 })
  await expect(write(ann, bob, '', { itemId: 999_999 })).rejects.toMatchObject({ status: 404 })
  const own = await ann.call('GET /chat/shareable', { query: {} })
  expect(own.map(({ id }) => id)).toEqual([itemId])
  await bob.call('POST /beats/:id/like', { params: { id: itemId } })
  const liked = await bob.call('GET /chat/shareable', { query: { of: 'likes', q: 'harm' } })
  expect(liked.map(({ id }) => id)).toEqual([itemId])

  await db.updateTable('item').set({ status: 'rejected', publishedAt: null }).where('id', '=', itemId).execute()
  expect((await history(bob, ann))[0]?.shared).toMatchObject({
    available: false,
    item: { title: 'Harmattan', previewUrl: null },
  })
  expect((await ann.call('GET /chat/threads', { query: {} }))[0]).toMatchObject({ partnerId: bob.id })
})
