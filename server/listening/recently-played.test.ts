import { afterAll, expect, test } from 'vitest'
import { createShop, type Person } from '#test/shop.ts'

const { world, fan, add } = await createShop()
afterAll(() => world.close())

const heard = (over: object = {}) => add({ previewKey: 'previews/a.mp3', ...over })
const play = ({ call }: Pick<Person, 'call'>, id: number, kinds: 'beats' | 'packs' | 'kits' = 'beats') =>
  call(`POST /${kinds}/:id/play`, { params: { id } })
const recent = async ({ call }: Person = fan) => (await call('GET /me/recently-played')).items.map(({ id }) => id)

test('recently played items come newest first, each once, even when a repeated play is not counted', async () => {
  const [beat, pack, kit] = [await heard(), await heard({ kind: 'pack' }), await heard({ kind: 'kit' })]
  expect(await recent()).toEqual([])
  await play(fan, beat)
  await play(fan, pack, 'packs')
  await play(fan, kit, 'kits')
  expect(await recent()).toEqual([kit, pack, beat])
  expect(await play(fan, beat)).toEqual({ counted: false })
  expect(await recent()).toEqual([beat, kit, pack])
})

test('recently played items are private, and none are stored for guests', async () => {
  const other = await world.signUp()
  const id = await heard()
  await play({ call: world.guest }, id)
  await play(other, id)
  expect(await recent(other)).toEqual([id])
  expect(await recent()).not.toContain(id)
  await expect(world.guest('GET /me/recently-played')).rejects.toMatchObject({ status: 401 })
})

test('items that left the store or have no preview are left out', async () => {
  const other = await world.signUp()
  const [here, mute, gone] = [await heard(), await add(), await heard()]
  for (const id of [here, mute, gone]) await play(other, id)
  await world.app.db.updateTable('item').set({ deletedAt: new Date() }).where('id', '=', gone).execute()
  expect(await recent(other)).toEqual([here])
})

test('the list keeps fifty items', async () => {
  const other = await world.signUp()
  const ids = (await Promise.all(Array.from({ length: 55 }, () => heard()))).toSorted((a, b) => a - b)
  for (const together of [ids.slice(5), ids.slice(0, 5)]) await Promise.all(together.map((id) => play(other, id)))
  expect(await recent(other)).toEqual([...ids.slice(0, 5).toReversed(), ...ids.slice(10).toReversed()])
  const rows = world.app.db.selectFrom('recentlyPlayed').where('accountId', '=', other.id).selectAll()
  expect(await rows.execute()).toHaveLength(50)
  await world.app.db.deleteFrom('account').where('id', '=', other.id).execute()
  expect(await rows.execute()).toEqual([])
})
