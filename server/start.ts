import { mkdir } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import { sweepSessions } from '#server/accounts/index.ts'
import { mountApp, type WebFor } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { ensureHousePictures } from '#server/catalogue/index.ts'
import type { Config } from '#server/config.ts'
import { createDb, createPool } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { waitForDatabase } from '#server/db/wait.ts'
import { sweepThrottle } from '#server/http/throttle.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { listenLive } from '#server/live/live.ts'
import { createLogger } from '#server/logger.ts'
import { createMail } from '#server/mail/mail.ts'
import { deliverMail } from '#server/mail/smtp.ts'
import { secretOf } from '#server/secret.ts'
import type { App } from '#server/services.ts'
import { createStorage } from '#server/storage/create-storage.ts'

type Say = (line: string) => void

/** Starts what this node's role asks for; `stop` ends it all in good order. */
export async function start(
  config: Config,
  { web, say, onLost }: { web: WebFor; say: Say; onLost: (error: Error) => void },
) {
  const log = createLogger(config.logLevel)
  await mkdir(config.dataDir, { recursive: true })
  const embedded = config.databaseUrl ? null : await startDatabase(config, say, onLost)
  const url = config.databaseUrl ?? embedded!.url
  if (!embedded) await waitForDatabase(url, say)
  await prepareDatabase(url, say)

  const pool = createPool(url, { onError: (err) => log.warn({ err }, 'a database connection was cut') })
  const app: App = {
    config,
    authSecret: new TextEncoder().encode(config.authSecret ?? (await secretOf(config.dataDir))),
    db: createDb(pool),
    storage: await createStorage(config),
    mail: createMail({ config, enqueue }),
    live: await listenLive(url),
    enqueue,
    clock: systemClock,
    stopping: { value: false },
  }
  await ensureHousePictures(app)
  if (config.demo) {
    const { ensureDemo } = await import('#demo/ensure-demo.ts')
    await ensureDemo(app, pool, say)
  }
  const http = config.role === 'worker' ? null : await mountApp(app, { log, web })
  const worker = config.role === 'web' ? null : await startWorker({ url, pool, log, ...workOf(app) })
  const address = await http?.listen({ host: config.host, port: config.port })
  return { app, address, stop: () => stopAll(app, { http, worker, pool, embedded }) }
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

/** Jobs that features enqueue, and rounds that come by themselves. */
const workOf = (app: App) => ({
  tasks: { 'send-mail': ({ mailId }: { mailId: number }) => deliverMail(app, mailId) },
  rounds: [
    { name: 'sweep-sessions', match: '17 3 * * *', run: async () => void (await sweepSessions(app)) },
    { name: 'sweep-throttle', match: '*/10 * * * *', run: async () => void (await sweepThrottle(app)) },
  ],
})

type Parts = {
  http: Awaited<ReturnType<typeof mountApp>> | null
  worker: Awaited<ReturnType<typeof startWorker>> | null
  pool: ReturnType<typeof createPool>
  embedded: Awaited<ReturnType<typeof startEmbedded>> | null
}

/** No new work, then what is under way, then what it stands on. */
async function stopAll(app: App, { http, worker, pool, embedded }: Parts) {
  app.stopping.value = true
  await http?.close()
  await worker?.stop()
  await app.live.close()
  await pool.end()
  await embedded?.stop()
}
