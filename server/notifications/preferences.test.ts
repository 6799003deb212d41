import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetPerson } from '#server/personal-data.ts'
import { newAdmin } from '#test/desk.ts'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Person = Awaited<ReturnType<World['signUp']>>

const confirm = ({ id }: Person) =>
  world.app.db.updateTable('account').set({ emailVerifiedAt: world.app.clock.now() }).where('id', '=', id).execute()
async function seller() {
  const person = await world.signUp()
  await confirm(person)
  const item = await addItem(world.app.db, { ownerId: person.id, title: 'Night Bus' })
  return { ...person, item: { params: { id: item } } }
}
const titlesOf = async ({ call }: Person) =>
  (await call('GET /notifications', { query: {} })).content.map(({ title }) => title)
const mailsTo = ({ email }: Person, kind: string) =>
  world.app.db
    .selectFrom('mail')
    .where('recipient', '=', email)
    .where('kind', '=', kind)
    .selectAll()
    .orderBy('id')
    .execute()

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Moves the clock to the next time of the digest, and signs in again where needed by the caller. */
const untilDigest = () => {
  const now = world.app.clock.now()
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 17)
  world.passTime((today > now.getTime() ? today : today + DAY) - now.getTime())
}

test('preferences start as the contract says, and each change is answered whole', async () => {
  const person = await world.signUp()
  const start = await person.call('GET /me/notification-preferences')
  expect(start).toEqual({
    items: [
      { kind: 'messages', site: true, mail: true, digest: false },
      { kind: 'comments', site: true, mail: false, digest: true },
      { kind: 'followers', site: true, mail: false, digest: false },
      { kind: 'likes', site: true, mail: false, digest: false },
      { kind: 'announcements', site: true, mail: false, digest: true },
    ],
    updates: false,
    mailsReach: false,
  })
  const change = (body: object) => person.call('PATCH /me/notification-preferences', { body })
  const kindIn = ({ items }: typeof start, kind: string) => items.find((one) => one.kind === kind)
  expect(kindIn(await change({ kind: 'likes', digest: true }), 'likes')).toMatchObject({ digest: true, mail: false })
  // single mails take the kind out of the digest
  expect(kindIn(await change({ kind: 'likes', mail: true }), 'likes')).toMatchObject({ digest: false, mail: true })
  expect(kindIn(await change({ kind: 'likes', site: false }), 'likes')).toEqual({
    kind: 'likes',
    site: false,
    mail: true,
    digest: false,
  })
  expect(await change({ updates: true })).toMatchObject({ updates: true })
  expect((await world.signUp().then(({ call }) => call('GET /me/notification-preferences'))).items).toEqual(start.items)
})

test('kinds that are not there to choose, both ways of mail, and channels without a kind are refused', async () => {
  const { call } = await world.signUp()
  for (const body of [
    { kind: 'sales', site: false },
    { kind: 'account', mail: false },
    { kind: 'likes', mail: true, digest: true },
    { site: false },
    { kind: 'likes', site: 'no' },
  ])
    await expect(call('PATCH /me/notification-preferences', { body: body as object })).rejects.toMatchObject({
      status: 400,
    })
  expect((await call('GET /me/notification-preferences')).items.every(({ site }) => site)).toBe(true)
  await expect(world.guest('GET /me/notification-preferences')).rejects.toMatchObject({ status: 401 })
})

test('a kind that is off on the site leaves no notice, also if it comes by mail, and others still do', async () => {
  const owner = await seller()
  const fan = await world.signUp()
  for (const kind of ['likes', 'comments'] as const)
    await owner.call('PATCH /me/notification-preferences', { body: { kind, site: false } })
  await fan.call('POST /beats/:id/like', owner.item)
  await fan.call('POST /beats/:id/comments', { ...owner.item, body: { text: 'Cold' } })
  await fan.call('POST /follow/:id', { params: { id: owner.id } })
  expect(await titlesOf(owner)).toEqual([`${fan.displayName} followed you`])
  untilDigest()
  await world.takeDue()
  expect((await mailsTo(owner, 'digest'))[0]?.text).toContain('Cold')
})

test('single mails wait ten minutes, come once for a kind, and leave out what was read', async () => {
  const owner = await seller()
  const [one, two] = [await world.signUp(), await world.signUp()]
  await owner.call('PATCH /me/notification-preferences', { body: { kind: 'comments', mail: true } })
  await one.call('POST /beats/:id/comments', { ...owner.item, body: { text: 'First words' } })
  await two.call('POST /beats/:id/comments', { ...owner.item, body: { text: 'Second words' } })
  const { id: taken } = await two.call('POST /beats/:id/comments', { ...owner.item, body: { text: 'Taken back' } })
  await two.call('DELETE /comments/:id', { params: { id: taken } })
  await one.call('POST /beats/:id/comments', { ...owner.item, body: { text: 'Read on the site' } })
  const { content } = await owner.call('GET /notifications', { query: {} })
  await owner.call('POST /notifications/:id/read', { params: { id: content[0]!.id } })
  await world.takeDue()
  expect(await mailsTo(owner, 'news-comments')).toEqual([])
  world.passTime(10 * MINUTE)
  await world.takeDue()
  await world.takeDue()
  const [mail, ...more] = await mailsTo(owner, 'news-comments')
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject: 'Comments: 2 new' })
  expect(mail!.text).toMatch(/First words[^]*Second words/)
  expect(mail!.text).not.toMatch(/Read on the site|Taken back/)
  expect(mail!.text).toContain('Unsubscribe from mails about comments')
})

test('likes of one item are one line of a mail, also without a notice on the site', async () => {
  const owner = await seller()
  const fans = await Promise.all([1, 2, 3].map(() => world.signUp()))
  await owner.call('PATCH /me/notification-preferences', { body: { kind: 'likes', mail: true, site: false } })
  for (const { call } of fans) await call('POST /beats/:id/like', owner.item)
  world.passTime(10 * MINUTE)
  await world.takeDue()
  const mails = await mailsTo(owner, 'news-likes')
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain(`${fans[2]!.displayName} and 2 others`)
  expect(mails[0]!.text).toContain('https://beats.example/track/')
})

test('a mail that waits for its hour does not name a person who has left meanwhile', async () => {
  const owner = await seller()
  const [gone, fan] = [await world.signUp(), await world.signUp()]
  await owner.call('PATCH /me/notification-preferences', { body: { kind: 'likes', digest: true } })
  for (const { call } of [gone, fan]) await call('POST /beats/:id/like', owner.item)
  await forgetPerson(world.app, gone.id)
  untilDigest()
  await world.takeDue()
  const [mail] = await mailsTo(owner, 'digest')
  expect(mail!.text).toContain(`${fan.displayName} and Deleted user liked Night Bus`)
  expect(mail!.text).not.toContain(gone.displayName)
})

test('likes of many are told also if the newest one has left meanwhile', async () => {
  const owner = await seller()
  const [fan, gone] = [await world.signUp(), await world.signUp()]
  await owner.call('PATCH /me/notification-preferences', { body: { kind: 'likes', digest: true, site: false } })
  for (const { call } of [fan, gone]) await call('POST /beats/:id/like', owner.item)
  await forgetPerson(world.app, gone.id)
  untilDigest()
  await world.takeDue()
  const [mail] = await mailsTo(owner, 'digest')
  expect(mail!.text).toContain('Deleted user and 1 other liked Night Bus')
})

test('the digest leaves out what a person did who was banned meanwhile', async () => {
  const [owner, admin] = [await seller(), await newAdmin(world)]
  const [spammer, fan] = [await world.signUp(), await world.signUp()]
  for (const { call, id } of [spammer, fan])
    await call('POST /beats/:id/comments', { ...owner.item, body: { text: `Words of ${id}` } })
  const body = { category: 'spam' as const, reason: 'The same comment everywhere.' }
  await admin.call('POST /admin/people/:id/ban', { params: { id: spammer.id }, body })
  untilDigest()
  await world.takeDue()
  const [mail] = await mailsTo(owner, 'digest')
  expect(mail!.text).toContain(`Words of ${fan.id}`)
  expect(mail!.text).not.toContain(`Words of ${spammer.id}`)
})

test('likes of many are told without the name of the newest one, who was banned meanwhile', async () => {
  const [owner, admin] = [await seller(), await newAdmin(world)]
  const [fan, spammer] = [await world.signUp(), await world.signUp()]
  await owner.call('PATCH /me/notification-preferences', { body: { kind: 'likes', digest: true } })
  for (const { call } of [fan, spammer]) await call('POST /beats/:id/like', owner.item)
  const body = { category: 'spam' as const, reason: 'The same comment everywhere.' }
  await admin.call('POST /admin/people/:id/ban', { params: { id: spammer.id }, body })
  untilDigest()
  await world.takeDue()
  const [mail] = await mailsTo(owner, 'digest')
  expect(mail!.text).toContain(`Somebody and ${fan.displayName} liked Night Bus`)
  expect(mail!.text).not.toContain(spammer.displayName)
})

test('an address that nobody has confirmed gets no mail of these kinds', async () => {
  const owner = await world.signUp()
  const item = await addItem(world.app.db, { ownerId: owner.id })
  const fan = await world.signUp()
  await owner.call('PATCH /me/notification-preferences', { body: { kind: 'comments', mail: true } })
  await fan.call('POST /beats/:id/comments', { params: { id: item }, body: { text: 'Hm' } })
  world.passTime(10 * MINUTE)
  await world.takeDue()
  expect(await mailsTo(owner, 'news-comments')).toEqual([])
  expect(
    await world.app.db.selectFrom('notificationMail').selectAll().where('accountId', '=', owner.id).execute(),
  ).toEqual([])
})

test('the digest comes at its hour, once a day, and not without news', async () => {
  const owner = await seller()
  const fan = await world.signUp()
  const say = (text: string) => fan.call('POST /beats/:id/comments', { ...owner.item, body: { text } })
  await say('Before the hour')
  world.passTime(11 * MINUTE)
  await world.takeDue()
  expect(await mailsTo(owner, 'digest')).toEqual([])
  untilDigest()
  await Promise.all([world.takeDue(), world.takeDue()]) // two servers at once
  expect(await mailsTo(owner, 'digest')).toHaveLength(1)

  // written before the hour, committed after the digest: it waits for the next one
  const late = { accountId: owner.id, kind: 'comments', isDigest: true, path: '/notifications', message: 'Hm' }
  await world.app.db
    .insertInto('notificationMail')
    .values({ ...late, title: 'A late commit', createdAt: world.app.clock.now(), dueAt: world.app.clock.now() })
    .execute()
  await world.takeDue()
  expect(await mailsTo(owner, 'digest')).toHaveLength(1)
  untilDigest()
  await world.takeDue()
  const [first, second] = await mailsTo(owner, 'digest')
  expect(first!.text).toContain('Before the hour')
  expect(second!.text).toContain('A late commit')
  untilDigest()
  await world.takeDue()
  expect(await mailsTo(owner, 'digest')).toHaveLength(2)
})

test('the link of a mail switches off exactly its kind, without signing in, and leads back', async () => {
  const owner = await seller()
  const fan = await world.signUp()
  for (const kind of ['likes', 'comments'] as const)
    await owner.call('PATCH /me/notification-preferences', { body: { kind, mail: true } })
  await fan.call('POST /beats/:id/like', owner.item)
  await fan.call('POST /beats/:id/comments', { ...owner.item, body: { text: 'Waiting' } })
  world.passTime(10 * MINUTE)
  await world.takeDue()
  const [mail] = await mailsTo(owner, 'news-likes')
  const url = new URL(mail!.unsubscribeUrl!)
  const token = url.searchParams.get('token')!
  const channels = async () => (await owner.call('GET /me/notification-preferences')).items
  const before = await channels()

  const once = await world.http.inject({
    method: 'POST',
    url: url.pathname + url.search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(once.statusCode).toBe(200)
  expect(await channels()).toEqual(before.map((one) => (one.kind === 'likes' ? { ...one, mail: false } : one)))
  expect(await world.guest('POST /unsubscribe', { body: { token } })).toEqual({ topic: 'likes', kinds: ['likes'] })
  expect(await world.guest('POST /resubscribe', { body: { token } })).toEqual({ topic: 'likes', kinds: ['likes'] })
  expect(await channels()).toEqual(before)
  for (const forged of [token.replace('likes', 'comments'), token.replace('likes', 'sales'), 'x'])
    await expect(world.guest('POST /resubscribe', { body: { token: forged } })).rejects.toMatchObject({ status: 404 })
})

test('the digest’s link switches the digest off for all kinds, and the way back restores them', async () => {
  const owner = await seller()
  const fan = await world.signUp()
  await owner.call('PATCH /me/notification-preferences', { body: { kind: 'followers', digest: true } })
  await fan.call('POST /follow/:id', { params: { id: owner.id } })
  untilDigest()
  await world.takeDue()
  const [mail] = await mailsTo(owner, 'digest')
  const token = new URL(mail!.unsubscribeUrl!).searchParams.get('token')!
  const stopped = await world.guest('POST /unsubscribe', { body: { token } })
  expect(stopped).toEqual({ topic: 'digest', kinds: ['comments', 'followers', 'announcements'] })
  const { email, password } = owner
  const { accessToken } = await world.guest('POST /auth/login', { body: { email, password } })
  const call = world.clientFor(() => accessToken)
  const inDigest = async () =>
    (await call('GET /me/notification-preferences')).items.filter(({ digest }) => digest).map(({ kind }) => kind)
  expect(await inDigest()).toEqual([])
  await world.guest('POST /resubscribe', { body: { token, kinds: stopped.kinds } })
  expect(await inDigest()).toEqual(['comments', 'followers', 'announcements'])
})

test('switching a mail off takes back what was waiting', async () => {
  const owner = await seller()
  const fan = await world.signUp()
  await fan.call('POST /beats/:id/comments', { ...owner.item, body: { text: 'Too late' } })
  await owner.call('PATCH /me/notification-preferences', { body: { kind: 'comments', digest: false } })
  await owner.call('PATCH /me/notification-preferences', { body: { kind: 'comments', digest: true } })
  untilDigest()
  await world.takeDue()
  expect(await mailsTo(owner, 'digest')).toEqual([])
})

test('a message comes by mail when it stays unread, with its newest words', async () => {
  const [reader, writer] = [await seller(), await world.signUp()]
  const write = (content: string) =>
    writer.call('POST /chat/send', { body: { senderId: writer.id, receiverId: reader.id, content } })
  await write('Are you there?')
  await write('It is about the bass.')
  world.passTime(10 * MINUTE)
  await world.takeDue()
  const [mail, ...more] = await mailsTo(reader, 'news-messages')
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject: `${writer.displayName} wrote to you` })
  expect(mail!.text).toContain('It is about the bass.')
})

test('a message that was read in its conversation comes by no mail, also without notices of messages', async () => {
  const writer = await world.signUp()
  const readers = [await seller(), await seller()]
  await readers[1]!.call('PATCH /me/notification-preferences', { body: { kind: 'messages', site: false } })
  for (const reader of readers) {
    const body = { senderId: writer.id, receiverId: reader.id, content: 'Read at once' }
    const { id } = await writer.call('POST /chat/send', { body })
    await reader.call('POST /chat/read', { body: { userId: reader.id, partnerId: writer.id, upTo: id } })
  }
  world.passTime(10 * MINUTE)
  await world.takeDue()
  for (const reader of readers) expect(await mailsTo(reader, 'news-messages')).toEqual([])
})
