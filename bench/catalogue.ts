// Measures lists, searches, suggestions and item pages in a catalogue of N items, as milliseconds of processor time of
// server and database. For comparison it also measures a bare SELECT of 50 rows and a bare answer of the same size.
// `npm run bench:catalogue -- --items 100000`. The catalogue is kept in --data for the next run; --only search runs the
// groups whose name contains it. The slowest calls of each group are printed below it. `--saturated` starts the whole
// server instead, and asks it over HTTP with 32 connections at a time.
import { access, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { mountApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { createDb, createPool, type Db, type Pool } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openHouse } from '#server/house/house.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { writeCards } from '#server/items/index.ts'
import { listenLive } from '#server/live/live.ts'
import { createMail } from '#server/mail/mail.ts'
import { openSandbox } from '#server/payments/sandbox/index.ts'
import { createStorage } from '#server/storage/create-storage.ts'
import { createUploads } from '#server/uploads/uploads.ts'
import { buildCatalogue } from './catalogue/build.ts'
import { detailCalls, listCalls, searchCalls, suggestionCalls, type Group } from './catalogue/calls.ts'
import { backendsOf, costOf, quantile, type Cost } from './catalogue/cost.ts'
import { saturate } from './catalogue/saturate.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    data: { type: 'string' },
    only: { type: 'string' },
    saturated: { type: 'boolean', default: false },
  },
})
const ITEMS = Number(values.items)
const DATA = values.data ?? join(tmpdir(), `slide-catalogue-${ITEMS}`)
const ROUNDS = 3 // of each call; the median counts
const SLOWEST = 3 // named for each group

const embedded = await startEmbedded(DATA)
try {
  await migrate(embedded.url)
  const url = new URL(embedded.url)
  url.searchParams.set('application_name', 'bench')
  const pool = createPool(url.href, { max: 4, onError: () => {} })
  const db = createDb(pool)
  await ensureBuilt(db)
  await writeDueCards(db)
  if (!values.saturated) await measureCalls(pool, db)
  await pool.end()
} finally {
  await embedded.stop()
}
if (values.saturated) await saturate(DATA, values.only)

async function ensureBuilt(db: Db) {
  const built = join(DATA, 'built')
  const isBuilt = await access(built).then(
    () => true,
    () => false,
  )
  if (isBuilt) return
  await buildCatalogue(db, ITEMS, console.log)
  await writeFile(built, '')
}

/** As after a while of running: cards are written when they are first shown. */
async function writeDueCards(db: Db) {
  for (;;) {
    const due = await db.selectFrom('itemCard').where('card', 'is', null).select('itemId').limit(1_000).execute()
    if (due.length === 0) break
    const ids = due.map(({ itemId }) => itemId)
    await db.transaction().execute((tx) => writeCards(tx, ids))
  }
  await sql`vacuum (analyze) item_card`.execute(db)
}

async function measureCalls(pool: Pool, db: Db) {
  const config = readConfig({ DATA_DIR: DATA, DATABASE_URL: embedded.url, DEMO: '0', RATE_LIMIT: 'off' })
  const live = await listenLive(embedded.url)
  const house = await openHouse({ db, live })
  const http = await mountApp({
    config,
    authSecret: new Uint8Array(32),
    db,
    storage: await createStorage(config),
    uploads: await createUploads(config),
    mail: createMail({
      config,
      enqueue,
      clock: systemClock,
      secret: new Uint8Array(32),
      origin: () => 'http://127.0.0.1',
    }),
    live,
    house,
    enqueue,
    clock: systemClock,
    payments: openSandbox({
      db,
      clock: systemClock,
      secret: new Uint8Array(32),
      movable: null,
      address: () => 'http://127.0.0.1',
    }),
    stopping: { value: false },
  })
  const cost = costOf(backendsOf(pool))
  const get = async (path: string) => {
    const reply = await http.inject({ url: `/api${path}` })
    if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`)
    return reply
  }

  const { rows } = await pool.query<{ term: string }>(
    'select term from search_term where term !~ $1 order by items desc, term limit 30000',
    ['[0-9]'],
  )
  const words = rows.map(({ term }) => term)
  const ids = Array.from({ length: 60 }, (_, index) => Math.floor((index * ITEMS) / 60))
  const page = (await get('/items?limit=50')).body
  const bare = Fastify().get('/api/bare', async () => JSON.parse(page) as unknown)
  await bare.ready()

  console.log(
    `${ITEMS.toLocaleString('en')} items; milliseconds of processor time, p50 / p90 / p99 over the calls of a group`,
  )
  console.log(head())
  const select = await measure({ name: 'bare SELECT of 50 rows', paths: ['x'] }, () =>
    pool.query('select * from item where id = any(array(select generate_series(1, 50))::bigint[]) limit 50'),
  )
  await measure({ name: 'bare answer of the same size', paths: ['x'] }, () => bare.inject('/api/bare'))
  const unit = quantile(select.map(total), 0.5)
  for (const group of [...listCalls(), ...detailCalls(ids), ...suggestionCalls(words)]) await measure(group, get, unit)
  const searches: Cost[] = []
  for (const { name, paths } of searchCalls(words))
    searches.push(...(await measure({ name: `search, ${name}`, paths }, get, unit)))
  console.log(line(`search, all ${searches.length}`, searches, unit))
  await http.close()
  await house.close()
  await live.close()

  async function measure({ name, paths }: Group, act: (path: string) => Promise<unknown>, against?: number) {
    const costs: Cost[] = []
    if (values.only && !name.includes(values.only) && against) return costs
    for (const path of paths.slice(0, 5)) await act(path)
    for (const path of paths) {
      const times = paths.length === 1 ? 200 : 4
      const rounds: Cost[] = []
      for (let round = 0; round < ROUNDS; round++) rounds.push(await cost(() => act(path), times))
      costs.push(rounds.toSorted((a, b) => total(a) - total(b))[ROUNDS >> 1]!)
    }
    console.log(line(name, costs, against))
    if (paths.length > 1) for (const slow of slowest(paths, costs)) console.log(slow)
    return costs
  }
}

function total({ server, database }: Cost) {
  return server + database
}

function slowest(paths: string[], costs: Cost[]) {
  const ranked = costs.map((cost, index) => ({ path: paths[index], ms: total(cost) })).toSorted((a, b) => b.ms - a.ms)
  return ranked.slice(0, SLOWEST).map(({ path, ms }) => `${ms.toFixed(2).padStart(12)} ms ${path}`)
}

function head() {
  return `${'calls'.padEnd(30)}${'number'.padStart(7)}${'server'.padStart(22)}${'database'.padStart(24)}${'wall'.padStart(24)}   of a bare SELECT`
}

function line(name: string, costs: Cost[], against?: number) {
  const three = (of: (cost: Cost) => number) =>
    [0.5, 0.9, 0.99].map((part) => quantile(costs.map(of), part).toFixed(2)).join(' / ')
  const times = against ? `${(quantile(costs.map(total), 0.5) / against).toFixed(1)} times` : ''
  return `${name.padEnd(30)}${String(costs.length).padStart(7)}${three((cost) => cost.server).padStart(22)}${three((cost) => cost.database).padStart(24)}${three((cost) => cost.wall).padStart(24)}   ${times}`
}
