import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { App } from '#server/services.ts'
import { createWorld, type World } from '#test/world.ts'
import { takeDue, type Taker } from './due.ts'

const DAY = 86_400_000

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

const count = async (table: 'session' | 'refreshToken' | 'throttle') =>
  (
    await world.app.db
      .selectFrom(table)
      .select((rows) => rows.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
  ).rows

/** Chores with a `due_at`, taken two at a time. Each row counts how often it was taken. */
async function chores() {
  await sql`create table chore (id int primary key, due_at timestamptz not null, taken int not null default 0)`.execute(
    world.app.db,
  )
  const taker: Taker = {
    name: 'chores',
    takeDue: async ({ db }: App, now) => {
      const { numAffectedRows } = await sql`update chore set taken = taken + 1, due_at = 'infinity' where id in (
        select id from chore where due_at <= ${now} order by due_at limit 2 for update skip locked)`.execute(db)
      return Number(numAffectedRows)
    },
  }
  const add = async (ids: number[], dueAt: Date) => {
    for (const id of ids) await sql`insert into chore (id, due_at) values (${id}, ${dueAt})`.execute(world.app.db)
  }
  const taken = async () =>
    (await sql<{ taken: number }>`select taken from chore order by id`.execute(world.app.db)).rows.map(
      (row) => row.taken,
    )
  return { taker, add, taken }
}

test('due rows are taken by the app’s clock, in as many batches as needed', async () => {
  const { taker, add, taken } = await chores()
  const now = world.app.clock.now().getTime()
  await add([1, 2, 3, 4, 5], new Date(now + 90 * DAY))
  await add([6], new Date(now + 91 * DAY))
  await takeDue(world.app, [taker])
  expect(await taken()).toEqual([0, 0, 0, 0, 0, 0])
  world.passTime(90 * DAY + 1_000)
  await takeDue(world.app, [taker])
  expect(await taken()).toEqual([1, 1, 1, 1, 1, 0])
})

test('concurrent rounds take no row twice', async () => {
  const { taker, add, taken } = await chores()
  await add(
    Array.from({ length: 30 }, (_, id) => id),
    world.app.clock.now(),
  )
  await Promise.all(Array.from({ length: 6 }, () => takeDue(world.app, [taker])))
  expect(await taken()).toEqual(Array.from({ length: 30 }, () => 1))
})

test('a failing taker is named in the log and stops no other taker', async () => {
  const { taker, add, taken } = await chores()
  await add([1], world.app.clock.now())
  const failing = (name: string): Taker => ({ name, takeDue: () => Promise.reject(new Error('no')) })
  await expect(takeDue(world.app, [failing('first'), taker, failing('last')])).rejects.toThrow(
    'first failed, last failed',
  )
  expect(await taken()).toEqual([1])
})

test('a taker with endless work does not hold up the others', async () => {
  const { taker, add, taken } = await chores()
  await add([1], world.app.clock.now())
  await takeDue(world.app, [{ name: 'endless', takeDue: async () => 1 }, taker])
  expect(await taken()).toEqual([1])
})

test('unused sessions are removed after two months with their tokens; an active one loses only old tokens', async () => {
  const idle = await world.signUp()
  let { refreshToken } = await world.signUp()
  for (let month = 0; month < 3; month++) {
    world.passTime(30 * DAY)
    ;({ refreshToken } = await world.guest('POST /auth/refresh-token', { body: { refreshToken } }))
  }
  await world.takeDue()
  expect([await count('session'), await count('refreshToken')]).toEqual([1, 3])
  await expect(
    world.guest('POST /auth/refresh-token', { body: { refreshToken: idle.refreshToken } }),
  ).rejects.toMatchObject({ status: 401 })
  await world.guest('POST /auth/refresh-token', { body: { refreshToken } })
})

test('counted attempts are removed when their time is over', async () => {
  const strict = await createWorld({ env: { RATE_LIMIT: 'on' } })
  await strict.signUp()
  const rows = async () => (await strict.app.db.selectFrom('throttle').selectAll().execute()).length
  await strict.takeDue()
  expect(await rows()).toBe(1)
  strict.passTime(60 * 60_000)
  await strict.takeDue()
  expect(await rows()).toBe(0)
  await strict.close()
})
