// Measures a whole checkout at a fixed load: start, pay at the sandbox, confirm. Prints the processor time of server and
// database for each checkout, the rate, and the times that a buyer waits. `npm run bench:checkout -- --checkouts 1000
// --rate 20`. First the calls alone, then with the work that they cause afterwards: messages, mails, rounds. Linux only.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createDb, createPool } from '#server/db/connect.ts'
import { quantile } from './catalogue/cost.ts'
import { register, type Person } from './checkout/client.ts'
import { buyAtRate } from './checkout/load.ts'
import { stock } from './checkout/wares.ts'
import { keepShop } from './crash/keeper.ts'
import { databaseOf } from '#test/embedded-database.ts'
import { postmasterOf } from './crash/slide.ts'

const { values } = parseArgs({
  options: {
    checkouts: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '20' },
    buyers: { type: 'string', default: '50' },
  },
})
const CHECKOUTS = Number(values.checkouts)
const WARM_UP = 200
const TICK_MS = 10
const PRICE = 29.95

const folder = await mkdtemp(join(tmpdir(), 'slide-checkout-'))
const dataDir = join(folder, 'data')
try {
  await measure('the calls alone', 'web')
  await measure('with what follows them', 'all')
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function measure(name: string, role: string) {
  const shop = keepShop(dataDir, { ROLE: role })
  try {
    await shop.start()
    const buyers: Person[] = []
    for (let number = 1; number <= Number(values.buyers); number++)
      buyers.push(await register(shop.url, `${role}-buyer-${number}x`))
    const items = await wares(await register(shop.url, `${role}-seller-1x`))
    const orders = Array.from({ length: WARM_UP + CHECKOUTS }, (_, at) => ({
      buyer: buyers[at % buyers.length]!,
      items: [items[Math.floor(at / buyers.length)]!],
      total: PRICE,
    }))
    await buyAtRate(shop.url, orders.slice(0, WARM_UP), Number(values.rate))
    await isQuiet(role)
    const before = { server: spent(shop.pid()), database: database() }
    const { times, seconds } = await buyAtRate(shop.url, orders.slice(WARM_UP), Number(values.rate))
    await isQuiet(role)
    const each = (ms: number) => ms / CHECKOUTS
    const [server, data] = [each(spent(shop.pid()) - before.server), each(database() - before.database)]
    console.log(`\n${CHECKOUTS} checkouts, ${name}`)
    console.log(
      `processor time of each: ${(server + data).toFixed(1)} ms (server ${server.toFixed(1)}, database ${data.toFixed(1)})`,
    )
    console.log(`rate: ${(CHECKOUTS / seconds).toFixed(1)} a second, asked for ${values.rate}`)
    for (const [step, took] of Object.entries(times))
      console.log(
        `${step.padEnd(8)} p50 ${quantile(took, 0.5).toFixed(0).padStart(4)} ms  p99 ${quantile(took, 0.99).toFixed(0).padStart(4)} ms`,
      )
  } finally {
    await shop.end()
  }
}

async function wares({ id }: Person) {
  const pool = createPool(databaseOf(dataDir), { max: 1, onError: () => {} })
  const beats = Math.ceil((WARM_UP + CHECKOUTS) / Number(values.buyers))
  const all = await stock(createDb(pool), { sellers: [id], beats, exclusives: 0, kits: 0 })
  await pool.query("update license set price_cents = 2995 where type = 'MP3'")
  await pool.end()
  return all.map(({ item }) => item).filter((item) => item.type === 'beat' && item.licenseType === 'MP3')
}

/** Waits for the jobs, if this role runs them. */
async function isQuiet(role: string) {
  if (role === 'web') return
  const db = new pg.Client(databaseOf(dataDir))
  await db.connect()
  const left = `select count(*)::int as left from graphile_worker.jobs where attempts = 0 and run_at <= now()`
  while ((await db.query<{ left: number }>(left)).rows[0]!.left > 0) await sleep(200)
  await db.end()
}

/** Processor time in milliseconds of a process and of its children that have ended. */
function spent(pid: number) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS
}

function database() {
  const main = postmasterOf(dataDir)
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' })
  const pids = stdout.split('\n').map(Number).filter(Boolean)
  return [main, ...pids].reduce((sum, pid) => sum + spent(pid), 0)
}
