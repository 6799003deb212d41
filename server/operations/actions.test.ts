import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin } from '#server/accounts/index.ts'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function admin() {
  const person = await world.signUp()
  await world.app.db.transaction().execute((tx) => makeAdmin(world.app, tx, person.email))
  return person
}

test('an admin who deletes another person’s comment is recorded, an author is not', async () => {
  const [seller, writer, house] = [await world.signUp(), await world.signUp(), await admin()]
  const item = await addItem(world.app.db, { ownerId: seller.id })
  const write = (person: typeof writer, text: string) =>
    person.call('POST /beats/:id/comments', { params: { id: item }, body: { text } })
  const remove = (person: typeof writer, id: number) => person.call('DELETE /comments/:id', { params: { id } })

  await remove(writer, (await write(writer, 'my own')).id)
  await remove(house, (await write(house, 'also my own')).id)
  const { id } = await write(writer, 'rude')
  await remove(house, id)
  await expect(remove(house, id)).rejects.toMatchObject({ status: 404 })

  const { items } = await house.call('GET /admin/actions', { query: {} })
  expect(items.filter(({ action }) => action === 'delete comment')).toMatchObject([
    { admin: house.displayName, subject: { kind: 'comment', id } },
  ])
})

test('making an admin is recorded without an admin', async () => {
  const { id, call } = await admin()
  const { items, totalItems } = await call('GET /admin/actions', { query: { limit: 1 } })
  expect(items).toMatchObject([{ admin: null, action: 'make admin', subject: { kind: 'account', id } }])
  expect(totalItems).toBeGreaterThan(1)
  const nobody = world.app.db.transaction().execute((tx) => makeAdmin(world.app, tx, 'nobody@slide.test'))
  expect(await nobody).toBe(false)
})

test('pages show the newest thousand, also in sizes that do not divide it', async () => {
  const { call } = await admin()
  await sql`insert into admin_action (action, subject_kind, subject_id, created_at)
    select 'look at house', 'account', n, now() from generate_series(1, 1001) n`.execute(world.app.db)
  const idsOf = async (page: number) =>
    (await call('GET /admin/actions', { query: { page, limit: 30 } })).items.map(({ subject }) => subject.id)
  expect((await idsOf(0)).slice(0, 2)).toEqual([1001, 1000])
  expect(await idsOf(33)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  expect(await idsOf(34)).toEqual([])
})

test('a list of over a thousand rows tells so, again within the minute, too', async () => {
  const { call } = await admin()
  await sql`insert into admin_action (action, subject_kind, subject_id, created_at)
    select 'look at house', 'account', 5000 + n % 2, now() from generate_series(1, 2003) n`.execute(world.app.db)
  const sizeOf = async (account: number) => {
    const { totalItems, capped } = await call('GET /admin/actions', { query: { account } })
    return { totalItems, capped }
  }
  for (const _ of ['counted', 'kept']) {
    expect(await sizeOf(5001)).toEqual({ totalItems: 1000, capped: true })
    expect(await sizeOf(5000)).toEqual({ totalItems: 1000, capped: true })
    expect(await sizeOf(5002)).toEqual({ totalItems: 0, capped: false })
  }
  await sql`insert into admin_action (action, subject_kind, subject_id, created_at)
    values ('look at house', 'account', 5002, now())`.execute(world.app.db)
  expect(await sizeOf(5002), 'a short list is always counted').toEqual({ totalItems: 1, capped: false })
})

test('only admins can read what admins did', async () => {
  await expect(world.guest('GET /admin/actions', { query: {} })).rejects.toMatchObject({ status: 401 })
  const { call } = await world.signUp()
  await expect(call('GET /admin/actions', { query: {} })).rejects.toMatchObject({ status: 403 })
})

test.each([
  ['update', sql`update admin_action set reason = 'another'`],
  ['delete', sql`delete from admin_action`],
  ['truncate', sql`truncate admin_action`],
])('the database refuses to %s an action', async (_name, statement) => {
  await admin()
  await expect(statement.execute(world.app.db)).rejects.toThrow('admin_action is append only')
})
