import { afterAll, beforeAll, expect, test } from 'vitest'
import { createItems } from '#server/items/index.ts'
import { addItem, inTransaction } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('a large count is kept for a minute of the clock', async () => {
  const { id: ownerId } = await world.signUp()
  const items = Array.from({ length: 101 }, (_, n) => ({
    kind: 'beat' as const,
    ownerId,
    slug: `one-of-many-${n}`,
    title: 'One of many',
    status: 'published' as const,
  }))
  await inTransaction(world.app.db, (tx) => createItems(tx, items, world.app.clock.now()))
  const counted = async () => (await world.guest('GET /items', { query: { producer: ownerId } })).totalItems
  // `newSince` moves each minute and is part of what was asked: the minute begins here
  const intoTheMinute = world.app.clock.now().getTime() % 60_000
  world.passTime(60_000 - intoTheMinute)
  expect(await counted()).toBe(101)
  await addItem(world.app.db, { ownerId })
  expect(await counted()).toBe(101)
  world.passTime(60_000)
  expect(await counted()).toBe(102)
})
