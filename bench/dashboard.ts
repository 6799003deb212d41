// Measures the calls of a dashboard for one seller with many beats, packs and kits: every sort, searches, pages, figures.
// Prints p50 and p99 in milliseconds of one call at a time. `npm run bench:dashboard -- --items 10000`.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { OWN_SORTS } from '#contract/studio-values.ts'
import { mountApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { createDb, createPool, type Db } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openHouse } from '#server/house/house.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { listenLive } from '#server/live/live.ts'
import { createMail } from '#server/mail/mail.ts'
import { openSandbox } from '#server/payments/sandbox/index.ts'
import { createStorage } from '#server/storage/create-storage.ts'
import { createUploads } from '#server/uploads/uploads.ts'
import { quantile } from './catalogue/cost.ts'

const { values } = parseArgs({ options: { items: { type: 'string', default: '10000' } } })
const ITEMS = Number(values.items)
const FILES_OF_KIT = 300
const DAYS = 90
const TIMES = 60

const data = await mkdtemp(join(tmpdir(), 'slide-dashboard-'))
const embedded = await startEmbedded(data)
try {
  await migrate(embedded.url)
  const pool = createPool(embedded.url, { max: 4, onError: () => {} })
  const db = createDb(pool)
  const config = readConfig({ DATA_DIR: data, DATABASE_URL: embedded.url, DEMO: '0', RATE_LIMIT: 'off' })
  const secret = new Uint8Array(32)
  const live = await listenLive(embedded.url)
  const house = await openHouse({ db, live })
  const http = await mountApp({
    config,
    authSecret: secret,
    db,
    storage: await createStorage(config),
    uploads: await createUploads(config),
    mail: createMail({ config, enqueue, clock: systemClock, secret, origin: () => 'http://127.0.0.1' }),
    live,
    house,
    enqueue,
    clock: systemClock,
    payments: openSandbox({
      db,
      clock: systemClock,
      secret,
      movable: null,
      address: () => 'http://127.0.0.1',
    }),
    stopping: { value: false },
  })
  const person = { email: 'bench@slide.test', displayName: 'bench-seller', password: 'windows lit at night' }
  const registered = await http.inject({ method: 'POST', url: '/api/auth/register', payload: person })
  const { accessToken } = registered.json<{ accessToken: string }>()
  const headers = { authorization: `Bearer ${accessToken}` }
  const me = (await http.inject({ url: '/api/auth/me', headers })).json<{ id: number }>()
  await addItems(db, me.id)

  const kinds = 'kinds=BEAT,PACK'
  const paths = [
    ...OWN_SORTS.map((sort) => `/me/items?sort=${sort}`),
    `/me/items?${kinds}`,
    '/me/items?kinds=KIT',
    '/me/items?kinds=KIT&sort=downloads&page=10',
    `/me/items?${kinds}&page=100`,
    '/me/items?status=published',
    '/me/items?status=drafts',
    '/me/items?q=night',
    '/me/items?q=night%2077',
    '/me/items?q=nothing',
    `/me/stats?${kinds}`,
    '/me/stats?kinds=KIT',
    '/me/stats?days=366',
  ]
  console.log(`${ITEMS.toLocaleString('en')} items of one seller; milliseconds, p50 / p99 of ${TIMES} calls`)
  for (const path of paths) {
    const took: number[] = []
    for (let time = -3; time < TIMES; time++) {
      const began = performance.now()
      const reply = await http.inject({ url: `/api${path}`, headers })
      if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`)
      if (time >= 0) took.push(performance.now() - began)
    }
    const [middle, most] = [quantile(took, 0.5), quantile(took, 0.99)].map((ms) => ms.toFixed(1).padStart(8))
    console.log(`${path.padEnd(46)}${middle} /${most}`)
  }
  await http.close()
  await house.close()
  await live.close()
  await pool.end()
} finally {
  await embedded.stop()
  await rm(data, { recursive: true, force: true })
}

/** In bulk SQL instead of through the doors of `items`: seven beats, two packs, and a kit of many files, again and again. */
async function addItems(to: Db, ownerId: number) {
  await sql`insert into item (kind, owner_id, slug, title, genre, tags, bpm, price_cents, status, published_at,
      created_at, updated_at, kit_type)
    select (case when n % 10 = 9 then 'kit' when n % 10 > 6 then 'pack' else 'beat' end)::item_kind, ${ownerId},
      'bench-' || n, (array['Night', 'Cold', 'Opp Block', 'Sirens'])[1 + n % 4] || ' ' || n, 'UK Drill',
      array['dark', 'tag' || n % 50], case when n % 10 < 7 then 140 end, 1000 + n % 5000,
      (case when n % 5 = 0 then 'pending' else 'published' end)::item_status, case when n % 5 > 0 then now() - n * interval '1 minute' end,
      now() - n * interval '1 minute', now() - n * interval '1 minute', (case when n % 10 = 9 then 'Drum Kit' end)::kit_type
    from generate_series(1, ${ITEMS}::int) n`.execute(to)
  await sql`insert into item_stat (item_id, plays, likes, sales, earnings_cents, downloads)
    select id, id % 997, id % 91, id % 17, id % 17 * 2995, id % 23 from item`.execute(to)
  await sql`insert into license (item_id, type, price_cents) select id, type, 2995 from item,
    unnest(array['MP3', 'WAV', 'EXCLUSIVE']::license_type[]) type where kind <> 'kit'`.execute(to)
  await sql`insert into item_file (item_id, role, storage_key, name, media_type, size_bytes, sha256)
    select id, (case when kind = 'beat' then 'master' else 'archive' end)::file_role, 'masters/' || id, 'a.wav',
      'audio/wav', 1000, sha256(id::text::bytea) from item`.execute(to)
  await sql`insert into item_track (item_id, position, title, path)
    select id, n, 'One shot ' || n, 'Drums/' || case when n % 9 = 0 then 'Loop ' else 'Kick ' end || n || '.wav'
    from item, generate_series(0, case when kind = 'kit' then ${FILES_OF_KIT} when kind = 'pack' then 12 end::int - 1) n
    where kind <> 'beat'`.execute(to)
  // each item is played on every third day; day by day, within the time that a statement has
  for (let day = 0; day < DAYS; day++)
    await sql`insert into item_day (item_id, day, plays, likes, sales, earnings_cents)
      select id, current_date - ${day}::int, 5, 1, (id % 30 = 0)::int, (id % 30 = 0)::int * 2995
      from item where (id + ${day}::int) % 3 = 0`.execute(to)
  await sql`update item set track_count = (select count(*) from item_track where item_id = item.id)`.execute(to)
  await sql`vacuum (analyze)`.execute(to)
}
