import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAdmin } from '#test/desk.ts'
import { addItem, addNotification } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('an account’s notices come newest first, page by page; only the full list has the read ones', async () => {
  const { db } = world.app
  const [ann, bob] = [await world.signUp(), await world.signUp()]
  const none = { content: [], totalPages: 0, unread: 0 }
  expect(await ann.call('GET /notifications', { query: {} })).toEqual(none)
  expect(await ann.call('GET /notifications/unread', { query: {} })).toEqual(none)
  const ids: number[] = []
  for (let n = 0; n < 5; n++) ids.unshift(await addNotification(db, ann.id, { title: `News ${n}` }))
  const read = await addNotification(db, ann.id, { read: true })
  await addNotification(db, bob.id)

  for (const [route, expected] of [
    ['GET /notifications', [read, ...ids]],
    ['GET /notifications/unread', ids],
  ] as const) {
    const page = (page: number) => ann.call(route, { query: { page, size: 2 } })
    const pages = await Promise.all([0, 1, 2].map(page))
    for (const { totalPages, unread } of pages) expect([totalPages, unread]).toEqual([3, 5])
    expect(pages.flatMap(({ content }) => content.map(({ id }) => id))).toEqual(expected)
    expect(await page(3)).toEqual({ content: [], totalPages: 3, unread: 5 })
  }
  expect((await ann.call('GET /notifications', { query: { size: 2 } })).content).toEqual([
    expect.objectContaining({ id: read, read: true }),
    {
      id: ids[0],
      title: 'News 4',
      message: expect.any(String),
      read: false,
      relatedType: 'SYSTEM',
      topic: 'system',
      chatId: null,
      recipientName: null,
      slug: null,
      profileId: null,
      problemId: null,
      path: null,
      amount: null,
      groupSize: 1,
      people: [],
      item: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ])
})

test('a notice names its item, its person and its money', async () => {
  const { db } = world.app
  const [ann, bob] = [await world.signUp(), await world.signUp({ displayName: 'Rui_Vocal' })]
  await addItem(db, { ownerId: ann.id, slug: 'lagos', title: 'Lagos to Leeds', coverKey: 'public/cover' })
  const sale = { topic: 'sale', relatedType: 'BEAT', slug: 'lagos', amountCents: 4495, by: bob.id } as const
  await addNotification(db, ann.id, sale)
  const first = async () => (await ann.call('GET /notifications', { query: {} })).content[0]
  expect(await first()).toMatchObject({
    topic: 'sale',
    relatedType: 'BEAT',
    slug: 'lagos',
    amount: 44.95,
    people: [{ id: bob.id, displayName: 'Rui_Vocal', avatarUrl: null }],
    item: { title: 'Lagos to Leeds', coverUrl: '/media/public/cover/640.webp' },
  })
  await db.updateTable('account').set({ deletedAt: new Date() }).where('id', '=', bob.id).execute()
  await db.updateTable('item').set({ deletedAt: new Date() }).where('slug', '=', 'lagos').execute()
  expect(await first()).toMatchObject({ people: [], item: null })
})

test('a comment of a banned person is hidden in the notice, too, and back after the ban', async () => {
  const [ann, spammer, admin] = [await world.signUp(), await world.signUp(), await newAdmin(world)]
  const beat = { params: { id: await addItem(world.app.db, { ownerId: ann.id }) } }
  await spammer.call('POST /beats/:id/comments', { ...beat, body: { text: 'Buy my followers' } })
  const first = async () => (await ann.call('GET /notifications', { query: {} })).content[0]
  const person = { params: { id: spammer.id } }
  const body = { category: 'spam' as const, reason: 'The same comment everywhere.' }
  await admin.call('POST /admin/people/:id/ban', { ...person, body })
  expect(await first()).toMatchObject({ message: 'This comment is hidden.', people: [] })
  await admin.call('POST /admin/people/:id/lift-ban', { ...person, body: { reason: 'It was somebody else.' } })
  expect(await first()).toMatchObject({ message: 'Buy my followers', people: [{ id: spammer.id }] })
})

test('a new like does not name people who are banned by then', async () => {
  const [ann, admin] = [await world.signUp(), await newAdmin(world)]
  const beat = { params: { id: await addItem(world.app.db, { ownerId: ann.id, title: 'Stairs' }) } }
  const [first, banned, last] = [await world.signUp(), await world.signUp(), await world.signUp()]
  for (const { call } of [first, banned]) await call('POST /beats/:id/like', beat)
  const body = { category: 'spam' as const, reason: 'The same comment everywhere.' }
  await admin.call('POST /admin/people/:id/ban', { params: { id: banned.id }, body })
  await last.call('POST /beats/:id/like', beat)
  const [notice] = (await ann.call('GET /notifications', { query: {} })).content
  expect(notice?.title).toBe(`${last.displayName}, ${first.displayName} and 1 other liked Stairs`)
})

test('notices can be read one by one or all at once, and deleted', async () => {
  const { db } = world.app
  const ann = await world.signUp()
  const [first, second, third] = [
    await addNotification(db, ann.id),
    await addNotification(db, ann.id),
    await addNotification(db, ann.id),
  ]
  const unread = async () => (await ann.call('GET /notifications/unread', { query: {} })).content.map(({ id }) => id)
  for (let time = 0; time < 2; time++)
    expect(await ann.call('POST /notifications/:id/read', { params: { id: second } })).toEqual({ unread: 2 })
  expect(await unread()).toEqual([third, first])
  expect(await ann.call('DELETE /notifications/:id', { params: { id: third } })).toEqual({ unread: 1 })
  await expect(ann.call('DELETE /notifications/:id', { params: { id: third } })).rejects.toMatchObject({ status: 404 })
  expect(await unread()).toEqual([first])
  for (let time = 0; time < 2; time++) expect(await ann.call('POST /notifications/read-all')).toEqual({ unread: 0 })
  expect(await unread()).toEqual([])
  const { content } = await ann.call('GET /notifications', { query: {} })
  expect(content.map(({ id, read }) => [id, read])).toEqual([
    [second, true],
    [first, true],
  ])
})

test('notices of other people and unknown ones answer 404 and stay unchanged', async () => {
  const [ann, bob] = [await world.signUp(), await world.signUp()]
  const id = await addNotification(world.app.db, ann.id)
  for (const route of ['POST /notifications/:id/read', 'DELETE /notifications/:id'] as const)
    for (const one of [id, 123_456_789])
      await expect(bob.call(route, { params: { id: one } })).rejects.toMatchObject({ status: 404, error: 'not_found' })
  await bob.call('POST /notifications/read-all')
  expect((await ann.call('GET /notifications', { query: {} })).unread).toBe(1)
})

test('guests are refused', async () => {
  const one = { params: { id: 1 } }
  for (const call of [
    world.guest('GET /notifications', { query: {} }),
    world.guest('GET /notifications/unread', { query: {} }),
    world.guest('POST /notifications/:id/read', one),
    world.guest('POST /notifications/read-all'),
    world.guest('DELETE /notifications/:id', one),
  ])
    await expect(call).rejects.toMatchObject({ status: 401 })
})

test('the unread count is right after many tabs read everything while new notices arrive', async () => {
  const ann = await world.signUp()
  await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      n % 3 ? addNotification(world.app.db, ann.id) : ann.call('POST /notifications/read-all'),
    ),
  )
  const { content, unread } = await ann.call('GET /notifications', { query: { size: 100 } })
  expect(content).toHaveLength(40)
  expect(content.filter(({ read }) => !read)).toHaveLength(unread)
  expect(await ann.call('POST /notifications/read-all')).toEqual({ unread: 0 })
})
