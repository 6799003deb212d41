import { createHmac } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { startServer } from '#bench/pages/server.ts'
import type { Slots } from '#contract/promotion-slots.ts'
import { createDb, createPool, type Db } from '#server/db/connect.ts'
import { setFeatured } from '#server/items/index.ts'
import { databaseOf } from '#test/embedded-database.ts'
import { addLargeCatalogue } from '#test/large-catalogue.ts'
import { measurePages } from './page-cost.ts'

const ITEMS = 4_000
const PROMOTIONS = 500
const FEATURED = 300
const PAGES = ['/', '/browse', '/charts', '/styles/uk-drill', '/search']
const ROUNDS = 5
const CALLS = 2_000
const AT_ONCE = 16
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Measures a running shop with many promotions. */
export async function measureShop() {
  const folder = await mkdtemp(join(tmpdir(), 'slide-promotions-'))
  const server = await startServer({ DATA_DIR: folder, DEMO: '0', TRUST_PROXY: 'loopback' })
  const pool = createPool(databaseOf(folder), { onError: () => {} })
  const db = createDb(pool)
  const cpuOf = async (times: number, act: (nth: number) => Promise<unknown>) => {
    const before = await cpuMsOf(server.pid)
    await many(times, act)
    return ((await cpuMsOf(server.pid)) - before) / times
  }
  try {
    await addLargeCatalogue(db, ITEMS)
    await addPromotions(db)
    await feature(db)
    const pages = await measurePages(server.url, PAGES)
    const marks = await countMarks(server.url)
    const drawMs = await measureDraw(server.url, cpuOf)
    const redeemed = await redeem(server.url, db, cpuOf)
    const floods = await flood(server.url, db)
    return { pages, ...marks, drawMs, ...redeemed, floods }
  } finally {
    await pool.end()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The processor time of all threads of a process, as the kernel's scheduler counts it (Linux). */
async function cpuMsOf(pid: number) {
  const threads = await readdir(`/proc/${pid}/task`)
  const times = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')),
  )
  return times.reduce((sum, text) => sum + Number(text.split(' ', 1)[0]) / 1e6, 0)
}

type CpuOf = (times: number, act: (nth: number) => Promise<unknown>) => Promise<number>

async function many(times: number, act: (nth: number) => Promise<unknown>) {
  let next = 0
  const worker = async () => {
    while (next < times) await act(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

const addPromotions = (db: Db) =>
  sql`insert into promotion (account_id, item_id, tier, days, guaranteed, price_cents, paid_cents, credit_cents,
      started_at, ends_at, lasts_until, due_at)
    select owner_id, id, (array['standard', 'premium', 'spotlight'])[1 + id % 3], 30, 100000, 18000, 18000, 0,
      now(), now() + interval '30 days', now() + interval '60 days', now() + interval '30 days'
    from (select id, owner_id from item where status = 'published' order by id limit ${PROMOTIONS}) item`.execute(db)

/** The landing page has promoted items only in its lists of featured ones. The newest items are promoted by nobody. */
async function feature(db: Db) {
  const items = await db
    .selectFrom('item')
    .where('status', '=', 'published')
    .select('id')
    .orderBy('id', 'desc')
    .limit(FEATURED)
    .execute()
  await db.transaction().execute(async (tx) => {
    for (const { id } of items) await setFeatured(tx, id, true)
  })
}

async function countMarks(url: string) {
  let marked = 0
  let unmarked = 0
  for (const path of PAGES) {
    const html = await (await fetch(url + path)).text()
    for (const card of html.split('data-promoted="').slice(1)) {
      if (card.split('</li>', 1)[0]!.includes('>Promoted<')) marked++
      else unmarked++
    }
  }
  return { marked, unmarked }
}

const draw = async (url: string) => (await (await fetch(`${url}/api/promotions/slots?place=browse`)).json()) as Slots

/** The cost of a draw above that of a call that does nothing. */
async function measureDraw(url: string, cpuOf: CpuOf) {
  const read = (path: string) => async () => (await fetch(url + path)).arrayBuffer()
  await many(500, read('/api/promotions/slots?place=browse'))
  const costs = { draw: Infinity, nothing: Infinity }
  for (let round = 0; round < ROUNDS; round++) {
    costs.draw = Math.min(costs.draw, await cpuOf(CALLS, read('/api/promotions/slots?place=browse')))
    costs.nothing = Math.min(costs.nothing, await cpuOf(CALLS, read('/api/health')))
  }
  return costs.draw - costs.nothing
}

type Sent = { seen: string[]; address: string; userAgent?: string }
const tell = (url: string, { seen, address, userAgent = BROWSER }: Sent) =>
  fetch(`${url}/api/promotions/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent, 'x-forwarded-for': address },
    body: JSON.stringify({ seen }),
  })
const addressOf = (nth: number, net = 10) => `${net}.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`
const delivered = async (db: Db) =>
  Number(
    (
      await db
        .selectFrom('promotion')
        .select(({ fn }) => fn.sum('delivered').as('sum'))
        .executeTakeFirstOrThrow()
    ).sum,
  )
const tokensOf = ({ slots }: Slots) => slots.slice(0, 5).map(({ token }) => token)

/** Every viewer sees the five promoted items of a page. */
async function redeem(url: string, db: Db, cpuOf: CpuOf) {
  const seen = tokensOf(await draw(url))
  const send = (net: number) => async (nth: number) => (await tell(url, { seen, address: addressOf(nth, net) })).json()
  await many(CALLS, send(9))
  const before = await delivered(db)
  let best = Infinity
  for (let round = 0; round < ROUNDS; round++) best = Math.min(best, await cpuOf(CALLS, send(10 + round)))
  const sent = ROUNDS * CALLS * seen.length
  return { redeemMs: best / seen.length, sent, counted: (await delivered(db)) - before }
}

async function flood(url: string, db: Db) {
  const seen = tokensOf(await draw(url))
  await (await tell(url, { seen, address: '203.0.113.1' })).json()
  const foreign = seen.map((token) => {
    const text = token.split('.').slice(0, 2).join('.')
    return `${text}.${createHmac('sha256', 'another shop').update(text).digest('base64url')}~0`
  })
  const forged = seen.map((token) => {
    const [header, , signature] = token.split('.')
    const claims = { p: 1, s: 0, d: 'x', i: '1', n: 5, aud: 'slot', sub: '0', iat: 4e9, exp: 5e9 }
    return `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
  })
  const floods: [string, (nth: number) => Sent][] = [
    ['a thousand repetitions by one viewer', () => ({ seen, address: '203.0.113.1' })],
    ['forged tokens', (nth) => ({ seen: forged, address: addressOf(nth, 50) })],
    ['tokens of another shop', (nth) => ({ seen: foreign, address: addressOf(nth, 51) })],
    ['programs', (nth) => ({ seen, address: addressOf(nth, 52), userAgent: 'curl/8.9' })],
  ]
  const results: { what: string; calls: number; added: number }[] = []
  for (const [what, sent] of floods) {
    const before = await delivered(db)
    await many(1_000, async (nth) => (await tell(url, sent(nth))).arrayBuffer())
    results.push({ what, calls: 1_000, added: (await delivered(db)) - before })
  }
  return results
}
