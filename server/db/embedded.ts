import { randomBytes } from 'node:crypto'
import { access, chown, constants, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Trouble } from '#server/trouble.ts'
import { findBinaries, type Binaries } from './embedded-binaries.ts'
import { runnerFor, serverUser, type Run, type ServerUser } from './embedded-user.ts'
import { freePort, isFree } from './free-port.ts'

type Settings = { port: number; password: string }
export type Embedded = { url: string; adopted: boolean; fresh: boolean; stop: () => Promise<void> }

const MAJOR = '18'
const START_TIMEOUT = 15_000
const ONE_OWNER = 5_110_140 // advisory lock: one app per data directory

/** Runs PostgreSQL from node_modules in `dir`. Takes over a server that outlived its app. */
export async function startEmbedded(dir: string, onLost: (error: Error) => void = () => {}): Promise<Embedded> {
  const home = resolve(dir)
  const cluster = join(home, 'postgres')
  const binaries = await findBinaries()
  const user = await serverUser()
  await mkdir(home, { recursive: true })
  await access(home, constants.W_OK)
  const run = runnerFor(user, [home, binaries.home])

  const fresh = await initialise(binaries, cluster, run, user)
  const { owner, adopted, port } = await connectOrStart(binaries, cluster, run)
  await claim(owner, home)
  const { password } = await readSettings(cluster)
  owner.on('error', onLost)
  return {
    url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
    adopted,
    fresh,
    async stop() {
      owner.removeAllListeners('error').on('error', () => {})
      await run(binaries.pg_ctl, ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '10'])
      await owner.end().catch(() => {})
    },
  }
}

/** The lock belongs to the connection, so a killed app never keeps it. */
async function claim(owner: pg.Client, home: string) {
  const { rows } = await owner.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [ONE_OWNER])
  if (rows[0]?.ours) return
  const holder = await owner.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = $1 and granted`,
    [ONE_OWNER],
  )
  await owner.end()
  const who = holder.rows[0]?.name ?? 'unknown'
  throw new Trouble(`Another instance (${who}) is using ${home}. Stop it, or set DATA_DIR or DATABASE_URL.`)
}

/** Makes a cluster in another folder and then renames it, so that a half-made cluster is never used. */
async function initialise({ initdb }: Binaries, cluster: string, run: Run, user: ServerUser) {
  const home = dirname(cluster)
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (version && version !== MAJOR)
    throw new Trouble(
      `${cluster} was made by PostgreSQL ${version}, this build brings ${MAJOR}. Dump it with ${version} and restore it, or set DATA_DIR to a new folder.`,
    )
  if (version) return false
  if ((await readdir(cluster).catch(() => [])).length)
    throw new Trouble(`${cluster} is not empty, and holds no database. Move it away, or set DATA_DIR to a new folder.`)
  await sweepDrafts(home)
  const draft = `${cluster}.new-${process.pid}`
  const passwordFile = `${draft}.password`
  const settings: Settings = { port: await freePort(), password: randomBytes(18).toString('base64url') }
  await writeFile(passwordFile, settings.password, { mode: 0o600 })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  if (user) for (const path of [passwordFile, draft]) await chown(path, user.uid, user.gid)
  try {
    await run(initdb, initOptions(draft, passwordFile))
    await saveSettings(draft, settings)
    await rename(draft, cluster).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error // another instance was faster
    })
    return true
  } finally {
    await rm(passwordFile, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

/** Removes what killed starts left behind. In a container the next start may have the same process id. */
async function sweepDrafts(home: string) {
  for (const name of await readdir(home)) {
    const maker = Number(/^postgres\.new-(\d+)(\.password)?$/.exec(name)?.[1])
    if (maker && (maker === process.pid || !isAlive(maker)))
      await rm(join(home, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const initOptions = (folder: string, passwordFile: string) => [
  `--pgdata=${folder}`,
  '--username=postgres',
  '--auth=scram-sha-256',
  `--pwfile=${passwordFile}`,
  '--encoding=UTF8',
  '--locale=C',
  '--set=listen_addresses=127.0.0.1',
  '--set=unix_socket_directories=',
  '--set=jit=off',
  '--set=max_parallel_workers_per_gather=0',
]

async function connectOrStart({ pg_ctl }: Binaries, cluster: string, run: Run) {
  const settings = await readSettings(cluster)
  const log = join(cluster, 'server.log')
  let trouble: unknown
  for (const deadline = Date.now() + START_TIMEOUT; Date.now() < deadline; await sleep(200)) {
    const running = await runningPort(cluster)
    const living = running && (await connect({ ...settings, port: running }))
    if (living) return { owner: living, adopted: true, port: running }

    if (!(await isFree(settings.port))) settings.port = await freePort()
    try {
      await run(pg_ctl, ['start', '-D', cluster, '-w', '-t', '10', '-l', log, '-o', `-p ${settings.port}`])
      await saveSettings(cluster, settings)
      const owner = await connect(settings)
      if (owner) return { owner, adopted: false, port: settings.port }
    } catch (error) {
      trouble = error // old backends may still be exiting, or another instance is starting
    }
  }
  const said = await readFile(log, 'utf8').catch(() => '')
  if (said.slice(-4_000).includes('No space left')) throw Object.assign(new Error('disk full'), { code: 'ENOSPC' })
  throw new Trouble(`PostgreSQL did not start; see ${log}.`, { cause: trouble })
}

/** Reads the port from line four of the server's lock file, which may be out of date. */
async function runningPort(cluster: string) {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return Number(lines[3] ?? 0)
}

async function connect({ port, password }: Settings) {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    application_name: `process ${process.pid}`,
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch {
    return null
  }
}

const settingsFile = (cluster: string) => join(cluster, 'embedded.json')
const readSettings = async (cluster: string) => JSON.parse(await readFile(settingsFile(cluster), 'utf8')) as Settings

/** Replaces the whole file: a crash while writing must not lose the password. */
async function saveSettings(cluster: string, settings: Settings) {
  const draft = `${settingsFile(cluster)}.new`
  await writeFile(draft, JSON.stringify(settings), { mode: 0o600 })
  await rename(draft, settingsFile(cluster))
}
