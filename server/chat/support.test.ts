import { afterAll, beforeAll, expect, test } from 'vitest'
import { SUPPORT } from '#contract/support.ts'
import { forgetPersonIn } from '#server/personal-data.ts'
import { untilBlocked } from '#test/blocked.ts'
import { everythingOf, listenTo } from '#test/notices.ts'
import { until } from '#test/until.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ env: { SUPPORT_EMAIL: 'help@slide.test' } })
})
afterAll(() => world.close())

type Person = Awaited<ReturnType<World['signUp']>>

async function admin() {
  const person = await world.signUp()
  await world.app.db.updateTable('account').set({ isAdmin: true }).where('id', '=', person.id).execute()
  return person
}
const ask = (from: Person, content: string) =>
  from.call('POST /chat/send', { body: { senderId: from.id, receiverId: SUPPORT, content } })
const answer = (from: Person, to: Person, content: string) =>
  from.call('POST /chat/send', { body: { senderId: SUPPORT, receiverId: to.id, content } })
const asSupport = (reader: Person, partner: Person) =>
  reader.call('GET /chat/history', { query: { user1: SUPPORT, user2: partner.id } })
const inbox = (reader: Person) => reader.call('GET /chat/threads', { query: { userId: SUPPORT } })

test('every admin reads and answers as the support; only admins see who wrote', async () => {
  const [ann, one, other] = [await world.signUp(), await admin(), await admin()]
  await ask(ann, 'When is the next payout?')
  expect((await inbox(one))[0]).toMatchObject({ partnerId: ann.id, unread: 1 })
  await answer(one, ann, 'On Monday.')
  await answer(other, ann, 'At nine.')
  expect(await asSupport(other, ann)).toMatchObject([
    { senderId: ann.id, writtenBy: null },
    { senderId: SUPPORT, content: 'On Monday.', writtenBy: { id: one.id, name: one.displayName } },
    { senderId: SUPPORT, content: 'At nine.', writtenBy: { id: other.id } },
  ])
  const seen = await ann.call('GET /chat/history', { query: { user1: ann.id, user2: SUPPORT } })
  expect(seen).toMatchObject([{}, { senderId: SUPPORT, writtenBy: null }, { senderId: SUPPORT, writtenBy: null }])
  const [notice] = (await ann.call('GET /notifications', { query: {} })).content
  expect(notice).toMatchObject({ chatId: SUPPORT, recipientName: 'Admin', title: 'Admin wrote to you' })
  expect((await ann.call('GET /chat/threads', { query: {} }))[0]).toMatchObject({ partnerId: SUPPORT })
  await expect(inbox(ann)).rejects.toMatchObject({ status: 403 })
  await expect(asSupport(ann, one)).rejects.toMatchObject({ status: 403 })
})

test('the streams of admins tell that the support has words to read', async () => {
  const [ann, bea] = [await world.signUp(), await admin()]
  const origin = await world.http.listen({ host: '127.0.0.1', port: 0 })
  const stream = await listenTo(`${origin}/api/notifications/stream`, bea.accessToken)
  await stream.saying('event: support')
  const hers = await listenTo(`${origin}/api/chat/stream`, ann.accessToken)
  await hers.saying('event: chat')
  const before = everythingOf(stream).length
  await ask(ann, 'hello?')
  await until(
    () =>
      everythingOf(stream)
        .slice(before)
        .some(({ event }) => event === 'support'),
    'the news',
  )
  expect(everythingOf(stream).some(({ event }) => event === 'message')).toBe(false)
  expect(everythingOf(hers).some(({ event }) => event === 'support')).toBe(false)
})

test('the contact page’s words of people with an account go on their conversation; those of guests wait in the desk', async () => {
  const [ann, bea] = [await world.signUp(), await admin()]
  const body = { name: 'Ada', email: 'ada@slide.test', topic: 'Buying' as const, message: 'Is the WAV tagged?' }
  await ann.call('POST /contact', { body })
  expect(await asSupport(bea, ann)).toMatchObject([{ senderId: ann.id, content: 'Buying: Is the WAV tagged?' }])
  await world.guest('POST /contact', { body: { ...body, message: 'A guest asks' } })
  const list = async (show: 'open' | 'done') =>
    (await bea.call('GET /admin/contact', { query: { show } })).items.map(({ message }) => message)
  expect(await list('open')).toEqual(['A guest asks'])
  const [{ id } = { id: 0 }] = (await bea.call('GET /admin/contact', { query: {} })).items
  await expect(ann.call('GET /admin/contact', { query: {} })).rejects.toMatchObject({ status: 403 })
  const close = () => bea.call('POST /admin/contact/:id/done', { params: { id }, body: { isDone: true } })
  await Promise.all([close(), close()])
  expect([await list('open'), await list('done')]).toEqual([[], ['A guest asks']])
  await bea.call('POST /admin/contact/:id/done', { params: { id }, body: { isDone: false } })
  expect(await list('open')).toEqual(['A guest asks'])
  const { items } = await bea.call('GET /admin/actions', { query: { limit: 2 } })
  const subject = { kind: 'contact message', id }
  expect(items).toMatchObject([
    { action: 'open contact message', subject, admin: bea.displayName },
    { action: 'close contact message', subject, admin: bea.displayName },
  ])
})

test('admins keep notes on people, for each other', async () => {
  const [ann, bea, cyd] = [await world.signUp(), await admin(), await admin()]
  const about = { params: { id: ann.id } }
  await bea.call('POST /admin/people/:id/notes', { ...about, body: { body: 'Asked twice for a refund.' } })
  const { id } = await cyd.call('POST /admin/people/:id/notes', { ...about, body: { body: 'Knows the answer.' } })
  expect(await cyd.call('GET /admin/people/:id/notes', about)).toMatchObject([
    { body: 'Knows the answer.', by: cyd.displayName },
    { body: 'Asked twice for a refund.', by: bea.displayName },
  ])
  await expect(ann.call('GET /admin/people/:id/notes', about)).rejects.toMatchObject({ status: 403 })
  await expect(
    bea.call('POST /admin/people/:id/notes', { ...about, body: { body: ' \u200b ' } }),
  ).rejects.toMatchObject({ status: 400 })
  await bea.call('DELETE /admin/notes/:id', { params: { id } })
  expect(await bea.call('GET /admin/people/:id/notes', about)).toHaveLength(1)
})

test('a note waits for the deletion of its person, and is refused then', async () => {
  const [ann, bea] = [await world.signUp(), await admin()]
  let noting: Promise<unknown> | undefined
  await world.app.db.transaction().execute(async (tx) => {
    await forgetPersonIn(world.app, tx, ann.id)
    noting = bea.call('POST /admin/people/:id/notes', { params: { id: ann.id }, body: { body: 'Lives in Leeds.' } })
    noting.catch(() => {})
    await Promise.race([noting, untilBlocked(world.app.db)])
  })
  await expect(noting).rejects.toMatchObject({ status: 404 })
  expect(await bea.call('GET /admin/people/:id/notes', { params: { id: ann.id } })).toEqual([])
})
