import { afterAll, beforeAll, expect, test } from 'vitest'
import { createItems } from '#server/items/index.ts'
import { addItem, inTransaction } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('a large count is cached for a minute by the app’s clock', async () => {
  const { id: ownerId } = await world.signUp()
  const items = Array.from({ length: 101 }, (_, n) => ({
    kind: 'beat' as const,
    ownerId,
    slug: `one-of-many-${n}`,
    title: 'One of many',
    status: 'published' as const,
  }))
  await inTransaction(world.app.db, (tx) => createItems(tx, items, world.app.clock.now()))
  // a page beyond the last one is empty and asks only for the count
  const query = { producer: ownerId, page: 20, limit: 50 }
  const counted = async () => (await world.guest('GET /items', { query })).totalItems
  expect(await counted()).toBe(101)
  await addItem(world.app.db, { ownerId })
  world.passTime(50_000)
  expect(await counted()).toBe(101)
  world.passTime(10_000)
  expect(await counted()).toBe(102)
})
