import pg from 'pg'
import { mountApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { createDb, createPool } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openHouse } from '#server/house/house.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { listenLive } from '#server/live/live.ts'
import { createMail } from '#server/mail/mail.ts'
import { openSandbox } from '#server/payments/sandbox/index.ts'
import { createStorage } from '#server/storage/create-storage.ts'
import { createUploads } from '#server/uploads/uploads.ts'
const data = '/tmp/deskdb'
const e = await startEmbedded(data)
await migrate(e.url)
const pool = createPool(e.url, { max: 4, onError: () => {} })
const db = createDb(pool)
const config = readConfig({ DATA_DIR: data, DATABASE_URL: e.url, DEMO: '0', RATE_LIMIT: 'off' })
const secret = new Uint8Array(32)
const live = await listenLive(e.url)
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
  payments: openSandbox({ db, enqueue, clock: systemClock, secret, movable: null, address: () => 'http://127.0.0.1' }),
  stopping: { value: false },
})
const person = { email: 'bench@slide.test', displayName: 'bench-admin', password: 'windows lit at night' }
let r = await http.inject({ method: 'POST', url: '/api/auth/register', payload: person })
if (r.statusCode > 300)
  r = await http.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { identifier: person.email, email: person.email, password: person.password },
  })
const { accessToken } = r.json() as any
if (!accessToken) throw new Error(r.body)
await db.updateTable('account').set({ isAdmin: true }).where('email', '=', person.email).execute()
const headers = { authorization: `Bearer ${accessToken}` }
const proto = pg.Client.prototype as any
const orig = proto.query
let log: { text: string; values: unknown[]; ms: number }[] | null = null
proto.query = function (q: any, v: any, cb: any) {
  const text = typeof q === 'string' ? q : q.text
  const values = Array.isArray(v) ? v : (q.values ?? [])
  const a = performance.now()
  const out = orig.call(this, q, v, cb)
  if (log && out?.then) {
    const l = log
    out.then(
      () => l.push({ text, values, ms: performance.now() - a }),
      () => {},
    )
  }
  return out
}
const times = Number(process.env.TIMES ?? 15)
const bare = 'select id, handle, email, plan, created_at, is_admin, is_producer from account order by id desc limit 50'
const q = (l: number[]) => l.toSorted((a, b) => a - b)[Math.floor(l.length / 2)]!
for (const path of process.argv.slice(2)) {
  const t: number[] = [],
    b: number[] = []
  for (let i = 0; i < times + 3; i++) {
    let a = performance.now()
    const reply = await http.inject({ url: `/api${path}`, headers })
    const one = performance.now() - a
    if (reply.statusCode !== 200) throw new Error(path + reply.body)
    a = performance.now()
    await pool.query({ name: 'bare', text: bare })
    const two = performance.now() - a
    if (i >= 3) {
      t.push(one)
      b.push(two)
    }
  }
  console.log(`${path.padEnd(50)} ${q(t).toFixed(2)} ms, bare ${q(b).toFixed(2)}, ${(q(t) / q(b)).toFixed(1)}x`)
  if (process.env.SHOW) {
    log = []
    await http.inject({ url: `/api${path}`, headers })
    const all = log
    log = null
    for (const s of all) {
      console.log(`   ${s.ms.toFixed(2)} ms  ${s.text.slice(0, Number(process.env.SHOW))}`)
      if (process.env.EXPLAIN && s.ms > Number(process.env.EXPLAIN)) {
        const c = new pg.Client(e.ownerUrl)
        await c.connect()
        const p = await orig.call(c, 'explain (analyze, buffers) ' + s.text, s.values)
        console.log(p.rows.map((x: any) => '        ' + x['QUERY PLAN']).join('\n'))
        await c.end()
      }
    }
  }
}
await http.close()
await house.close()
await live.close()
await pool.end()
process.exit(0)
