import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeDue } from '#server/jobs/due.ts'
import { forgetPerson } from '#server/personal-data.ts'
import { oneAfterTheOther } from '#test/blocked.ts'
import { createWorld, type World } from '#test/world.ts'
import { announcementTaker } from './index.ts'

type Person = Awaited<ReturnType<World['signUp']>>
const DAY = 24 * 60 * 60_000

let world: World
let admin: Person
let ann: Person
let seller: Person
let member: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.signUp()
  ann = await world.signUp()
  seller = await world.signUp()
  member = await world.signUp()
  const set = (id: number, change: object) =>
    world.app.db.updateTable('account').set(change).where('id', '=', id).execute()
  await set(admin.id, { isAdmin: true })
  await set(seller.id, { isProducer: true })
  await set(member.id, { plan: 'growth' })
})
afterAll(() => world.close())

let nth = 0
type Words = {
  title?: string
  message?: string
  path?: string
  audience?: 'all' | 'sellers' | 'plans'
  bannerUntil?: string
}
const send = (words: Words = {}, by = admin) =>
  by.call('POST /admin/announcements', {
    body: { title: `News ${++nth}`, message: 'We have new charts.', audience: 'all', ...words },
  })
const work = () => takeDue(world.app, [announcementTaker])
const stop = (id: number) => admin.call('POST /admin/announcements/:id/stop', { params: { id } })
const list = async () => (await admin.call('GET /admin/announcements', { query: {} })).items
const heard = async (person: Person, title: string) =>
  (await person.call('GET /notifications', { query: {} })).content.filter((news) => news.title === title)
const banner = async (person: Person) => (await person.call('GET /announcements/banner')).banner
const actionsOn = async (id: number) =>
  (
    await world.app.db
      .selectFrom('adminAction')
      .where('subjectKind', '=', 'announcement')
      .where('subjectId', '=', id)
      .select('action')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

test('everybody who is there hears it once, and new people do not', async () => {
  const { id, title } = await send({ path: '/charts' })
  const late = await world.signUp()
  await Promise.all([work(), work(), work()])
  await work()
  for (const person of [ann, seller, member, admin])
    expect(await heard(person, title)).toMatchObject([
      { topic: 'announcement', message: 'We have new charts.', path: '/charts', read: false },
    ])
  expect(await heard(late, title)).toEqual([])
  expect((await list()).find((one) => one.id === id)).toMatchObject({
    state: 'sent',
    told: 4,
    writtenBy: admin.displayName,
  })
  expect(await actionsOn(id)).toEqual(['send announcement'])
})

test('sellers alone and people with a plan alone can be told', async () => {
  const toSellers = await send({ audience: 'sellers' })
  await work()
  const toPlans = await send({ audience: 'plans' })
  await work()
  expect(await heard(seller, toSellers.title)).toHaveLength(1)
  expect(await heard(member, toSellers.title)).toEqual([])
  expect(await heard(member, toPlans.title)).toHaveLength(1)
  expect(await heard(ann, toPlans.title)).toEqual([])
  expect(await admin.call('GET /admin/announcements/reach', { query: { audience: 'plans' } })).toEqual({ people: 1 })
})

test('people choose whether they hear it, and others read it in the mail of the day', async () => {
  const deaf = await world.signUp()
  await deaf.call('PATCH /me/notification-preferences', {
    body: { kind: 'announcements', site: false, digest: false },
  })
  const { title } = await send()
  await work()
  expect(await heard(deaf, title)).toEqual([])
  const waiting = await world.app.db
    .selectFrom('notificationMail')
    .where('title', '=', title)
    .select(['accountId', 'isDigest', 'kind'])
    .execute()
  expect(waiting.map(({ accountId }) => accountId)).not.toContain(deaf.id)
  expect(waiting.find(({ accountId }) => accountId === ann.id)).toMatchObject({ isDigest: true, kind: 'announcements' })
})

test('one announcement is sent at a time, and the same words once a day', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => send({ title: 'The same' })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(send()).rejects.toMatchObject({ status: 409, error: 'sending' })
  await work()
  await expect(send({ title: 'The same' })).rejects.toMatchObject({ status: 409, error: 'said_before' })
  expect(await heard(ann, 'The same')).toHaveLength(1)
})

test('an announcement is stopped while it runs, and one that was cut off goes on', async () => {
  const { id, title } = await send()
  const upTo = (last: number) =>
    world.app.db.updateTable('announcement').set({ toldUpTo: last }).where('id', '=', id).execute()
  await upTo(ann.id) // as if a node had stopped after Ann
  expect(await stop(id)).toMatchObject({ state: 'stopped' })
  await work()
  expect(await heard(seller, title)).toEqual([])
  await expect(stop(id)).rejects.toMatchObject({ status: 409, error: 'ended' })
  expect(await actionsOn(id)).toEqual(['send announcement', 'stop announcement'])
  const again = await send()
  await world.app.db.updateTable('announcement').set({ toldUpTo: ann.id }).where('id', '=', again.id).execute()
  await work()
  expect(await heard(ann, again.title)).toEqual([])
  expect(await heard(seller, again.title)).toHaveLength(1)
})

test('an announcement and the deletion of one of its readers don’t block each other', async () => {
  const { db } = world.app
  const gone = await world.signUp()
  await send()
  await work()
  const { id } = await send()
  const results = await oneAfterTheOther(
    db,
    (tx) => tx.selectFrom('notificationCounter').where('accountId', '=', gone.id).select('last').forUpdate().execute(),
    work,
    () => forgetPerson(world.app, gone.id),
  )
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  await work()
  expect((await list())[0]).toMatchObject({ id, state: 'sent' })
})

test('a banner stands until its day is over, for its audience, and a stop takes it down', async () => {
  const bannerUntil = new Date(world.app.clock.now().getTime() + DAY).toISOString().slice(0, 10)
  const { id, title } = await send({ audience: 'sellers', bannerUntil })
  await work()
  expect(await banner(seller)).toMatchObject({ title })
  expect(await banner(ann)).toBeNull()
  await stop(id)
  expect(await banner(seller)).toBeNull()
  for (const day of ['2020-01-01', '9999-12-31'])
    await expect(send({ bannerUntil: day })).rejects.toMatchObject({
      status: 400,
      fields: { bannerUntil: expect.any(String) },
    })
})

test('a bad announcement is refused, and only admins write one', async () => {
  for (const path of ['//elsewhere.example', 'https://elsewhere.example', '/\\elsewhere', 'charts'])
    await expect(send({ path })).rejects.toMatchObject({ status: 400, fields: { path: expect.any(String) } })
  for (const nothing of [' ', '\u200B', '\u2800', '\u202E'])
    for (const words of [{ title: nothing }, { message: nothing }])
      await expect(send(words)).rejects.toMatchObject({ status: 400 })
  await expect(send({}, ann)).rejects.toMatchObject({ status: 403 })
  await expect(ann.call('GET /admin/announcements', { query: {} })).rejects.toMatchObject({ status: 403 })
  await expect(world.guest('GET /announcements/banner')).rejects.toMatchObject({ status: 401 })
})
