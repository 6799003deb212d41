import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import { mountApp, type WebFor } from '#server/app.ts'
import { ensureHousePictures } from '#server/catalogue/index.ts'
import type { Config } from '#server/config.ts'
import { makeDataDir } from '#server/data-dir.ts'
import { createDb, createPool, type Pool } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { waitForDatabase } from '#server/db/wait.ts'
import { openHouse } from '#server/house/house.ts'
import { takeDue } from '#server/jobs/due.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { listenLive } from '#server/live/live.ts'
import { createLogger } from '#server/logger.ts'
import { closeMedia } from '#server/media/run-media.ts'
import { createMail } from '#server/mail/mail.ts'
import { openPayments } from '#server/payments/open-payments.ts'
import type { ProviderAddresses } from '#server/payments/open-providers.ts'
import { ensureIndexed } from '#server/search/index.ts'
import { secretOf } from '#server/secret.ts'
import type { App } from '#server/services.ts'
import { createStorage } from '#server/storage/create-storage.ts'
import { Trouble } from '#server/trouble.ts'
import { createUploads } from '#server/uploads/uploads.ts'
import { folderTakers, workBySets } from '#server/work.ts'

type Say = (line: string) => void

const DRAIN = 2_000
const CLEAN_EVERY = 60_000

type Logger = ReturnType<typeof createLogger>

/** Ends one part of the process. */
type End = () => Promise<unknown>

type Surroundings = {
  web: WebFor
  say: Say
  onLost: (error: Error) => void
  /** Other addresses of payment providers than their own. */
  providersAt?: ProviderAddresses
}

/** A node of Slide. `start` starts the parts of its role. `stop` ends every started part, even during a start. */
export function createNode(config: Config, { web, say, onLost, providersAt }: Surroundings) {
  const ends: End[] = []
  const stopping = { value: false }

  /** Ends the parts in reverse order: first new work, then running work, then the services below. */
  async function stop() {
    const first = !stopping.value
    stopping.value = true
    if (first && config.production) await sleep(DRAIN) // load balancers need time to see it is not ready
    const failures: unknown[] = []
    for (let end = ends.pop(); end; end = ends.pop()) await end().catch((error: unknown) => failures.push(error))
    if (failures.length) throw failures[0]
  }
  /** Registers how to end a started part. After a stop, the part ends at once and the start goes no further. */
  async function begun<Part>(part: Promise<Part>, end: (part: Part) => Promise<unknown>) {
    const made = await part
    ends.push(() => end(made))
    if (stopping.value) await stop()
    if (stopping.value) throw new Trouble('Stopped before the start was finished.')
    return made
  }

  async function start() {
    const log = createLogger(config.logLevel)
    await makeDataDir(config.dataDir)
    const url = config.databaseUrl ?? (await begun(startDatabase(config, say, onLost), (own) => own.stop())).url
    if (config.databaseUrl) await waitForDatabase(url, say)
    await prepareDatabase(url, say)

    const pool = createPool(url, {
      // the error itself holds the whole connection: its keys and statements
      onError: ({ message, code }) => log.warn({ reason: message, code }, 'a database connection was cut'),
    })
    ends.push(() => pool.end())
    const authSecret = new TextEncoder().encode(config.authSecret ?? (await secretOf(config.dataDir)))
    const presence = {
      onLost() {
        log.error('the database is away')
        pool.lose()
      },
      onStillLost: () => pool.lose(),
      onBack() {
        log.warn('the database is back')
        pool.find()
      },
    }
    let listensOn = `http://${config.host}:${config.port}`
    const origin = () => config.publicUrl ?? listensOn
    if (config.databaseUrl) await warnOfSuperuser(pool, say)
    const db = createDb(pool)
    const { payments, clock } = await openPayments(config, {
      db,
      secret: authSecret,
      address: origin,
      providersAt,
    })
    const live = await begun(listenLive(url, presence), (listening) => listening.close())
    const app: App = {
      config,
      authSecret,
      db,
      storage: await openStorage(config),
      uploads: await createUploads(config),
      mail: createMail({
        config,
        enqueue,
        clock,
        secret: authSecret,
        origin,
      }),
      payments,
      live,
      house: await begun(openHouse({ db, live }), (kept) => kept.close()),
      enqueue,
      clock,
      stopping,
    }
    if (config.production) await refuseDemoAccounts(app)
    if (config.publicUrl?.startsWith('https:') && !config.trustProxy)
      say('TRUST_PROXY is not set: behind a proxy all visitors share one address, and its limits.')
    ends.push(async () => closeMedia())
    await ensureHousePictures(app)
    if (config.demo) {
      const { ensureDemo } = await import('#demo/seed/ensure-demo.ts')
      await ensureDemo(app, say)
    }
    await ensureIndexed(app)
    ends.push(cleanFolders(app, log))
    if (config.role !== 'web')
      for (const work of workBySets(app))
        await begun(startWorker({ url, pool, log, ...work }), (workers) => workers.stop())
    if (config.role === 'worker') return undefined
    const http = await begun(mountApp(app, { log, web }), (mounted) => mounted.close())
    listensOn = await http.listen({ host: config.host, port: config.port })
    return listensOn
  }

  return {
    /** Resolves to the served address, if the role serves. A failed start ends its parts before it rejects. */
    start: () =>
      start().catch(async (error: unknown) => {
        await stop().catch(() => {}) // report the first error
        throw error
      }),
    stop,
  }
}

async function startDatabase({ dataDir }: Config, say: Say, onLost: (error: Error) => void) {
  say('Starting the database …')
  const embedded = await startEmbedded(dataDir, { onLost, say })
  if (embedded.adopted) say('Found the database still running, and took it over.')
  return embedded
}

/** A bucket is asked at once, so that the operator reads what is wrong with STORAGE_URL. */
async function openStorage(config: Config) {
  const storage = await createStorage(config)
  if (config.storageUrl)
    await storage.check().catch(({ message }: Error) => {
      throw new Trouble(`${message}. Check STORAGE_URL.`)
    })
  return storage
}

function cleanFolders(app: App, log: Logger): End {
  const clean = () =>
    takeDue(app, folderTakers).catch((error: unknown) => log.error(error, 'left-over files were not removed'))
  let cleaning = clean()
  const timer = setInterval(() => {
    cleaning = cleaning.then(clean)
  }, CLEAN_EVERY)
  return () => {
    clearInterval(timer)
    return cleaning
  }
}

async function prepareDatabase(url: string, say: Say) {
  const ran = await migrate(url)
  if (ran.length) say(`Ran ${ran.length} migrations.`)
  await runMigrations({ connectionString: url })
}

/** A fault in a statement reaches as far as the role that sends it. */
async function warnOfSuperuser(pool: Pool, say: Say) {
  const { rows } = await pool.query('select from pg_roles where rolname = current_user and rolsuper')
  if (rows.length) say('DATABASE_URL names a superuser. Slide needs a role that owns its database, and no more.')
}

/** A public server must not have demo accounts, because their password is public. */
async function refuseDemoAccounts({ db }: App) {
  const demo = await db.selectFrom('account').where('emailKey', 'like', '%@slide.test').select('id').limit(1).execute()
  if (demo.length)
    throw new Trouble(
      'This database holds the demo’s accounts, whose password everybody knows. Open the shop on another DATA_DIR or DATABASE_URL.',
    )
}
