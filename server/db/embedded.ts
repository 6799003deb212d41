import { randomBytes } from 'node:crypto'
import { access, chown, constants, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Trouble } from '#server/trouble.ts'
import { findBinaries, type Binaries } from './embedded-binaries.ts'
import { runnerFor, serverUser, type Run, type ServerUser } from './embedded-user.ts'
import { freePort, isFree } from './free-port.ts'

/** `password` is the owner's, `appPassword` that of the role that the app uses. */
type Settings = { port: number; password: string; appPassword?: string }
export type Embedded = {
  /** For the app. Its role owns the tables, and has no rights beyond them. */
  url: string
  /** For the operator: may do everything. */
  ownerUrl: string
  adopted: boolean
  fresh: boolean
  stop: () => Promise<void>
}

const MAJOR = '18'
const START_TIMEOUT = 15_000
const REVIVE_TIMEOUT = 60_000
/** The bytes that a socket's path may have. macOS allows the fewest. */
const LONGEST_PATH = 103
const ONE_OWNER = 5_110_140 // advisory lock: one app per data directory

type Loss = { onLost?: (error: Error) => void; say?: (line: string) => void }

/**
 * Runs PostgreSQL from node_modules in `dir`. Takes over a server that outlived its app, and starts a server that dies
 * anew. `onLost` hears when that fails.
 */
export async function startEmbedded(dir: string, { onLost = () => {}, say = () => {} }: Loss = {}): Promise<Embedded> {
  const home = resolve(dir)
  const cluster = join(home, 'postgres')
  const binaries = await findBinaries()
  const user = await serverUser()
  await mkdir(home, { recursive: true })
  await access(home, constants.W_OK)
  const run = runnerFor(user, [home, binaries.home])

  const fresh = await initialise(binaries, cluster, run, user)
  const { owner: first, adopted, port } = await connectOrStart(binaries, cluster, run)
  await claim(first, home)
  const { password, appPassword } = await prepareRole(first, cluster)
  let owner = first
  let isStopping = false
  watch(first)

  function watch(connection: pg.Client) {
    owner = connection
    connection.once('end', () => void revive().catch((error: Error) => isStopping || onLost(error)))
  }
  /** The app knows the port already, so the server starts at the same one. */
  async function revive() {
    if (isStopping) return
    say('The database has ended. Starting it again …')
    const { owner: next } = await connectOrStart(binaries, cluster, run, { port, patience: REVIVE_TIMEOUT })
    if (isStopping) return next.end()
    await claim(next, home)
    watch(next)
  }
  const urlOf = (role: string, secret: string) => `postgresql://${role}:${secret}@127.0.0.1:${port}/postgres`
  const socket = await socketOf(cluster)
  return {
    url: urlOf(APP, appPassword) + (socket ? `?host=${encodeURIComponent(socket)}` : ''),
    ownerUrl: urlOf('postgres', password),
    adopted,
    fresh,
    async stop() {
      isStopping = true
      await run(binaries.pg_ctl, ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '10'])
      await owner.end().catch(() => {})
    },
  }
}

const APP = 'slide'

/**
 * The app's role owns the database and everything in it, also what older versions made as `postgres`. It is no
 * superuser: it can't read files, start programs or change settings of the server.
 */
async function prepareRole(owner: pg.Client, cluster: string) {
  const settings = await readSettings(cluster)
  const appPassword = settings.appPassword ?? randomBytes(18).toString('base64url')
  if (!settings.appPassword) await saveSettings(cluster, { ...settings, appPassword })
  await owner.query(`do $$
    declare change text;
    begin
      if not exists (select from pg_roles where rolname = '${APP}') then create role ${APP}; end if;
      alter role ${APP} login nosuperuser nocreatedb nocreaterole nobypassrls password '${appPassword}';
      alter database postgres owner to ${APP};
      for change in
        select format('schema %I', nspname) from pg_namespace
          where nspowner = 'postgres'::regrole and nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
        union all
        select format('table %s', c.oid::regclass) from pg_class c join pg_namespace n on n.oid = relnamespace
          where relowner = 'postgres'::regrole and nspname !~ '^pg_' and nspname <> 'information_schema'
            and (relkind in ('r', 'p', 'v', 'm') or (relkind = 'S' and not exists (
              select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('a', 'i'))))
        union all
        select format('type %s', t.oid::regtype) from pg_type t join pg_namespace n on n.oid = typnamespace
          where typowner = 'postgres'::regrole and nspname !~ '^pg_' and nspname <> 'information_schema'
            and (typtype in ('e', 'd') or (typtype = 'c' and (select relkind from pg_class where oid = typrelid) = 'c'))
        union all
        select format('routine %s', p.oid::regprocedure) from pg_proc p join pg_namespace n on n.oid = pronamespace
          where proowner = 'postgres'::regrole and nspname !~ '^pg_' and nspname <> 'information_schema'
            and not exists (select from pg_depend
              where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
      loop
        execute format('alter %s owner to ${APP}', change);
      end loop;
    end $$`)
  return { password: settings.password, appPassword }
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

type Where = { port?: number; patience?: number }

async function connectOrStart(
  { pg_ctl }: Binaries,
  cluster: string,
  run: Run,
  { port, patience = START_TIMEOUT }: Where = {},
) {
  const settings = await readSettings(cluster)
  const log = join(cluster, 'server.log')
  let trouble: unknown
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(200)) {
    const running = await runningPort(cluster)
    const living = running && (await connect({ ...settings, port: running }))
    if (living) return { owner: living, adopted: true, port: running }

    if (port !== undefined) settings.port = port
    else if (!(await isFree(settings.port))) settings.port = await freePort()
    try {
      const options = `-p ${settings.port}${hasSocket(cluster) ? ' -k . -c unix_socket_permissions=0700' : ''}`
      await run(pg_ctl, ['start', '-D', cluster, '-w', '-t', '10', '-l', log, '-o', options])
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

/** The lines of the server's lock file, which may be out of date. */
const lockFile = async (cluster: string) =>
  (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')

const runningPort = async (cluster: string) => Number((await lockFile(cluster))[3] ?? 0)

/** A socket in the cluster's own folder costs less processor time than TCP. */
const hasSocket = (cluster: string) =>
  process.platform !== 'win32' && Buffer.byteLength(join(cluster, '.s.PGSQL.65535')) <= LONGEST_PATH

/** The folder of the running server's socket. Null without one: an older version may have started the server. */
const socketOf = async (cluster: string) => ((await lockFile(cluster))[4] && hasSocket(cluster) ? cluster : null)

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
