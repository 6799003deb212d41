import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import { mountApp, type WebFor } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { ensureHousePictures } from '#server/catalogue/index.ts'
import type { Config } from '#server/config.ts'
import { makeDataDir } from '#server/data-dir.ts'
import { createDb, createPool } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { waitForDatabase } from '#server/db/wait.ts'
import { takers } from '#server/due.ts'
import { takeDue } from '#server/jobs/due.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { listenLive } from '#server/live/live.ts'
import { createLogger } from '#server/logger.ts'
import { createMail } from '#server/mail/mail.ts'
import { deliverMail } from '#server/mail/smtp.ts'
import { ensureIndexed, searchRounds } from '#server/search/index.ts'
import { secretOf } from '#server/secret.ts'
import type { App } from '#server/services.ts'
import { createStorage } from '#server/storage/create-storage.ts'
import { Trouble } from '#server/trouble.ts'

type Say = (line: string) => void

const DRAIN = 2_000

/** What ends a part of the process. */
type End = () => Promise<unknown>

/** A node of Slide: `start` begins what its role asks for; `stop` ends whatever has begun, also half-way. */
export function createNode(
  config: Config,
  { web, say, onLost }: { web: WebFor; say: Say; onLost: (error: Error) => void },
) {
  const ends: End[] = []
  const stopping = { value: false }

  /** What came last goes first: no new work, then what is under way, then what it stands on. */
  async function stop() {
    const first = !stopping.value
    stopping.value = true
    if (first && config.production) await sleep(DRAIN) // balancers see that it is not ready before it refuses them
    const failures: unknown[] = []
    for (let end = ends.pop(); end; end = ends.pop()) await end().catch((error: unknown) => failures.push(error))
    if (failures.length) throw failures[0]
  }
  /** A start that is told to stop goes no further, and takes down what it has just put up. */
  async function begun<Part>(part: Promise<Part>, end: (part: Part) => Promise<unknown>) {
    const made = await part
    ends.push(() => end(made))
    if (stopping.value) await stop()
    if (stopping.value) throw new Trouble('It was told to stop.')
    return made
  }

  async function start() {
    const log = createLogger(config.logLevel)
    await makeDataDir(config.dataDir)
    const url = config.databaseUrl ?? (await begun(startDatabase(config, say, onLost), (own) => own.stop())).url
    if (config.databaseUrl) await waitForDatabase(url, say)
    await prepareDatabase(url, say)

    const pool = createPool(url, { onError: (err) => log.warn({ err }, 'a database connection was cut') })
    ends.push(() => pool.end())
    const app: App = {
      config,
      authSecret: new TextEncoder().encode(config.authSecret ?? (await secretOf(config.dataDir))),
      db: createDb(pool),
      storage: await createStorage(config),
      mail: createMail({ config, enqueue, clock: systemClock }),
      live: await begun(listenLive(url), (live) => live.close()),
      enqueue,
      clock: systemClock,
      stopping,
    }
    if (config.production) await refuseDemoAccounts(app)
    if (config.publicUrl?.startsWith('https:') && !config.trustProxy)
      say('TRUST_PROXY is not set: behind a proxy all visitors share one address, and its limits.')
    await ensureHousePictures(app)
    if (config.demo) {
      const { ensureDemo } = await import('#demo/ensure-demo.ts')
      await ensureDemo(app, pool, say)
    }
    await ensureIndexed(app)
    if (config.role !== 'web') await begun(startWorker({ url, pool, log, ...workOf(app) }), (worker) => worker.stop())
    if (config.role === 'worker') return undefined
    const http = await begun(mountApp(app, { log, web }), (mounted) => mounted.close())
    return http.listen({ host: config.host, port: config.port })
  }

  return {
    /** The address it serves, if it does. What a failed start has begun is ended before it is told. */
    start: () =>
      start().catch(async (error: unknown) => {
        await stop().catch(() => {}) // the first error is the one to tell
        throw error
      }),
    stop,
  }
}

async function startDatabase({ dataDir }: Config, say: Say, onLost: (error: Error) => void) {
  say('Starting the database …')
  const embedded = await startEmbedded(dataDir, onLost)
  if (embedded.adopted) say('Found the database still running, and took it over.')
  return embedded
}

async function prepareDatabase(url: string, say: Say) {
  const ran = await migrate(url)
  if (ran.length) say(`Ran ${ran.length} migrations.`)
  await runMigrations({ connectionString: url })
}

/** What was tried out with the demo must not be opened to the world as it is. */
async function refuseDemoAccounts({ db }: App) {
  const demo = await db.selectFrom('account').where('emailKey', 'like', '%@slide.test').select('id').limit(1).execute()
  if (demo.length)
    throw new Trouble(
      'This database holds the demo’s accounts, whose password everybody knows. Open the shop on another DATA_DIR or DATABASE_URL.',
    )
}

/** Jobs that features enqueue, and rounds that come by themselves. */
const workOf = (app: App) => ({
  tasks: { 'send-mail': ({ mailId }: { mailId: number }) => deliverMail(app, mailId) },
  rounds: [...searchRounds(app), { name: 'take-due', match: '* * * * *', run: () => takeDue(app, takers) }],
})
