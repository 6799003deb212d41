import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { Trouble } from '#server/trouble.ts'
import { emptyDatabase } from '#test/database.ts'
import { migrate } from './migrate.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let folder: string
let db: pg.Client
beforeEach(async () => {
  database = await emptyDatabase(inject('serverUrl'))
  folder = await mkdtemp(join(tmpdir(), 'slide-migrations-'))
  db = new pg.Client(database.url)
  await db.connect()
})
afterEach(async () => {
  await db.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)
const run = () => migrate(database.url, folder)
const known = async () => (await db.query<{ name: string }>('select name from migration order by name')).rows
const exists = async (table: string) =>
  (await db.query<{ found: string | null }>('select to_regclass($1) as found', [table])).rows[0]?.found !== null

test('files run in the order of their names, each once', async () => {
  await write('0002_second.sql', 'alter table a add column n int;')
  await write('0001_first.sql', 'create table a ();\ninsert into a default values;')
  await write('notes.md', 'not a migration')
  expect(await run()).toEqual(['0001_first.sql', '0002_second.sql'])
  expect(await run()).toEqual([])
  await write('0003_third.sql', 'alter table a add column m int;')
  expect(await run()).toEqual(['0003_third.sql'])
})

test('when many nodes start at once, one node runs each file', async () => {
  for (const n of [1, 2, 3]) await write(`000${n}.sql`, `create table t${n} (); select pg_sleep(0.05);`)
  const ran = await Promise.all(Array.from({ length: 6 }, run))
  expect(ran.flat().sort()).toEqual(['0001.sql', '0002.sql', '0003.sql'])
})

test('a file that changed after it ran is refused, except for line ends', async () => {
  await write('0001.sql', 'create table a ();\n')
  await run()
  await write('0001.sql', 'create table a ();\r\n')
  expect(await run()).toEqual([])
  await write('0001.sql', 'create table a (n int);\n')
  await expect(run()).rejects.toThrow(
    new Trouble('Migration 0001.sql was changed after it ran. Put it back and add a new one.'),
  )
})

test('a build older than its database is refused and runs nothing', async () => {
  await write('0001.sql', 'create table a ();')
  await write('0009_newer.sql', 'create table b ();')
  await run()
  await rm(join(folder, '0009_newer.sql'))
  await write('0002.sql', 'create table c ();')
  await expect(run()).rejects.toThrow(
    new Trouble("The database knows migration 0009_newer.sql, this build doesn't: it is older than the database."),
  )
  expect(await exists('c')).toBe(false)
})

test('a failed file leaves nothing behind and runs once it is repaired', async () => {
  await write('0001.sql', 'create table good ();')
  await write('0002.sql', 'create table half (); select 1 / 0;')
  await write('0003.sql', 'create table later ();')
  await expect(run()).rejects.toThrow('Migration 0002.sql failed: division by zero')
  expect(await known()).toEqual([{ name: '0001.sql' }])
  expect([await exists('good'), await exists('half'), await exists('later')]).toEqual([true, false, false])
  await write('0002.sql', 'create table half ();')
  expect(await run()).toEqual(['0002.sql', '0003.sql'])
})

test('an interrupted migration leaves nothing behind and does not block the next', async () => {
  await write('0001.sql', 'create table half (); select pg_sleep(60);')
  const cut = run()
  cut.catch(() => {})
  const kill =
    "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()"
  await expect.poll(async () => (await db.query(kill)).rowCount, { timeout: 10_000 }).toBe(1)
  await expect(cut).rejects.toThrow('Migration 0001.sql failed')
  expect(await exists('half')).toBe(false)
  await write('0001.sql', 'create table half ();')
  expect(await run()).toEqual(['0001.sql'])
})

test('a file marked no-transaction runs outside a transaction', async () => {
  await write('0001.sql', 'create table a (n int);')
  await write('0002.sql', '-- no-transaction\ncreate index concurrently a_n on a (n);')
  expect(await run()).toHaveLength(2)
  expect(await exists('a_n')).toBe(true)
  await write('0003.sql', 'create index concurrently a_m on a (n);')
  await expect(run()).rejects.toThrow('cannot run inside a transaction block')
})
