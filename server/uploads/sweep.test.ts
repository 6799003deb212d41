import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectShared, nodeOf } from '#test/two-nodes.ts'
import { createWorld, type World } from '#test/world.ts'
import { uploadTakers } from './sweep.ts'

let world: World
let accountId: number
beforeEach(async () => {
  world = await createWorld()
  accountId = (await world.signUp()).id
})
afterEach(() => world.close())

const addDue = (uploads: number) =>
  sql`insert into upload (id, account_id, purpose, name, media_type, size, received, storage_key, sha256, crc32, state,
      created_at, active_at, due_at)
    select n, ${accountId}, 'audio', 'beat.wav', 'audio/wav', 1, 1, 'uploads/' || n, '', 0, 'ready', now, now, now
    from generate_series(1, ${uploads}::int) as n, (select ${world.app.clock.now()}::timestamptz as now) as clock`.execute(
    world.app.db,
  )
const left = async () => (await world.app.db.selectFrom('upload').select('id').execute()).length

test('two nodes share 10,000 uploads that are due, and each is removed once', async () => {
  await addDue(10_000)
  await expectShared(world.app, uploadTakers)
  expect(await left()).toBe(0)
})

test('an upload that is being taken at this moment is left to the one who takes it', async () => {
  await addDue(300)
  const node = nodeOf(world.app, uploadTakers)
  await world.app.db.transaction().execute(async (taking) => {
    await taking.deleteFrom('upload').where('id', '=', '7').execute()
    await node.round()
    expect([node.removed.length, node.removed.includes('uploads/7')]).toEqual([299, false])
  })
  expect(await left()).toBe(0)
})
