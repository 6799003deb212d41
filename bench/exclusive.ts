// Lets 50 buyers race for one beat, 100 times: for its exclusive license, for a pack that holds it, and for leases of both,
// while a buyer whose hold has ended pays, too. Each beat must have one owner at the end, and nobody may have a license that
// was granted after the owner's; the others are refunded once and told once. `npm run bench:exclusive -- --rounds 100
// --buyers 50 --seed 1`; exits with 1 if anything is wrong. Each payment is a play payment of the sandbox.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { Random } from '#server/art/random.ts'
import { createDb, createPool } from '#server/db/connect.ts'
import { faultsOf, figuresOf } from './checkout/books.ts'
import { nothingTold } from './checkout/buyer.ts'
import { register, type Person } from './checkout/client.ts'
import { pass } from './checkout/pass.ts'
import { addPrize, ownersOf, race } from './checkout/race.ts'
import { keepShop } from './crash/keeper.ts'
import { databaseOf } from '#test/embedded-database.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    buyers: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
  },
})
const ROUNDS = Number(values.rounds)
const HOLD_MINUTES = 31

const random = new Random(values.seed)
const folder = await mkdtemp(join(tmpdir(), 'slide-exclusive-'))
const dataDir = join(folder, 'data')
const shop = keepShop(dataDir)
const told = nothingTold()

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().finally(() => process.exit(1)))

try {
  const began = performance.now()
  await shop.start()
  const seller = await register(shop.url, 'seller-1x')
  const admin = await register(shop.url, 'overseer-1x')
  const slow = await register(shop.url, 'slow-buyer-1x')
  const buyers: Person[] = []
  for (let number = 1; number <= Number(values.buyers); number++)
    buyers.push(await register(shop.url, `buyer-${number}x`))
  const pool = createPool(databaseOf(dataDir), { max: 2, onError: () => {} })
  const db = createDb(pool)
  await db.updateTable('account').set({ isAdmin: true }).where('id', '=', admin.id).execute()

  console.log(`${ROUNDS} rounds of ${buyers.length} buyers, seed ${values.seed}`)
  let unowned = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const prize = await addPrize(db, seller.id, round)
    const letHoldEnd = async () => {
      await admin.call('POST /sandbox/clock', { body: { minutes: HOLD_MINUTES } })
      await Promise.all(buyers.map(({ call }) => call('GET /auth/me'))) // signs in again before the race
    }
    await race({ url: shop.url, prize, buyers: random.sample(buyers, buyers.length), slow, random, told, letHoldEnd })
    const owners = await ownersOf(db, prize)
    if (owners.length !== 1) {
      unowned++
      console.log(`WRONG: round ${round} has ${owners.length} owners`)
    }
  }
  await pool.end()
  await report(admin, unowned)
  console.log(`took ${((performance.now() - began) / 60_000).toFixed(1)} minutes`)
} finally {
  await end()
}

/** Lets the rounds of a day work, and looks at the books. */
async function report(admin: Person, unowned: number) {
  const db = new pg.Client(databaseOf(dataDir))
  await db.connect()
  try {
    for (let day = 0; day < 2; day++) await pass(db, admin, 25 * 60)
    const faults = await faultsOf(db, told)
    console.log(`answers: ${[...told.outcomes].map(([how, number]) => `${number} ${how}`).join(', ')}`)
    console.log(`rounds with one owner: ${ROUNDS - unowned} of ${ROUNDS}`)
    console.log(await figuresOf(db))
    for (const [name, number] of faults) console.log(`WRONG: ${number} ${name}`)
    if (faults.length === 0 && unowned === 0) console.log('one owner each, late payers refunded once and told once')
    else process.exitCode = 1
  } finally {
    await db.end()
  }
}

async function end() {
  await shop.end()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
