import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDb, createPool } from '#server/db/connect.ts'
import { takeDue } from '#server/jobs/due.ts'
import type { App } from '#server/services.ts'
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
      created_at, due_at)
    select n, ${accountId}, 'audio', 'beat.wav', 'audio/wav', 1, 1, 'uploads/' || n, '', 0, 'ready', ${world.app.clock.now()},
      ${world.app.clock.now()}
    from generate_series(1, ${uploads}::int) as n`.execute(world.app.db)
const left = async () => (await world.app.db.selectFrom('upload').select('id').execute()).length

/** The app with a storage that only notes which files it removed. */
function nodeOf(app: App) {
  const removed: string[] = []
  const remove = async (key: string) => void removed.push(key)
  return { removed, round: () => takeDue({ ...app, storage: { ...app.storage, remove } }, uploadTakers) }
}

test('two nodes share 10,000 uploads that are due, and each is removed once', async () => {
  const pool = createPool(world.app.config.databaseUrl!, { onError: () => {} })
  const [one, other] = [nodeOf(world.app), nodeOf({ ...world.app, db: createDb(pool) })]
  await addDue(10_000)
  await Promise.all([one.round(), other.round()])
  await pool.end()
  expect(Math.min(one.removed.length, other.removed.length)).toBeGreaterThan(1_000)
  expect(new Set([...one.removed, ...other.removed]).size).toBe(10_000)
  expect(one.removed.length + other.removed.length).toBe(10_000)
  expect(await left()).toBe(0)
})

test('an upload that is being taken at this moment is left to the one who takes it', async () => {
  await addDue(300)
  const node = nodeOf(world.app)
  await world.app.db.transaction().execute(async (taking) => {
    await taking.deleteFrom('upload').where('id', '=', '7').execute()
    await node.round()
    expect([node.removed.length, node.removed.includes('uploads/7')]).toEqual([299, false])
  })
  expect(await left()).toBe(0)
})
