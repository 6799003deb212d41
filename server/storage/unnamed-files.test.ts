import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectShared, nodeOf } from '#test/two-nodes.ts'
import { createWorld, type World } from '#test/world.ts'
import { filesTaker } from './unnamed-files.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

const addDue = (files: number) =>
  sql`insert into unnamed_file (storage_key, due_at)
    select 'files/' || n, ${world.app.clock.now()} from generate_series(1, ${files}::int) as n`.execute(world.app.db)
const left = async () => (await world.app.db.selectFrom('unnamedFile').select('storageKey').execute()).length

test('two nodes share 10,000 files that are due, and each file is removed once', async () => {
  await addDue(10_000)
  await expectShared(world.app, [filesTaker])
  expect(await left()).toBe(0)
})

test('files that another node is taking are left to it', async () => {
  await addDue(300)
  const node = nodeOf(world.app, [filesTaker])
  await world.app.db.transaction().execute(async (other) => {
    await sql`select from unnamed_file limit 10 for update`.execute(other)
    await node.round()
    expect(node.removed).toHaveLength(290)
  })
})

test('no transaction is open while a file is removed', async () => {
  await addDue(1)
  const open: unknown[] = []
  const node = nodeOf(world.app, [filesTaker], async () => {
    const { rows } = await sql`select query from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(world.app.db)
    open.push(...rows)
  })
  await node.round()
  expect([node.removed, open]).toEqual([['files/1'], []])
})

test('a file that can’t be removed holds up no other, and is tried again later', async () => {
  await addDue(300)
  let isBroken = true
  const node = nodeOf(world.app, [filesTaker], (key) => {
    if (isBroken && key === 'files/1') throw new Error('The disk is asleep')
  })
  await expect(node.round()).rejects.toThrow('remove unnamed files failed')
  await node.round()
  expect([node.removed.length, await left()]).toEqual([299, 1])
  isBroken = false
  world.passTime(11 * 60_000)
  await node.round()
  expect([node.removed.length, await left()]).toEqual([300, 0])
})
