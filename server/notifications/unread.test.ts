import { afterAll, beforeAll, expect, test } from 'vitest'
import { addNotification } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('unread notifications of one’s own come newest first, page by page', async () => {
  const { db } = world.app
  const [ann, bob] = [await world.signUp(), await world.signUp()]
  expect(await ann.call('GET /notifications/unread', { query: {} })).toEqual({ content: [], totalPages: 0 })
  const ids: number[] = []
  for (let n = 0; n < 5; n++) ids.unshift(await addNotification(db, ann.id, { title: `News ${n}` }))
  await addNotification(db, ann.id, { readAt: new Date() })
  await addNotification(db, bob.id)

  const page = async (page: number) => ann.call('GET /notifications/unread', { query: { page, size: 2 } })
  expect((await page(0)).totalPages).toBe(3)
  const all = (await Promise.all([0, 1, 2].map(page))).flatMap(({ content }) => content.map(({ id }) => id))
  expect(all).toEqual(ids)
  expect(await page(3)).toEqual({ content: [], totalPages: 3 })
  expect((await page(0)).content[0]).toEqual({
    id: ids[0],
    title: 'News 4',
    message: expect.any(String),
    read: false,
    relatedType: 'SYSTEM',
    chatId: null,
    recipientName: null,
    slug: null,
    profileId: null,
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  })
})

test('guests have none', async () => {
  await expect(world.guest('GET /notifications/unread', { query: {} })).rejects.toMatchObject({ status: 401 })
})
