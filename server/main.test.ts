import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { isAlive, runNode } from '#test/child.ts'
import { cloneTemplate, emptyDatabase } from '#test/database.ts'
import { databaseOf } from '#test/embedded-database.ts'
import { until } from '#test/until.ts'

let dir: string
let began: ReturnType<typeof runNode>[]
/** The database of the test before. A first start takes three times as long as one that finds a database. */
let left: string
beforeAll(async () => {
  left = join(await mkdtemp(join(tmpdir(), 'slide-left-')), 'postgres')
})
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'slide-main-'))
  await move(left, join(dir, 'postgres'))
  began = []
})
afterEach(async () => {
  for (const node of began) node.kill('SIGTERM')
  await Promise.all(began.map((node) => node.ended()))
  await move(join(dir, 'postgres'), left)
  await rm(dir, { recursive: true, force: true })
})
afterAll(() => rm(dirname(left), { recursive: true, force: true }))

/** Moves a folder, if it is there. A copy would belong to another user. */
async function move(from: string, to: string) {
  if (await isThere(from)) await rename(from, to)
}

/** Starts a node from the sources; `--dev` needs no built pages. */
function slide(env: Record<string, string>, ...args: string[]) {
  const node = runNode(['server/main.ts', ...args], { DEMO: '0', PORT: '0', DATA_DIR: dir, ...env })
  began.push(node)
  return node
}
const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
const postmaster = async (dataDir = dir) =>
  Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
/** The lines that say why it did not start; everything that it said, when it gave no reason. */
function sentenceOf(text: string) {
  const start = text.indexOf('\nSlide did not start.\n')
  return start < 0 ? [text] : text.slice(start).split('\n').slice(2, -1)
}

test('a first start serves pages, and SIGTERM ends the server and its database', async () => {
  const node = slide({}, '--dev')
  const [, url = ''] = await node.saying(/Slide is ready on (http:\S+) \(/)
  expect(await (await fetch(`${url}/api/ready`)).json()).toMatchObject({ ready: true })
  const pid = await postmaster()
  expect(isAlive(pid)).toBe(true)
  const asked = performance.now()
  node.kill('SIGTERM')
  expect(await node.ended()).toEqual({ code: 0, signal: null })
  expect(performance.now() - asked).toBeLessThan(10_000)
  await until(() => !isAlive(pid), 'the database to be gone')
  await expect(fetch(url)).rejects.toThrow()
})

test.skipIf(process.platform === 'win32')('the data directory is private to its owner', async () => {
  const dataDir = join(dir, 'kept')
  const node = slide({ DATA_DIR: dataDir }, '--dev')
  await node.saying(/Slide is ready/)
  const entries = await readdir(dataDir, { recursive: true })
  expect(entries).toEqual(expect.arrayContaining(['auth-secret', 'postgres', 'files', expect.stringMatching(/webp$/)]))
  for (const entry of entries) {
    const found = await stat(join(dataDir, entry)).catch(() => null) // the database may have removed a file meanwhile
    expect((found?.mode ?? 0) & 0o077, entry).toBe(0)
  }
  // under root the database runs as another user, who may enter the folder but not list it
  expect((await stat(dataDir)).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700)
})

test('a worker serves nothing and ends on SIGTERM', async () => {
  const node = slide({ ROLE: 'worker' })
  await node.saying(/Slide's worker is ready/)
  const pid = await postmaster()
  node.kill('SIGTERM')
  node.kill('SIGINT')
  expect(await node.ended()).toEqual({ code: 0, signal: null })
  await until(() => !isAlive(pid), 'the database to be gone')
})

test('a node without jobs removes left-over files from its own folder', async () => {
  const old = [join(dir, 'uploads', 'cut-draft'), join(dir, 'media', 'step-killed')]
  for (const path of old) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'half a master')
    await utimes(path, 0, 0)
  }
  await writeFile(join(dir, 'uploads', 'new-draft'), 'its row may come yet')
  const node = slide({ ROLE: 'web' }, '--dev')
  await node.saying(/Slide is ready/)
  await until(async () => (await Promise.all(old.map(isThere))).every((found) => !found), 'the old files to be gone')
  expect(await isThere(join(dir, 'uploads', 'new-draft'))).toBe(true)
})

test('a stop during a first start leaves no database running', async () => {
  const DATA_DIR = join(dir, 'first')
  let node
  do {
    await rm(DATA_DIR, { recursive: true, force: true })
    node = slide({ ROLE: 'worker', DATA_DIR })
    await node.saying(/Starting the database/)
    node.kill('SIGTERM')
    expect(await node.ended()).toEqual({ code: 0, signal: null })
    const pid = await postmaster(DATA_DIR)
    if (pid) await until(() => !isAlive(pid), 'the database to be gone')
  } while (node.said().includes('ready')) // on a busy machine the stop may come too late
})

test('a taken port prints one sentence, exits with 1 and leaves no database running', async () => {
  const other = createServer()
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  const { port } = other.address() as { port: number }
  const node = slide({ PORT: String(port) }, '--dev')
  expect(await node.ended()).toEqual({ code: 1, signal: null })
  other.close()
  expect(sentenceOf(node.said())).toEqual([
    `Port ${port} on 127.0.0.1 is taken. Stop what listens there, or set PORT to another.`,
  ])
  expect(await postmaster()).toBe(0)
})

test('all faults of the settings are listed, and nothing is started', async () => {
  const node = slide({ PORT: 'x', ROLE: 'boss', DATABASE_URL: 'mysql://u:hunter2@h/d' })
  expect(await node.ended()).toEqual({ code: 1, signal: null })
  expect(sentenceOf(node.said())).toEqual([
    'PORT must be a number',
    'DATABASE_URL must be an address beginning with postgres:// or postgresql://',
    'ROLE must be all, web or worker',
  ])
  expect(node.said()).not.toContain('hunter2')
})

test.each([
  ['MAIL_FROM', 'nobody', 'MAIL_FROM must be an address'],
  ['STORAGE_URL', 's3://bucket', 'STORAGE_URL: without an endpoint it needs a region'],
  [
    'STORAGE_URL',
    's3://k:s@bucket?endpoint=http://127.0.0.1:9',
    "Files can't be kept in bucket bucket: connect ECONNREFUSED 127.0.0.1:9. Check STORAGE_URL.",
  ],
])('a faulty %s is reported in a sentence, and no database is left running', async (name, value, sentence) => {
  const node = slide({ ROLE: 'worker', [name]: value })
  expect(await node.ended()).toEqual({ code: 1, signal: null })
  expect(sentenceOf(node.said())).toEqual([expect.stringContaining(sentence)])
  expect(await postmaster()).toBe(0)
})

test('a second instance names the process that uses the folder and changes nothing', async () => {
  const first = slide({ ROLE: 'worker' })
  await first.saying(/worker is ready/)
  const second = slide({ ROLE: 'worker' })
  expect(await second.ended()).toEqual({ code: 1, signal: null })
  expect(sentenceOf(second.said())).toEqual([
    `Another instance (process ${first.pid}) is using ${dir}. Stop it, or set DATA_DIR or DATABASE_URL.`,
  ])
  expect(isAlive(await postmaster())).toBe(true)
})

test('a database that dies is started again, and the server goes on', async () => {
  const node = slide({}, '--dev')
  const [, url = ''] = await node.saying(/Slide is ready on (http:\S+) \(/)
  const register = async (displayName: string) => {
    const reply = await fetch(`${url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${displayName}@slide.test`, displayName, password: 'windows lit at night' }),
    })
    return reply.status
  }
  expect(await register('before')).toBe(200)
  const died = await postmaster()
  process.kill(died, 'SIGKILL')
  await until(async () => (await register('after')) === 200, 'the database to be back')
  expect(await register('before'), 'the account is kept').toBe(409)
  const { rows } = await query(databaseOf(dir), 'select rolsuper from pg_roles where rolname = current_user')
  expect(rows, 'the app is no superuser').toEqual([{ rolsuper: false }])
  const pid = await postmaster()
  expect(pid).not.toBe(died)
  node.kill('SIGTERM')
  expect(await node.ended()).toEqual({ code: 0, signal: null })
  await until(() => !isAlive(pid), 'the database to be gone')
})

async function query(url: string, text: string) {
  const db = new pg.Client(url)
  await db.connect()
  try {
    return await db.query(text)
  } finally {
    await db.end()
  }
}

test('a data directory below a file prints one sentence', async () => {
  await writeFile(join(dir, 'file'), '')
  const DATA_DIR = join(dir, 'file/data')
  const node = slide({ ROLE: 'worker', DATA_DIR })
  expect(await node.ended()).toEqual({ code: 1, signal: null })
  expect(sentenceOf(node.said())).toEqual([`${DATA_DIR} is not a folder. Set DATA_DIR to one.`])
})

test('with DATABASE_URL no embedded database is started', async () => {
  const database = await emptyDatabase(inject('serverUrl'))
  const node = slide({ ROLE: 'worker', DATABASE_URL: database.url })
  await node.saying(/worker is ready/)
  expect(node.said()).not.toContain('Starting the database')
  expect(await postmaster()).toBe(0)
  node.kill('SIGTERM')
  expect(await node.ended()).toEqual({ code: 0, signal: null })
  await database.drop()
})

test('each cut of a database connection is told in few words', async () => {
  const database = await cloneTemplate(inject('serverUrl'))
  const node = slide({ ROLE: 'worker', DATABASE_URL: database.url })
  await node.saying(/worker is ready/)
  const CUT = 'a database connection was cut'
  const all =
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  await query(database.url, all)
  await node.saying(/the database is back/)
  const lines = node.said().split('\n')
  const told = lines.filter((line) => line.includes(CUT)).map((line) => JSON.parse(line) as Record<string, unknown>)
  const usual = ['level', 'time', 'pid', 'hostname', 'msg']
  const said = told.map((line) => Object.fromEntries(Object.entries(line).filter(([name]) => !usual.includes(name))))
  // which reason a connection gives depends on which of them notices the cut first
  expect(said.length).toBeGreaterThan(0)
  for (const one of said) {
    expect(one).toMatchObject({ reason: expect.stringMatching(/^.{5,80}$/) })
    expect(['reason', 'code']).toEqual(expect.arrayContaining(Object.keys(one)))
  }
  node.kill('SIGTERM')
  expect(await node.ended()).toEqual({ code: 0, signal: null })
  await database.drop()
})

test('a superuser in DATABASE_URL is told at the start, an owner of the database is not', async () => {
  const database = await cloneTemplate(inject('serverUrl'))
  const superuser = Object.assign(new URL(inject('serverUrl')), { pathname: new URL(database.url).pathname }).href
  const TOLD = /DATABASE_URL names a superuser/
  for (const [url, isTold] of [
    [superuser, true],
    [database.url, false],
  ] as const) {
    const node = slide({ ROLE: 'worker', DATABASE_URL: url, DATA_DIR: join(dir, String(isTold)) })
    await node.saying(/worker is ready/)
    expect(TOLD.test(node.said())).toBe(isTold)
    node.kill('SIGTERM')
    await node.ended()
  }
  await database.drop()
})
