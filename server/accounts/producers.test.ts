import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeItem } from '#server/items/index.ts'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await sql`with made as (insert into account (email, handle, handle_key, referral_code, is_producer)
    select name || '@slide.test', name, name, name, true
    from generate_series(1, 1001) n, concat(case when n <= 501 then 'many' else 'some' end, n) name returning id)
    insert into account_stat (account_id, tracks) select id, 1 from made`.execute(world.app.db)
})
afterAll(() => world.close())

test('a name is found by its words with or without the signs between them; a typed sign must match', async () => {
  const names = ['Night.Bus', 'NightBusted', 'Night_Shift', 'Bus-Night']
  const ids = await Promise.all(names.map(async (displayName) => (await world.signUp({ displayName })).id))
  await world.app.db.updateTable('account').set({ isProducer: true }).where('id', 'in', ids).execute()
  for (const ownerId of ids) await addItem(world.app.db, { ownerId })
  const found = async (q: string) => {
    const { items } = await world.guest('GET /users/producers', { query: { q, sort: 'name', limit: 3 } })
    return items.map(({ displayName }) => displayName)
  }
  expect(await found('night bus')).toEqual(['Night.Bus', 'NightBusted'])
  expect(await found('  Night  BUS ')).toEqual(['Night.Bus', 'NightBusted'])
  expect(await found('nightbus')).toEqual(['Night.Bus', 'NightBusted'])
  expect(await found('night.bus')).toEqual(['Night.Bus'])
  expect(await found('_')).toEqual(['Night_Shift'])
  expect(await found('%')).toEqual([])
  expect(await found('\\')).toEqual([])
})

test.each([
  ['', { totalItems: 1_000, capped: true }],
  ['many', { totalItems: 500, capped: true }],
  ['some', { totalItems: 500, capped: false }],
  ['some1001', { totalItems: 1, capped: false }],
])(
  'producers named “%s” are counted up to the limit, and the answer says when the limit was reached',
  async (q, counted) => {
    expect(await world.guest('GET /users/producers', { query: { q } })).toMatchObject(counted)
  },
)

test('somebody is listed as soon as something of theirs is on sale, and no longer', async () => {
  const person = await world.signUp({ displayName: 'Only_Kits' })
  await world.app.db.updateTable('account').set({ isProducer: true }).where('id', '=', person.id).execute()
  const listed = async () =>
    (await world.guest('GET /users/producers', { query: { q: 'only kits' } })).items.map(({ id }) => id)
  const total = async () => (await world.guest('GET /users/producers', { query: { q: 'only kits' } })).totalItems
  expect([await listed(), await total()]).toEqual([[], 0])
  const id = await addItem(world.app.db, { ownerId: person.id, kind: 'kit' })
  expect([await listed(), await total()]).toEqual([[person.id], 1])
  await world.app.db.transaction().execute((tx) => removeItem(tx, id, new Date()))
  expect([await listed(), await total()]).toEqual([[], 0])
})

test('producers of a style have an item of it on sale, and a name narrows them further', async () => {
  const slugs = ['uk-drill', 'irish-drill'] as const
  const people = await Promise.all(
    ['Styled_One', 'Styled_Two', 'Styled_None'].map((displayName) => world.signUp({ displayName })),
  )
  const ids = people.map(({ id }) => id)
  await world.app.db.updateTable('account').set({ isProducer: true }).where('id', 'in', ids).execute()
  const styles = await world.app.db.selectFrom('style').select(['id', 'slug']).where('slug', 'in', slugs).execute()
  const idOf = (slug: string) => styles.find((style) => style.slug === slug)!.id
  await addItem(world.app.db, { ownerId: ids[0]!, styleId: idOf('uk-drill') })
  const irish = await addItem(world.app.db, { ownerId: ids[1]!, kind: 'pack', styleId: idOf('irish-drill') })
  await addItem(world.app.db, { ownerId: ids[2]! })
  const listed = async (style: string, q = '') => {
    const reply = await world.guest('GET /users/producers', { query: { style, q, sort: 'name' } })
    expect(reply.totalItems).toBe(reply.items.length)
    return reply.items.map(({ displayName }) => displayName)
  }
  expect(await listed('uk-drill')).toEqual(['Styled_One'])
  expect(await listed('uk-drill,irish-drill')).toEqual(['Styled_One', 'Styled_Two'])
  expect(await listed('uk-drill,irish-drill', 'two')).toEqual(['Styled_Two'])
  expect(await listed('no-such-drill')).toEqual([])
  await world.app.db.transaction().execute((tx) => removeItem(tx, irish, new Date()))
  expect(await listed('irish-drill')).toEqual([])
})
