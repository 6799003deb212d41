import { rm } from 'node:fs/promises'
import { mountApp } from '#server/app.ts'
import { systemClock, type Clock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { createDb, createPool } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { countDays } from '#server/desk/index.ts'
import { openHouse } from '#server/house/house.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { listenLive } from '#server/live/live.ts'
import { createMail } from '#server/mail/mail.ts'
import { openSandbox } from '#server/payments/sandbox/index.ts'
import type { App } from '#server/services.ts'
import { createStorage } from '#server/storage/create-storage.ts'
import { createUploads } from '#server/uploads/uploads.ts'
import { fillDesk } from './fill.ts'

type Options = { data: string; rows: number; isKept: boolean; clock?: Clock }

/** Opens a shop whose lists have so many rows each, in this process. A kept one is filled once. */
export async function openLargeShop({ data, rows, isKept, clock = systemClock }: Options) {
  const embedded = await startEmbedded(data)
  await migrate(embedded.url)
  const pool = createPool(embedded.url, { max: 4, onError: () => {} })
  pool.options.idleTimeoutMillis = 0 // a connection that ends would take its processor time with it
  const db = createDb(pool)
  const config = readConfig({ DATA_DIR: data, DATABASE_URL: embedded.url, DEMO: '0', RATE_LIMIT: 'off' })
  const secret = new Uint8Array(32)
  const live = await listenLive(embedded.url)
  const house = await openHouse({ db, live })
  const origin = () => 'http://127.0.0.1'
  const app: App = {
    config,
    authSecret: secret,
    db,
    storage: await createStorage(config),
    uploads: await createUploads(config),
    mail: createMail({ config, enqueue, clock, secret, origin }),
    live,
    house,
    enqueue,
    clock,
    payments: openSandbox({ db, clock, secret, movable: null, address: origin }),
    stopping: { value: false },
  }
  const http = await mountApp(app)
  const isNew = !(await db.selectFrom('account').where('id', '=', 1_000).select('id').executeTakeFirst())
  if (isNew) {
    const began = performance.now()
    const seconds = () => ((performance.now() - began) / 1000).toFixed(0)
    await fillDesk(db, rows, (what) => console.log(`${seconds()} s: ${what}`))
    for (let days = 1; days > 0;) days = await countDays({ db }, new Date())
    console.log(`${seconds()} s: days of the house are counted`)
  }
  return {
    app,
    http,
    pool,
    async close() {
      await http.close()
      await house.close()
      await live.close()
      await pool.end()
      await embedded.stop()
      if (!isKept) await rm(data, { recursive: true, force: true })
    },
  }
}
