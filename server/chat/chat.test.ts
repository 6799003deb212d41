import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUSE, SUPPORT } from '#contract/support.ts'
import { forgetPerson } from '#server/personal-data.ts'
import { untilBlocked } from '#test/blocked.ts'
import { createWorld, type World } from '#test/world.ts'
import { lockThread } from './lock-thread.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Person = Awaited<ReturnType<World['signUp']>>

const two = async () => [await world.signUp(), await world.signUp()] as const
const write = (from: Person, to: { id: number }, content: string, more: { key?: string; itemId?: number } = {}) =>
  from.call('POST /chat/send', { body: { senderId: from.id, receiverId: to.id, content, ...more } })
const history = (reader: Person, other: { id: number }, page: { before?: number; limit?: number } = {}) =>
  reader.call('GET /chat/history', { query: { user1: reader.id, user2: other.id, ...page } })
const contents = async (...asked: Parameters<typeof history>) => (await history(...asked)).map(({ content }) => content)
const threads = (reader: Person, query: { q?: string; before?: number; limit?: number; userId?: number } = {}) =>
  reader.call('GET /chat/threads', { query })

test('both read what each wrote, in its order, and each has the conversation in the list', async () => {
  const [ann, bob] = await two()
  const sent = await write(ann, bob, '  Is the WAV tagged? ')
  expect(sent).toMatchObject({ senderId: ann.id, receiverId: bob.id, content: 'Is the WAV tagged?', removed: false })
  await write(bob, ann, 'No,\nit is clean.')
  for (const [reader, other] of [
    [ann, bob],
    [bob, ann],
  ] as const) {
    expect(await contents(reader, other)).toEqual(['Is the WAV tagged?', 'No,\nit is clean.'])
    expect(await threads(reader)).toMatchObject([
      { partnerId: other.id, partnerName: other.displayName, lastContent: 'No,\nit is clean.', lastSenderId: bob.id },
    ])
  }
  const reversed = await ann.call('GET /chat/history', { query: { user1: bob.id, user2: ann.id } })
  expect(reversed.map(({ id }) => id)).toEqual((await history(ann, bob)).map(({ id }) => id))
})

test('only one of the two reads a conversation or writes in their name', async () => {
  const [ann, bob] = await two()
  const eve = await world.signUp()
  await write(ann, bob, 'secret')
  const pair = { query: { user1: ann.id, user2: bob.id } }
  await expect(eve.call('GET /chat/history', pair)).rejects.toMatchObject({ status: 403 })
  await expect(world.guest('GET /chat/history', pair)).rejects.toMatchObject({ status: 401 })
  await expect(threads(eve, { userId: ann.id })).rejects.toMatchObject({ status: 403 })
  const forged = { body: { senderId: ann.id, receiverId: bob.id, content: 'forged' } }
  await expect(eve.call('POST /chat/send', forged)).rejects.toMatchObject({ status: 403 })
  await expect(eve.call('POST /chat/send', { body: { ...forged.body, senderId: SUPPORT } })).rejects.toMatchObject({
    status: 403,
  })
  expect(await contents(ann, bob)).toEqual(['secret'])
  await world.app.db.updateTable('account').set({ isAdmin: true }).where('id', '=', eve.id).execute()
  await expect(eve.call('GET /chat/history', pair)).rejects.toMatchObject({ status: 403 })
})

test.each([
  ['blanks', { content: ' \n\t ' }],
  ['invisible letters', { content: '\u200b\u2060\u202e' }],
  ['no words', {}],
  ['more than 5,000 letters', { content: 'x'.repeat(5_001) }],
  ['a key with markup', { content: 'x', key: '<b>' }],
])('%s are refused and write nothing', async (_, body) => {
  const [ann, bob] = await two()
  const sending = ann.call('POST /chat/send', { body: { senderId: ann.id, receiverId: bob.id, ...body } })
  await expect(sending).rejects.toMatchObject({ status: 400 })
  expect(await history(ann, bob)).toEqual([])
  expect(await threads(bob)).toEqual([])
})

test('nobody writes to oneself, to the house or to an account that never was', async () => {
  const ann = await world.signUp()
  await expect(write(ann, ann, 'me')).rejects.toMatchObject({ status: 409, error: 'own_messages' })
  for (const id of [HOUSE, 999_999]) {
    await expect(write(ann, { id }, 'hello?')).rejects.toMatchObject({ status: 404 })
    await expect(ann.call('GET /chat/threads/:id', { params: { id }, query: {} })).rejects.toMatchObject({
      status: 404,
    })
  }
})

test('control and direction characters are removed; markup and letters of every script stay text', async () => {
  const [ann, bob] = await two()
  await write(ann, bob, '<b>hi</b>\u202Egnp.exe\u2066 سلام\u0000 🎹')
  expect(await contents(bob, ann)).toEqual(['<b>hi</b>gnp.exe سلام 🎹'])
})

test('history and list come in pages', async () => {
  const ann = await world.signUp()
  const partners = [await world.signUp(), await world.signUp(), await world.signUp()]
  for (const partner of partners) await write(partner, ann, `from ${partner.displayName}`)
  const [first] = partners
  for (let n = 1; n < 7; n++) await write(ann, first!, String(n))
  const newest = await history(ann, first!, { limit: 3 })
  expect(newest.map(({ content }) => content)).toEqual(['4', '5', '6'])
  expect(await contents(ann, first!, { limit: 3, before: newest[0]!.id })).toEqual(['1', '2', '3'].slice(-3))
  expect(await contents(ann, first!, { before: newest[0]!.id })).toEqual([`from ${first!.displayName}`, '1', '2', '3'])

  const page = await threads(ann, { limit: 2 })
  expect(page.map(({ partnerId }) => partnerId)).toEqual([first!.id, partners[2]!.id])
  expect((await threads(ann, { before: page[1]!.lastId })).map(({ partnerId }) => partnerId)).toEqual([partners[1]!.id])
  expect((await threads(ann, { q: partners[1]!.displayName })).map(({ partnerId }) => partnerId)).toEqual([
    partners[1]!.id,
  ])
  expect(await threads(ann, { q: '%' })).toEqual([])
})

test('a message that is sent twice with its key is written once, also at the same time', async () => {
  const [ann, bob] = await two()
  const answers = await Promise.all(Array.from({ length: 5 }, () => write(ann, bob, 'once', { key: 'k-1' })))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect((await write(ann, bob, 'once', { key: 'k-1' })).id).toBe(answers[0]!.id)
  expect(await contents(bob, ann)).toEqual(['once'])
  await write(bob, ann, 'the key of another person', { key: 'k-1' })
  expect(await contents(ann, bob)).toEqual(['once', 'the key of another person'])
})

test('first messages of both at the same time make one conversation', async () => {
  for (let round = 0; round < 5; round++) {
    const [ann, bob] = await two()
    await Promise.all([write(ann, bob, 'a'), write(bob, ann, 'b'), write(ann, bob, 'c')])
    expect((await contents(ann, bob)).toSorted()).toEqual(['a', 'b', 'c'])
    for (const one of [ann, bob]) expect(await threads(one)).toHaveLength(1)
  }
})

test('messages are ordered by their commits', async () => {
  const [ann, bob] = await two()
  await write(ann, bob, 'first')
  const waiting = await world.app.db.transaction().execute(async (tx) => {
    await lockThread(tx, { self: ann.id, partner: bob.id })
    const both = Promise.all([write(ann, bob, 'second'), write(bob, ann, 'third')])
    both.catch(() => {})
    await untilBlocked(world.app.db, 2)
    return { both }
  })
  const [second, third] = await waiting.both
  const ids = (await history(ann, bob)).map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((one, other) => one - other))
  expect(ids).toContain(second.id)
  expect(ids).toContain(third.id)
})

test('writers take their messages back for both; others can’t', async () => {
  const [ann, bob] = await two()
  const { id } = await write(ann, bob, 'regretted')
  const params = { id }
  await expect(bob.call('DELETE /chat/messages/:id', { params })).rejects.toMatchObject({ status: 404 })
  await ann.call('DELETE /chat/messages/:id', { params })
  await ann.call('DELETE /chat/messages/:id', { params })
  expect(await history(bob, ann)).toMatchObject([{ id, content: '', removed: true }])
  expect(await threads(bob)).toMatchObject([{ lastContent: 'Message deleted' }])
})

test('the words of a deleted account go, those of the other stay, and nobody writes to it', async () => {
  const [ann, bob] = await two()
  await write(ann, bob, 'words of Ann')
  await write(bob, ann, 'words of Bob')
  await forgetPerson(world.app, ann.id)
  expect(await history(bob, ann)).toMatchObject([
    { content: '', removed: true },
    { content: 'words of Bob', removed: false },
  ])
  expect(await threads(bob)).toMatchObject([{ partnerName: 'Deleted user', partnerIsGone: true }])
  await expect(write(bob, ann, 'still there?')).rejects.toMatchObject({ status: 409, error: 'partner_gone' })
  const carl = await world.signUp()
  await expect(write(carl, ann, 'hello')).rejects.toMatchObject({ status: 404 })
})

test('a message that waits for the deletion of its writer is refused', async () => {
  const [ann, bob] = await two()
  await write(ann, bob, 'before')
  const waiting = await world.app.db.transaction().execute(async (tx) => {
    await lockThread(tx, { self: ann.id, partner: bob.id })
    const late = write(ann, bob, 'late words')
    late.catch(() => {})
    await untilBlocked(world.app.db)
    await tx.updateTable('account').set({ deletedAt: new Date() }).where('id', '=', ann.id).execute()
    return { late }
  })
  await expect(waiting.late).rejects.toMatchObject({ status: 409, error: 'partner_gone' })
  expect(await contents(bob, ann)).toEqual(['before'])
})
