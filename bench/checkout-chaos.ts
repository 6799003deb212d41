// Kills the shop while people buy: the server, or its database, at random moments, and the server before and after
// everything that a checkout or a refund writes. At the end no order may be unpaid or undelivered, nothing doubled, and
// every cent where it belongs. `npm run bench:checkout-chaos -- --checkouts 1000 --kills 100 --database-kills 20`; exits
// with 1 if anything is wrong. Each payment is a play payment of the sandbox.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { CartItem } from '#contract/checkout.ts'
import { Random } from '#server/art/random.ts'
import { createDb, createPool } from '#server/db/connect.ts'
import { faultsOf, figuresOf, untaken } from './checkout/books.ts'
import { nothingTold, visit } from './checkout/buyer.ts'
import { isTrouble, Refused, register, type Person } from './checkout/client.ts'
import { keepShop } from './crash/keeper.ts'
import { killAtPoints } from './checkout/points.ts'
import { pass } from './checkout/pass.ts'
import { stock } from './checkout/wares.ts'
import { databaseOf } from '#test/embedded-database.ts'
import { HOW_SERVED } from './crash/slide.ts'

const { values } = parseArgs({
  options: {
    checkouts: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '100' },
    'database-kills': { type: 'string', default: '20' },
    buyers: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    /** The named points take some minutes. */
    points: { type: 'string', default: '1' },
  },
})
const CHECKOUTS = Number(values.checkouts)
const KILLS = Number(values.kills)
const DATABASE_KILLS = Number(values['database-kills'])
const LONGEST_PAUSE = 600 // from the moment at which a kill is due

const random = new Random(values.seed)
const folder = await mkdtemp(join(tmpdir(), 'slide-checkout-'))
const dataDir = join(folder, 'data')
const shop = keepShop(dataDir)
const told = nothingTold()
let visits = 0

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().finally(() => process.exit(1)))

try {
  const began = performance.now()
  await shop.start()
  const { buyers, admin, wares } = await open()
  console.log(`${CHECKOUTS} checkouts of ${values.buyers} buyers, seed ${values.seed}, with ${HOW_SERVED}`)
  const buying = Promise.all(buyers.map((buyer) => keepBuying(buyer)))
  buying.catch(() => {})
  const kills = await killWhileBuying()
  await buying
  console.log(`${kills.server} kills of the server, ${kills.database} of the database`)
  console.log(`visits: ${[...told.outcomes].map(([how, number]) => `${number} ${how}`).join(', ')}`)
  console.log(`repeated after a broken connection: ${told.repeats}`)
  if (Number(values.points)) {
    await letRoundsWork(admin)
    console.log(await killAtPoints({ ...shop, buyers, admin, wares, told }))
  }
  await report(admin)
  console.log(`took ${((performance.now() - began) / 60_000).toFixed(1)} minutes`)

  async function keepBuying(buyer: Person) {
    const has = new Set<CartItem>()
    while (visits < CHECKOUTS) {
      visits++
      const how = await visit({ url: shop.url, wares, random, told }, buyer, has).catch((error: unknown) => {
        if (error instanceof Refused && !isTrouble(error)) return error.code
        throw error
      })
      told.outcomes.set(how, (told.outcomes.get(how) ?? 0) + 1)
    }
  }
} finally {
  await end()
}

async function open() {
  const sellers = [await register(shop.url, 'seller-1x'), await register(shop.url, 'seller-2x')]
  const admin = await register(shop.url, 'overseer-1x')
  const buyers: Person[] = []
  for (let number = 1; number <= Number(values.buyers); number++)
    buyers.push(await register(shop.url, `buyer-${number}x`))
  const pool = createPool(databaseOf(dataDir), { max: 2, onError: () => {} })
  const db = createDb(pool)
  await db.updateTable('account').set({ isAdmin: true }).where('id', '=', admin.id).execute()
  const wares = await stock(db, { sellers: sellers.map(({ id }) => id), beats: 60, exclusives: 30, kits: 40 })
  await pool.end()
  return { buyers, admin, wares }
}

/** Spreads the kills over the visits. */
async function killWhileBuying() {
  const victims = random.sample(
    [...Array<'server'>(KILLS).fill('server'), ...Array<'database'>(DATABASE_KILLS).fill('database')],
    KILLS + DATABASE_KILLS,
  )
  const kills = { server: 0, database: 0 }
  for (const [at, victim] of victims.entries()) {
    const due = (CHECKOUTS * (at + 1)) / (victims.length + 1)
    while (visits < due) await sleep(5)
    await sleep(random.between(0, LONGEST_PAUSE))
    await shop.kill(victim)
    kills[victim]++
  }
  return kills
}

/** An order that was paid with the browser closed may wait for its round. Until then its buyer begins no other one. */
async function letRoundsWork(admin: Person) {
  const db = new pg.Client(databaseOf(dataDir))
  await db.connect()
  try {
    await pass(db, admin, 3)
  } finally {
    await db.end()
  }
}

/** Lets the rounds work, and looks at the books. */
async function report(admin: Person) {
  const db = new pg.Client(databaseOf(dataDir))
  await db.connect()
  try {
    await pass(db, admin, 3)
    const late = await untaken(db, told.closed)
    console.log(`paid with the browser closed: ${told.closed.size}, not delivered three minutes later: ${late}`)
    for (let day = 0; day < 2; day++) await pass(db, admin, 25 * 60)
    const faults = await faultsOf(db, told)
    console.log(await figuresOf(db))
    for (const [name, number] of faults) console.log(`WRONG: ${number} ${name}`)
    if (faults.length === 0 && late === 0) console.log('nothing lost, nothing doubled, nothing free')
    else process.exitCode = 1
  } finally {
    await db.end()
  }
}

async function end() {
  await shop.end()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
