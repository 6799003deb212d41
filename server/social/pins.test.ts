import { afterAll, expect, test } from 'vitest'
import { addItem } from '#test/factories.ts'
import { createShop } from '#test/shop.ts'

const { world, owner, fan, add } = await createShop()
afterAll(() => world.close())

const pinned = async () => {
  const { items } = await world.guest('GET /users/:id/pinned', { params: { id: owner.id } })
  return items.map(({ id }) => id)
}
const pin = (items: number[]) => owner.call('PUT /me/pinned', { body: { items } })

test('pinned items lead a profile in their order, and the list can leave them out', async () => {
  const [first, second, pack] = [await add({ kind: 'beat' }), await add({ kind: 'beat' }), await add({ kind: 'pack' })]
  const beats = async (query: { unpinned?: string }) => {
    const reply = await world.guest('GET /users/:id/beats/approved', { params: { id: owner.id }, query })
    expect(reply.totalItems).toBe(reply.items.length)
    return reply.items.map(({ id }) => id).sort((one, other) => one - other)
  }
  expect(await pinned()).toEqual([])
  expect((await pin([pack, second])).items.map(({ id }) => id)).toEqual([pack, second])
  expect(await pinned()).toEqual([pack, second])
  expect(await beats({})).toEqual([first, second])
  expect(await beats({ unpinned: 'true' })).toEqual([first])
  await pin([second, first, pack])
  expect(await pinned()).toEqual([second, first, pack])
  await pin([])
  expect(await pinned()).toEqual([])
  expect(await beats({ unpinned: 'true' })).toEqual([first, second])
})

test('only own items on sale are pinned, each once, six at most', async () => {
  const own = await Promise.all(Array.from({ length: 7 }, () => add({})))
  const strange = await addItem(world.app.db, { ownerId: fan.id })
  const waiting = await add({ status: 'pending' })
  await pin([own[0]!])
  for (const [items, fault] of [
    [[strange], 'Pin only items of yours that are on sale.'],
    [[own[1]!, waiting], 'Pin only items of yours that are on sale.'],
    [[9_999_999], 'Pin only items of yours that are on sale.'],
    [[own[1]!, own[1]!], 'Name each item once.'],
    [own, 'Pin at most 6 items.'],
  ] as const)
    await expect(pin([...items]), fault).rejects.toMatchObject({ status: 400, fields: { items: fault } })
  await expect(world.guest('PUT /me/pinned', { body: { items: [] } })).rejects.toMatchObject({ status: 401 })
  expect(await pinned()).toEqual([own[0]])
})

test('two changes at once leave one of the two orders', async () => {
  const [one, two, three] = [await add({}), await add({}), await add({})]
  for (let round = 0; round < 5; round++) {
    await Promise.all([pin([one, two]), pin([two, one, three])])
    expect([
      [one, two],
      [two, one, three],
    ]).toContainEqual(await pinned())
  }
})

test('an item that leaves the shop leads the profile no longer, and does again when it is back', async () => {
  const [gone, stays] = [await add({}), await add({})]
  await pin([gone, stays])
  await owner.call('POST /me/items/:id/pause', { params: { id: gone } })
  expect(await pinned()).toEqual([stays])
  await owner.call('POST /me/items/:id/resume', { params: { id: gone } })
  expect(await pinned()).toEqual([gone, stays])
})
