import { afterAll, expect, test } from 'vitest'
import { removeItem } from '#server/items/index.ts'
import { addItem } from '#test/factories.ts'
import { createShop } from '#test/shop.ts'

const { world, owner, fan, add } = await createShop()
afterAll(() => world.close())

test('the feed shows items on sale of followed people, newest first', async () => {
  const day = (days: number) => new Date(Date.now() - days * 86_400_000)
  const stranger = await world.signUp({ displayName: 'Not_Followed' })
  const old = await add({ kind: 'beat', publishedAt: day(3) })
  const pack = await add({ kind: 'pack', publishedAt: day(1) })
  await add({ status: 'pending' })
  await addItem(world.app.db, { ownerId: stranger.id, publishedAt: day(2) })
  const feed = async (query: { k?: string; page?: number; limit?: number } = {}) => {
    const { items, totalItems } = await fan.call('GET /me/feed', { query })
    return { ids: items.map(({ id }) => id), totalItems }
  }
  expect(await feed()).toEqual({ ids: [], totalItems: 0 })
  await fan.call('POST /follow/:id', { params: { id: owner.id } })
  expect(await feed()).toEqual({ ids: [pack, old], totalItems: 2 })
  expect(await feed({ k: 'BEAT' })).toEqual({ ids: [old], totalItems: 1 })
  expect(await feed({ limit: 1, page: 1 })).toEqual({ ids: [old], totalItems: 2 })
  await world.app.db.transaction().execute((tx) => removeItem(tx, pack, new Date()))
  expect((await feed()).ids).toEqual([old])
  await fan.call('DELETE /follow/:id', { params: { id: owner.id } })
  expect((await feed()).ids).toEqual([])
  await expect(world.guest('GET /me/feed', { query: {} })).rejects.toMatchObject({ status: 401 })
})
