import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { handleKey } from '#server/accounts/index.ts'
import { pretendedManifest as manifest } from '#test/pretended-demo.ts'
import { createWorld, type World } from '#test/world.ts'
import { makeOrders } from './make-orders.ts'
import { ORDERS } from './orders.ts'
import { seedDemo } from '#demo/seed.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  const { db, clock } = world.app
  await seedDemo({ db, put: async () => {}, passwordHash: 'hash', handleKey, manifest, now: clock.now() })
  await makeOrders(world.app)
})
afterAll(() => world.close())

const count = async (from: string) => {
  const { rows } = await sql<{ n: number }>`select (select ${sql.raw(from)})::int as n`.execute(world.app.db)
  return rows[0]!.n
}

test('the demo has orders of every kind and license, one refunded, one replaced, one exclusive', async () => {
  expect(await count("count(*) from shop_order where state = 'paid'")).toBe(ORDERS.length)
  const { rows } = await sql<{ what: string }>`
    select distinct concat_ws(' ', kind, license_type) as what from purchase order by 1`.execute(world.app.db)
  expect(rows.map(({ what }) => what)).toEqual([
    'beat EXCLUSIVE',
    'beat MP3',
    'beat PREMIUM',
    'beat WAV',
    'kit',
    'pack MP3',
    'pack WAV',
  ])
  expect(await count("count(*) from purchase where state = 'refunded'")).toBe(1)
  expect(await count("count(*) from purchase where state = 'superseded'")).toBe(1)
  expect(await count("count(*) from item where status = 'sold'")).toBe(1)
})

test('balances and counters are those of the rows', async () => {
  expect(
    await count(
      'count(*) from (select unit from ledger_line join ledger_account a on a.id = account_id group by unit having sum(cents) <> 0) odd',
    ),
  ).toBe(0)
  const earned = "sum(cents) from ledger_line join ledger_account a on a.id = account_id where kind = 'earnings'"
  expect(await count(earned)).toBe(await count("sum(cents) from purchase where state <> 'refunded'"))
  expect(await count('sum(earnings_cents) from item_stat')).toBe(await count(earned))
  expect(await count('sum(sales) from item_stat')).toBe(await count("count(*) from purchase where state <> 'refunded'"))
})

test('a further start makes no order again, and nobody gets mail', async () => {
  const before = await count('count(*) from purchase')
  await makeOrders(world.app)
  expect(await count('count(*) from purchase')).toBe(before)
  expect(await count('count(*) from mail')).toBe(0)
})
