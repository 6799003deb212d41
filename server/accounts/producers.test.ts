import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await sql`with made as (insert into account (email, handle, handle_key, referral_code, is_producer)
    select name || '@slide.test', name, name, name, true
    from generate_series(1, 1001) n, concat(case when n <= 501 then 'many' else 'some' end, n) name returning id)
    insert into account_stat (account_id) select id from made`.execute(world.app.db)
})
afterAll(() => world.close())

test('a name is found by its words with or without the signs between them; a typed sign must match', async () => {
  const names = ['Night.Bus', 'NightBusted', 'Night_Shift', 'Bus-Night']
  const ids = await Promise.all(names.map(async (displayName) => (await world.signUp({ displayName })).id))
  await world.app.db.updateTable('account').set({ isProducer: true }).where('id', 'in', ids).execute()
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
