import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAdmin } from '#test/desk.ts'
import { until } from '#test/until.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let admin: Awaited<ReturnType<World['signUp']>>
beforeAll(async () => {
  world = await createWorld()
  admin = await newAdmin(world)
})
afterAll(() => world.close())

const names = async () => (await admin.call('GET /admin/reasons')).map(({ name }) => name)

test('admins add, change and delete frequent reasons, and each is recorded', async () => {
  expect(await names()).toEqual(['Sample not cleared', 'Copy', 'Bad sound', 'Wrong facts', 'Cover', 'Incomplete'])
  const added = await admin.call('POST /admin/reasons', { body: { name: ' Voice  tag ', sentence: 'Remove the tag.' } })
  expect(added).toMatchObject({ name: 'Voice tag', sentence: 'Remove the tag.' })
  const params = { id: added.id }
  const body = { name: 'Voice Tag', sentence: 'Remove the tag of the voice.' }
  expect(await admin.call('PATCH /admin/reasons/:id', { params, body })).toEqual({ id: added.id, ...body })
  expect((await names()).at(-1)).toBe('Voice Tag')
  await admin.call('DELETE /admin/reasons/:id', { params })
  expect(await names()).toHaveLength(6)
  for (const call of [
    () => admin.call('DELETE /admin/reasons/:id', { params }),
    () => admin.call('PATCH /admin/reasons/:id', { params, body }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 404 })
  const { items } = await admin.call('GET /admin/actions', { query: { limit: 3 } })
  expect(items.map(({ action }) => action)).toEqual(['delete reason', 'change reason', 'add reason'])
})

test('a blank or taken name is refused, and so is everybody who is no admin', async () => {
  const add = (name: string, sentence = 'A sentence.') =>
    admin.call('POST /admin/reasons', { body: { name, sentence } })
  await expect(add('COPY')).rejects.toMatchObject({ fields: { name: 'There is a reason of that name.' } })
  await expect(add(' ', ' ')).rejects.toMatchObject({
    fields: { name: 'Give a short name.', sentence: 'Write the sentence that the seller reads.' },
  })
  const { call } = await world.signUp()
  await expect(call('GET /admin/reasons')).rejects.toMatchObject({ status: 403 })
})

test('a name is there once, also with accents and when several admins add it at the same moment', async () => {
  const add = (name: string) =>
    admin.call('POST /admin/reasons', { body: { name, sentence: 'A sentence.' } }).then(
      () => 200,
      ({ status }: { status: number }) => status,
    )
  expect([await add('Écran'), await add('Écran')]).toEqual([200, 400])
  const { db } = world.app
  const [written, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = db.transaction().execute(async (tx) => {
    await tx.insertInto('cannedReason').values({ name: 'Twice', sentence: 'A sentence.' }).execute()
    written.resolve()
    await held.promise
  })
  await written.promise
  const second = add('twice')
  await until(async () => {
    const { rows } =
      await sql`select 1 from pg_locks where not granted and relation = 'canned_reason'::regclass`.execute(db)
    return rows.length
  }, 'the second admin at the lock')
  held.resolve()
  await first
  expect(await second).toBe(400)
})
