// A shop in test mode whose providers are emulated, with one beat on sale at /track/night-bus. It runs until it is ended.
import { rm } from 'node:fs/promises'
import { readConfig } from '#server/config.ts'
import { createDb, createPool } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { productionWeb } from '#server/pages/web-production.ts'
import { createNode } from '#server/start.ts'
import { addItem, addWave, fileOf } from '#test/factories.ts'
import { startGoogle } from '#test/google.ts'
import { startPayPal } from '#test/paypal-emulator.ts'
import { EMULATED } from '#test/real-settings.ts'
import { startStripe } from '#test/stripe-emulator.ts'

const [stripe, paypal, google] = await Promise.all([
  startStripe(),
  startPayPal(),
  startGoogle((page) => new URL(page).pathname === '/google-callback'),
])
const dataDir = process.env.DATA_DIR ?? ''
await rm(dataDir, { recursive: true, force: true }) // these emulators know nothing of former payments
const database = await startEmbedded(dataDir)
const config = readConfig({ ...process.env, ...EMULATED, ...google.env, DEMO: '0', DATABASE_URL: database.url })
const node = createNode(config, {
  web: productionWeb,
  say: () => {},
  onLost: () => process.exit(1),
  providersAt: { stripe: stripe.address, paypal: paypal.address },
})
const address = await node.start()

const seller = { email: 'drillmaker@slide.test', displayName: 'drillmaker', password: 'windows lit at night' }
await fetch(`${address}/api/auth/register`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(seller),
})
const pool = createPool(database.url, { onError: () => {} })
const db = createDb(pool)
const { id: ownerId } = await db
  .selectFrom('account')
  .where('email', '=', seller.email)
  .select('id')
  .executeTakeFirstOrThrow()
const beatId = await addItem(db, {
  ownerId,
  slug: 'night-bus',
  title: 'Night Bus',
  files: [fileOf('master'), fileOf('mp3')],
  licenses: [{ type: 'MP3', priceCents: 2_995 }],
})
await addWave(db, beatId, Buffer.alloc(1_000, 128))
await pool.end()

process.on('SIGTERM', () => {
  void node
    .stop()
    .then(() => database.stop())
    .then(() => process.exit(0))
})
console.log(`Slide is ready on ${address}, with Stripe at ${stripe.address.origin}`)
