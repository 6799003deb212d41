import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportPerson, forgetPerson, forgetPersonIn } from '#server/personal-data.ts'
import { untilBlocked } from '#test/blocked.ts'
import { newAdmin, newSeller } from '#test/desk.ts'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'
import { closeReports } from './close-reports.ts'

let world: World
let admin: Awaited<ReturnType<World['signUp']>>
let ann: typeof admin
let bob: typeof admin
beforeAll(async () => {
  world = await createWorld()
  ;[admin, ann, bob] = [await newAdmin(world), await newSeller(world), await world.signUp()]
})
afterAll(() => world.close())

const openReports = async () => (await admin.call('GET /admin/reports', { query: {} })).items
const body = { reason: 'Spam' }
const add = (title: string) => addItem(world.app.db, { ownerId: ann.id, title })
const comment = (item: number, text: string) =>
  bob.call('POST /beats/:id/comments', { params: { id: item }, body: { text } })
const reportItem = (who: typeof admin, id: number) => who.call('POST /items/:id/report', { params: { id }, body })

test('reports of a comment, an item and a person are listed with links, oldest first', async () => {
  const id = await add('Reported Rain')
  const { id: commentId } = await comment(id, 'Buy followers')
  await ann.call('POST /comments/:id/report', { params: { id: commentId }, body })
  world.passTime(1_000)
  await reportItem(bob, id)
  await reportItem(bob, id) // changes nothing
  world.passTime(1_000)
  await bob.call('POST /users/:id/report', { params: { id: ann.id }, body: {} })
  const item = { id, kind: 'BEAT', title: 'Reported Rain' }
  const [annIs, bobIs] = [ann, bob].map((person) => ({ id: person.id, name: person.displayName }))
  const all = await openReports()
  expect(all).toMatchObject([
    { about: 'comment', person: bobIs, item, text: 'Buy followers', reason: 'Spam', by: annIs, isGone: false },
    { about: 'item', person: annIs, item, text: '', by: bobIs },
    { about: 'person', person: annIs, item: null, reason: '' },
  ])
  const [ofComment, ofItem, ofPerson] = all.map((report) => ({ params: { id: report.id } }))
  await expect(ann.call('GET /admin/reports', { query: {} })).rejects.toMatchObject({ status: 403 })
  await expect(admin.call('POST /admin/reports/:id/remove-comment', ofItem!)).rejects.toMatchObject({ status: 409 })

  await admin.call('POST /admin/reports/:id/remove-comment', ofComment!)
  expect((await world.guest('GET /beats/:id/comments', { params: { id }, query: {} })).total).toBe(0)
  await admin.call('POST /admin/reports/:id/take-down', { ...ofItem!, body: { reason: 'Not cleared.' } })
  await expect(world.guest('GET /beats/:id', { params: { id } })).rejects.toMatchObject({ status: 404 })
  await admin.call('POST /admin/reports/:id/dismiss', ofPerson!)
  await expect(admin.call('POST /admin/reports/:id/dismiss', ofPerson!)).rejects.toMatchObject({ status: 409 })
  expect(await openReports()).toEqual([])
  const { items } = await admin.call('GET /admin/actions', { query: { limit: 3 } })
  expect(items).toMatchObject([
    { action: 'dismiss report', subject: { kind: 'report', id: ofPerson!.params.id } },
    { action: 'take item down', subject: { kind: 'item', id }, reason: 'Not cleared.' },
    { action: 'delete comment', subject: { kind: 'comment', id: commentId } },
  ])
})

test('closing one report closes all about the same thing, and it can be reported again', async () => {
  const [id, other] = [await add('Much reported'), await add('Other')]
  for (const who of [bob, await world.signUp()]) await reportItem(who, id)
  await reportItem(bob, other)
  const [first] = await openReports()
  await admin.call('POST /admin/reports/:id/dismiss', { params: { id: first!.id } })
  const left = await openReports()
  expect(left.map(({ item }) => item?.title)).toEqual(['Other'])
  await reportItem(bob, id)
  expect(await openReports()).toHaveLength(2)
  await admin.call('POST /admin/items/:id/take-down', { params: { id }, body: { reason: 'No.' } })
  expect(await openReports()).toHaveLength(1)
  await admin.call('POST /admin/reports/:id/dismiss', { params: { id: left[0]!.id } })
})

test('an admin does not dismiss a report about the own work while there is another admin', async () => {
  const other = await newAdmin(world)
  for (const ownerId of [admin.id, other.id]) await reportItem(bob, await addItem(world.app.db, { ownerId }))
  const [own, others] = await openReports()
  const dismiss = (by: typeof admin, report = own) =>
    by.call('POST /admin/reports/:id/dismiss', { params: { id: report!.id } })
  await expect(dismiss(admin)).rejects.toMatchObject({ status: 403, error: 'forbidden' })
  await dismiss(other)
  const makeAdmin = (isAdmin: boolean) =>
    world.app.db.updateTable('account').set({ isAdmin }).where('id', '=', admin.id).execute()
  await makeAdmin(false)
  await dismiss(other, others) // nobody else could
  await makeAdmin(true)
  expect(await openReports()).toEqual([])
})

test('a report that another admin closes at the same moment is dismissed without a fault', async () => {
  const { db } = world.app
  const itemId = await add('At once')
  await reportItem(bob, itemId)
  const [report] = await openReports()
  const dismissed = await db.transaction().execute(async (tx) => {
    await sql`lock table message in access exclusive mode`.execute(tx) // it was found open; its facts are read next
    const running = admin.call('POST /admin/reports/:id/dismiss', { params: { id: report!.id } })
    await untilBlocked(db)
    await closeReports(world.app, tx, { itemId }, { adminId: admin.id, outcome: 'dismissed' })
    return [running]
  })
  await Promise.all(dismissed)
  expect(await openReports()).toEqual([])
  const { items } = await admin.call('GET /admin/actions', { query: { limit: 1 } })
  expect(items).not.toMatchObject([{ subject: { kind: 'report', id: report!.id } }]) // the other one closed it
})

test('a message that two admins remove at the same moment is recorded once', async () => {
  const { db } = world.app
  const send = { senderId: ann.id, receiverId: bob.id, content: 'Buy my followers' }
  const { id } = await ann.call('POST /chat/send', { body: send })
  await bob.call('POST /messages/:id/report', { params: { id }, body })
  const [report] = await openReports()
  const removing = await db.transaction().execute(async (tx) => {
    await sql`lock table thread in exclusive mode`.execute(tx)
    const both = [1, 2].map(() => admin.call('POST /admin/reports/:id/remove-message', { params: { id: report!.id } }))
    await untilBlocked(db, 2)
    return both
  })
  await Promise.all(removing)
  const { items } = await admin.call('GET /admin/actions', { query: {} })
  expect(items.filter(({ subject }) => subject?.kind === 'message')).toMatchObject([{ subject: { id } }])
})

test('own and unknown things can’t be reported, and guests report nothing', async () => {
  const id = await add('Own')
  await expect(reportItem(ann, id)).rejects.toMatchObject({ status: 403 })
  await expect(reportItem(bob, 999_999)).rejects.toMatchObject({ status: 404 })
  const person = (who: { call: typeof bob.call }, of: number) =>
    who.call('POST /users/:id/report', { params: { id: of }, body: {} })
  await expect(person(bob, bob.id)).rejects.toMatchObject({ status: 403 })
  await expect(person(bob, 999_999)).rejects.toMatchObject({ status: 404 })
  await expect(person({ call: world.guest }, bob.id)).rejects.toMatchObject({ status: 401 })
  const paused = await addItem(world.app.db, { ownerId: ann.id, status: 'paused' })
  await expect(reportItem(bob, paused)).rejects.toMatchObject({ status: 404 })
})

test('a comment that its author deleted is marked, and the report can be dismissed', async () => {
  const id = await add('Deleted words')
  const { id: commentId } = await comment(id, 'Oops')
  await ann.call('POST /comments/:id/report', { params: { id: commentId }, body })
  await bob.call('DELETE /comments/:id', { params: { id: commentId } })
  const [report] = await openReports()
  expect(report).toMatchObject({ isGone: true })
  const params = { id: report!.id }
  await expect(admin.call('POST /admin/reports/:id/remove-comment', { params })).rejects.toMatchObject({ status: 404 })
  await admin.call('POST /admin/reports/:id/dismiss', { params })
})

test('a person’s reports are exported, and removed with the person', async () => {
  const [gone, id] = [await world.signUp(), await add('Exported')]
  await reportItem(gone, id)
  await bob.call('POST /users/:id/report', { params: { id: gone.id }, body: {} })
  expect(await exportPerson(world.app, gone.id)).toMatchObject({
    moderation: { reports: [{ itemId: id, reason: 'Spam' }] },
  })
  expect(await openReports()).toHaveLength(2)
  await forgetPerson(world.app, gone.id)
  expect(await openReports()).toEqual([])
})

test('a report of a message waits for the deletion of its writer, and keeps none of the words', async () => {
  const gone = await world.signUp()
  const content = 'My address is 12 Rain Street.'
  const { id } = await gone.call('POST /chat/send', { body: { senderId: gone.id, receiverId: bob.id, content } })
  let reporting: Promise<unknown> | undefined
  await world.app.db.transaction().execute(async (tx) => {
    await forgetPersonIn(world.app, tx, gone.id)
    reporting = bob.call('POST /messages/:id/report', { params: { id }, body })
    reporting.catch(() => {})
    await Promise.race([reporting, untilBlocked(world.app.db)])
  })
  await expect(reporting).rejects.toMatchObject({ status: 404 })
  const kept = await world.app.db.selectFrom('report').where('messageId', '=', id).selectAll().execute()
  expect(kept).toEqual([])
})
