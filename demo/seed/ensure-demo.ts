import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { handleKey, hashPassword } from '#server/accounts/index.ts'
import type { App } from '#server/services.ts'
import { makeDemoFiles } from '#demo/make-files.ts'
import { makeMessages } from './make-messages.ts'
import { makeNews } from './make-news.ts'
import { makePayouts } from './make-payouts.ts'
import { makePlans } from './make-plans.ts'
import { makePromotions } from './make-promotions.ts'
import { makeReferrals } from './make-referrals.ts'
import { makeSplits } from './make-splits.ts'
import { makeDesk } from './make-desk.ts'
import { makeOrders } from './make-orders.ts'
import { DEMO_PASSWORD } from '#demo/people.ts'
import { isSeeded, seedDemo } from '#demo/seed.ts'

const SAY_EVERY = 7 // items

/** Fills a new shop with the demo catalogue, its orders and its messages. A shop that has them already is left alone. */
export async function ensureDemo(app: App, say: (line: string) => void) {
  if (!(await isSeeded(app.db))) await fill(app, say)
  await makeSplits(app) // they count for the orders that follow
  await makeOrders(app)
  await makePlans(app)
  await makePromotions(app)
  await makePayouts(app)
  await makeReferrals(app)
  await makeMessages(app)
  await makeDesk(app)
  await makeNews(app) // last: it puts the notices of all into the order of time
}

async function fill({ config, db, storage, clock }: App, say: (line: string) => void) {
  say('Making the demo catalogue: about a minute, once …')
  const cacheDir = config.demoCache ?? join(config.dataDir, 'demo-files')
  const manifest = await makeDemoFiles({
    cacheDir,
    onProgress: (done, total, label) => {
      if (done % SAY_EVERY === 0 || done === total) say(`  ${done} of ${total}: ${label}`)
    },
  })
  await seedDemo({
    db,
    put: async (key, file, mediaType) => void (await storage.put(key, { file }, { mediaType })),
    passwordHash: await hashPassword(DEMO_PASSWORD),
    handleKey,
    manifest,
    now: clock.now(),
  })
  // the files only help an interrupted start, so they are not kept unless several servers share them
  if (!config.demoCache) await rm(cacheDir, { recursive: true, force: true })
}
