import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetPerson } from '#server/personal-data.ts'
import { newAdmin } from '#test/desk.ts'
import { addItem } from '#test/factories.ts'
import { confirmedSeller, mailsTo, untilDigest } from '#test/mailed-news.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const MINUTE = 60_000

test('single mails wait ten minutes, come once for a kind, and leave out what was read', async () => {
  const owner = await confirmedSeller(world)
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
  expect(await mailsTo(world, owner, 'news-comments')).toEqual([])
  world.passTime(10 * MINUTE)
  await world.takeDue()
  await world.takeDue()
  const [mail, ...more] = await mailsTo(world, owner, 'news-comments')
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject: 'Comments: 2 new' })
  expect(mail!.text).toMatch(/First words[^]*Second words/)
  expect(mail!.text).not.toMatch(/Read on the site|Taken back/)
  expect(mail!.text).toContain('Unsubscribe from mails about comments')
})

test('likes of one item are one line of a mail, also without a notice on the site', async () => {
  const owner = await confirmedSeller(world)
  const fans = await Promise.all([1, 2, 3].map(() => world.signUp()))
  await owner.call('PATCH /me/notification-preferences', { body: { kind: 'likes', mail: true, site: false } })
  for (const { call } of fans) await call('POST /beats/:id/like', owner.item)
  world.passTime(10 * MINUTE)
  await world.takeDue()
  const mails = await mailsTo(world, owner, 'news-likes')
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain(`${fans[2]!.displayName} and 2 others`)
  expect(mails[0]!.text).toContain('https://beats.example/track/')
})

test('a mail that waits for its hour does not name a person who has left meanwhile', async () => {
  const owner = await confirmedSeller(world)
  const [gone, fan] = [await world.signUp(), await world.signUp()]
  await owner.call('PATCH /me/notification-preferences', { body: { kind: 'likes', digest: true } })
  for (const { call } of [gone, fan]) await call('POST /beats/:id/like', owner.item)
  await forgetPerson(world.app, gone.id)
  untilDigest(world)
  await world.takeDue()
  const [mail] = await mailsTo(world, owner, 'digest')
  expect(mail!.text).toContain(`${fan.displayName} and Deleted user liked Night Bus`)
  expect(mail!.text).not.toContain(gone.displayName)
})

test('likes of many are told also if the newest one has left meanwhile', async () => {
  const owner = await confirmedSeller(world)
  const [fan, gone] = [await world.signUp(), await world.signUp()]
  await owner.call('PATCH /me/notification-preferences', { body: { kind: 'likes', digest: true, site: false } })
  for (const { call } of [fan, gone]) await call('POST /beats/:id/like', owner.item)
  await forgetPerson(world.app, gone.id)
  untilDigest(world)
  await world.takeDue()
  const [mail] = await mailsTo(world, owner, 'digest')
  expect(mail!.text).toContain('Deleted user and 1 other liked Night Bus')
})

test('the digest leaves out what a person did who was banned meanwhile', async () => {
  const [owner, admin] = [await confirmedSeller(world), await newAdmin(world)]
  const [spammer, fan] = [await world.signUp(), await world.signUp()]
  for (const { call, id } of [spammer, fan])
    await call('POST /beats/:id/comments', { ...owner.item, body: { text: `Words of ${id}` } })
  const body = { category: 'spam' as const, reason: 'The same comment everywhere.' }
  await admin.call('POST /admin/people/:id/ban', { params: { id: spammer.id }, body })
  untilDigest(world)
  await world.takeDue()
  const [mail] = await mailsTo(world, owner, 'digest')
  expect(mail!.text).toContain(`Words of ${fan.id}`)
  expect(mail!.text).not.toContain(`Words of ${spammer.id}`)
})

test('likes of many are told without the name of the newest one, who was banned meanwhile', async () => {
  const [owner, admin] = [await confirmedSeller(world), await newAdmin(world)]
  const [fan, spammer] = [await world.signUp(), await world.signUp()]
  await owner.call('PATCH /me/notification-preferences', { body: { kind: 'likes', digest: true } })
  for (const { call } of [fan, spammer]) await call('POST /beats/:id/like', owner.item)
  const body = { category: 'spam' as const, reason: 'The same comment everywhere.' }
  await admin.call('POST /admin/people/:id/ban', { params: { id: spammer.id }, body })
  untilDigest(world)
  await world.takeDue()
  const [mail] = await mailsTo(world, owner, 'digest')
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
  expect(await mailsTo(world, owner, 'news-comments')).toEqual([])
  expect(
    await world.app.db.selectFrom('notificationMail').selectAll().where('accountId', '=', owner.id).execute(),
  ).toEqual([])
})

test('the digest comes at its hour, once a day, and not without news', async () => {
  const owner = await confirmedSeller(world)
  const fan = await world.signUp()
  const say = (text: string) => fan.call('POST /beats/:id/comments', { ...owner.item, body: { text } })
  await say('Before the hour')
  world.passTime(11 * MINUTE)
  await world.takeDue()
  expect(await mailsTo(world, owner, 'digest')).toEqual([])
  untilDigest(world)
  await Promise.all([world.takeDue(), world.takeDue()]) // two servers at once
  expect(await mailsTo(world, owner, 'digest')).toHaveLength(1)

  // written before the hour, committed after the digest: it waits for the next one
  const late = { accountId: owner.id, kind: 'comments', isDigest: true, path: '/notifications', message: 'Hm' }
  await world.app.db
    .insertInto('notificationMail')
    .values({ ...late, title: 'A late commit', createdAt: world.app.clock.now(), dueAt: world.app.clock.now() })
    .execute()
  await world.takeDue()
  expect(await mailsTo(world, owner, 'digest')).toHaveLength(1)
  untilDigest(world)
  await world.takeDue()
  const [first, second] = await mailsTo(world, owner, 'digest')
  expect(first!.text).toContain('Before the hour')
  expect(second!.text).toContain('A late commit')
  untilDigest(world)
  await world.takeDue()
  expect(await mailsTo(world, owner, 'digest')).toHaveLength(2)
})

test('a message comes by mail when it stays unread, with its newest words', async () => {
  const [reader, writer] = [await confirmedSeller(world), await world.signUp()]
  const write = (content: string) =>
    writer.call('POST /chat/send', { body: { senderId: writer.id, receiverId: reader.id, content } })
  await write('Are you there?')
  await write('It is about the bass.')
  world.passTime(10 * MINUTE)
  await world.takeDue()
  const [mail, ...more] = await mailsTo(world, reader, 'news-messages')
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject: `${writer.displayName} wrote to you` })
  expect(mail!.text).toContain('It is about the bass.')
})

test('a message that was read in its conversation comes by no mail, also without notices of messages', async () => {
  const writer = await world.signUp()
  const readers = [await confirmedSeller(world), await confirmedSeller(world)]
  await readers[1]!.call('PATCH /me/notification-preferences', { body: { kind: 'messages', site: false } })
  for (const reader of readers) {
    const body = { senderId: writer.id, receiverId: reader.id, content: 'Read at once' }
    const { id } = await writer.call('POST /chat/send', { body })
    await reader.call('POST /chat/read', { body: { userId: reader.id, partnerId: writer.id, upTo: id } })
  }
  world.passTime(10 * MINUTE)
  await world.takeDue()
  for (const reader of readers) expect(await mailsTo(world, reader, 'news-messages')).toEqual([])
})
