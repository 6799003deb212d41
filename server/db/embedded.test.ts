import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { explain, Trouble } from '#server/trouble.ts'
import { isAlive, runNode } from '#test/child.ts'
import { until } from '#test/until.ts'
import { findBinaries } from './embedded-binaries.ts'
import { runnerFor, serverUser } from './embedded-user.ts'
import { startEmbedded } from './embedded.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'slide-embedded-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const owner = () => runNode(['test/programs/own-database.ts', dir])
const postmaster = async () => Number((await readFile(join(dir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
const sentence = async (from: Promise<unknown>) => {
  const error: unknown = await from.catch((thrown: unknown) => thrown)
  return error instanceof Trouble ? error.message : explain(error, { dataDir: dir, host: '', port: 0 })
}
async function query(url: string, sql: string) {
  const db = new pg.Client(url)
  try {
    await db.connect()
    const { rows } = await db.query<{ n: number }>(sql)
    return rows
  } finally {
    await db.end().catch(() => {})
  }
}

test('the server starts in an empty folder, stops, and starts again with its data', async () => {
  const first = await startEmbedded(dir)
  expect(first).toMatchObject({ fresh: true, adopted: false })
  await query(first.url, 'create table kept as select 7 as n')
  const pid = await postmaster()
  await first.stop()
  await until(() => !isAlive(pid), 'its end')
  expect((await readdir(dir)).sort()).toEqual(['postgres'])

  const again = await startEmbedded(dir)
  expect(again).toMatchObject({ fresh: false, adopted: false })
  expect(await query(again.url, 'select n from kept')).toEqual([{ n: 7 }])
  await again.stop()
})

test('a database whose app was killed is taken over with all committed data', async () => {
  const killed = owner()
  const [, url = ''] = await killed.saying(/ready started (\S+)/)
  await query(url, 'create table kept as select 7 as n')
  const pid = await postmaster()
  killed.kill('SIGKILL')
  await killed.ended()
  expect(isAlive(pid)).toBe(true)

  const next = await startEmbedded(dir)
  expect(next).toMatchObject({ adopted: true, url })
  expect(await postmaster()).toBe(pid)
  expect(await query(next.url, 'select n from kept')).toEqual([{ n: 7 }])
  await next.stop()
  await until(() => !isAlive(pid), 'its end')
})

const isByTcp = async (url: string) => (await query(url, 'select (inet_client_addr() is not null)::int as n'))[0]!.n

test('the app reaches the database by its socket, and by TCP if the path is too long for one', async () => {
  const short = await startEmbedded(dir)
  expect(await isByTcp(short.url)).toBe(process.platform === 'win32' ? 1 : 0)
  expect(await isByTcp(short.ownerUrl)).toBe(1)
  await short.stop()
  const long = await startEmbedded(join(dir, 'a folder '.repeat(10)))
  expect(await isByTcp(long.url)).toBe(1)
  await long.stop()
})

test('a database that an older version started without a socket is taken over', async () => {
  const first = await startEmbedded(dir)
  await first.stop()
  const [cluster, { pg_ctl }] = [join(dir, 'postgres'), await findBinaries()]
  const run = runnerFor(await serverUser(), [dir])
  await run(pg_ctl, [
    'start',
    '-D',
    cluster,
    '-w',
    '-l',
    join(cluster, 'server.log'),
    '-o',
    `-p ${new URL(first.url).port}`,
  ])
  const next = await startEmbedded(dir)
  expect(next.adopted).toBe(true)
  expect(await isByTcp(next.url)).toBe(1)
  await next.stop()
})

test('a killed database is started again at its port, with all committed data', async () => {
  const said: string[] = []
  const own = await startEmbedded(dir, { say: (text) => said.push(text) })
  await query(own.url, 'create table kept as select 7 as n')
  const died = await postmaster()
  process.kill(died, 'SIGKILL')
  await until(async () => {
    const rows = await query(own.url, 'select n from kept').catch(() => [])
    return rows[0]?.n === 7
  }, 'the database to be back')
  expect(await postmaster()).not.toBe(died)
  expect(said).toEqual(['The database has ended. Starting it again …'])
  const second = owner()
  expect(await second.ended(), 'it still belongs to its first app').toEqual({ code: 1, signal: null })
  await own.stop()
})

test('the app gets a role that owns its tables and is no superuser, also for what an older version has made', async () => {
  const first = await startEmbedded(dir)
  await query(
    first.ownerUrl,
    `create schema queue; create type mood as enum ('x');
     create table queue.job (id bigint generated always as identity primary key, mood mood, serial serial);
     create view kept as select 1 as n; create function one() returns int language sql return 1;
     insert into queue.job (mood) values ('x'); select 1 as n`,
  )
  await first.stop()
  const again = await startEmbedded(dir)
  expect(await query(again.url, 'select rolsuper::int as n from pg_roles where rolname = current_user')).toEqual([
    { n: 0 },
  ])
  await query(again.url, `alter type mood add value 'y'`)
  await query(again.url, 'alter table queue.job add column more int')
  await query(again.url, 'drop view kept')
  await query(again.url, 'drop function one')
  await query(again.url, 'create extension pg_trgm')
  await query(again.url, 'drop schema queue cascade')
  for (const forbidden of [
    `copy (select 1) to program 'true'`,
    `select pg_read_file('PG_VERSION')`,
    'alter system set fsync = off',
  ])
    await expect(query(again.url, forbidden), forbidden).rejects.toMatchObject({ code: '42501' })
  await again.stop()
})

test('a second instance is refused with the name of the first, which keeps working', async () => {
  const first = await startEmbedded(dir)
  const second = owner()
  expect(await second.ended()).toEqual({ code: 1, signal: null })
  expect(second.said()).toContain(
    `Another instance (process ${process.pid}) is using ${dir}. Stop it, or set DATA_DIR or DATABASE_URL.`,
  )
  expect(await query(first.url, 'select 1 as n')).toEqual([{ n: 1 }])
  await first.stop()
})

test('one of two first starts at once gets the folder, the other one a message', async () => {
  const both = [owner(), owner()]
  await until(() => both.filter((one) => /ready|Another instance/.test(one.said())).length === 2, 'both to speak')
  for (const end of [/ready/, /Another instance/]) expect(both.filter((one) => end.test(one.said()))).toHaveLength(1)
  for (const one of both) one.kill('SIGKILL')
  await Promise.all(both.map((one) => one.ended()))
  await (await startEmbedded(dir)).stop()
})

test('half-made folders of killed starts are removed, even if our process has the same number', async () => {
  const dead = runNode(['--eval', ''])
  await dead.ended()
  for (const pid of [process.pid, dead.pid]) {
    await mkdir(join(dir, `postgres.new-${pid}`, 'base'), { recursive: true })
    await writeFile(join(dir, `postgres.new-${pid}`, 'PG_VERSION'), '18\n')
    await writeFile(join(dir, `postgres.new-${pid}.password`), 'secret')
  }
  const living = `postgres.new-${process.ppid}`
  await mkdir(join(dir, living))
  const { fresh, stop } = await startEmbedded(dir)
  expect(fresh).toBe(true)
  expect((await readdir(dir)).sort()).toEqual(['postgres', living])
  await stop()
})

test('a folder of another version or with other files is left alone, and a sentence says so', async () => {
  const cluster = join(dir, 'postgres')
  await mkdir(cluster)
  await writeFile(join(cluster, 'notes.txt'), 'mine')
  expect(await sentence(startEmbedded(dir))).toBe(
    `${cluster} is not empty, and holds no database. Move it away, or set DATA_DIR to a new folder.`,
  )
  await writeFile(join(cluster, 'PG_VERSION'), '17\n')
  expect(await sentence(startEmbedded(dir))).toBe(
    `${cluster} was made by PostgreSQL 17, this build brings 18. Dump it with 17 and restore it, or set DATA_DIR to a new folder.`,
  )
  expect((await readdir(cluster)).sort()).toEqual(['PG_VERSION', 'notes.txt'])
})

test('a data directory that is a file or lies below a file is refused with a sentence', async () => {
  const file = join(dir, 'file')
  await writeFile(file, '')
  for (const path of [file, join(file, 'data')])
    expect(await sentence(startEmbedded(path))).toBe(`${dir} is not a folder. Set DATA_DIR to one.`)
})
