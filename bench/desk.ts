// Measures each list of the operator's desk in a shop whose lists have a million rows each, beside a bare SELECT of 50
// rows of seven columns by primary key. The SELECT goes through pg alone: a faster driver of ours must not shorten the
// measure. Both take turns, as the machine may be busy. Prints p50 and p99 of one call at a time, the p50 of the SELECTs
// beside it, and how many of them the median is. `npm run bench:desk -- --rows 1000000`.
// On Linux it also prints the processor time of a call, of this process and its connections together: a busy machine makes
// a call wait longer than it makes it work longer.
// `--data DIR` keeps the shop for another run, and `--only TEXT` measures the lists whose address contains the text.
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { FIGURES, WAITING } from '#contract/house-figures.ts'
import { SUPPORT } from '#contract/support.ts'
import type { Pool } from '#server/db/connect.ts'
import { quantile } from './catalogue/cost.ts'
import { openLargeShop } from './desk/large-shop.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '60' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const ROWS = Number(values.rows)
const TIMES = Number(values.times)
const PERSON = 1_000 + Math.floor(ROWS / 2)
const number = `S-${PERSON.toString(16).toUpperCase().padStart(8, '0')}`

const paths = [
  '/admin/orders',
  '/admin/orders?state=paid',
  '/admin/orders?state=open',
  '/admin/orders?state=refunded',
  '/admin/orders?state=needs-you',
  '/admin/orders?state=disputed',
  '/admin/orders?state=different',
  `/admin/orders?q=${number}`,
  `/admin/orders?q=person${PERSON}`,
  `/admin/orders?q=Stairwell%20${PERSON}`,
  '/admin/orders?q=sermon',
  '/admin/orders?q=nothing-has-this',
  '/admin/people',
  '/admin/people?filter=sellers',
  '/admin/people?filter=pro',
  '/admin/people?q=person_5',
  '/admin/people?q=nothing-has-this',
  '/admin/payouts',
  '/admin/payouts?state=waiting',
  '/admin/payouts?state=on-the-way',
  '/admin/payouts?state=paid',
  '/admin/payouts?state=came-back',
  '/admin/submissions?kinds=BEAT,PACK',
  '/admin/submissions?kinds=BEAT,PACK&status=all',
  '/admin/promotions',
  '/admin/promotions?status=active',
  '/admin/promotions?status=canceled',
  '/admin/promotions?tier=spotlight',
  '/admin/promotions/load',
  '/admin/reports',
  '/admin/referrals',
  '/admin/referrals?state=all',
  '/admin/worklist',
  '/admin/worklist?state=late',
  '/admin/worklist?state=done',
  '/admin/worklist?kind=campaign&plan=pro',
  '/admin/announcements',
  '/admin/contact',
  '/admin/contact?show=done',
  `/chat/threads?userId=${SUPPORT}`,
  '/admin/mail',
  `/admin/mail?q=person${PERSON}`,
  '/admin/mail?q=nothing-has-this',
  '/admin/actions',
  `/admin/actions?account=${PERSON}`,
  ...WAITING.map((what) => `/admin/overview/waiting/${what}`),
  '/admin/overview/waiting',
  '/admin/overview/styles?days=364',
  '/admin/overview/status',
  ...FIGURES.slice(0, 1).flatMap((figure) => [`/admin/overview/figures/${figure}?days=364`]),
]

/** The milliseconds that this process and its connections to the database have been on a processor. */
async function spent(pool: Pool) {
  const { user, system } = process.cpuUsage()
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity where usename = current_user')
  const ofConnections = await Promise.all(
    rows.map(({ pid }) => readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0')),
  )
  const sum = ofConnections.reduce((all, text) => all + Number(text.split(' ')[0]) / 1_000_000, 0)
  return (user + system) / 1000 + sum
}

type Begun = { accessToken: string }
const data = values.data ?? (await mkdtemp(join(tmpdir(), 'slide-desk-')))
const shop = await openLargeShop({ data, rows: ROWS, isKept: values.data !== undefined })
try {
  const { http, pool } = shop
  const { db } = shop.app
  const person = { email: 'bench@slide.test', displayName: 'bench-admin', password: 'windows lit at night' }
  const known = await db.selectFrom('account').where('email', '=', person.email).select('id').executeTakeFirst()
  const begin = known ? '/api/auth/login' : '/api/auth/register'
  const { accessToken } = (await http.inject({ method: 'POST', url: begin, payload: person })).json<Begun>()
  await db.updateTable('account').set({ isAdmin: true }).where('email', '=', person.email).execute()
  const headers = { authorization: `Bearer ${accessToken}` }
  const plain = new pg.Client(shop.app.config.databaseUrl)
  await plain.connect()

  const SELECT = {
    name: 'bare',
    text: `select id, handle, email, plan, created_at, is_admin, is_producer from account order by id desc limit 50`,
  }
  const readBare = () => plain.query(SELECT)
  const timeOf = async (act: () => Promise<unknown>) => {
    const start = performance.now()
    await act()
    return performance.now() - start
  }
  /** The milliseconds of one act on a processor. Zero where the system does not tell those of other processes. */
  const workOf = async (act: () => Promise<unknown>) => {
    const before = await spent(pool)
    for (let time = 0; time < TIMES; time++) await act()
    return ((await spent(pool)) - before) / TIMES
  }
  const measure = async (name: string, act: () => Promise<unknown>) => {
    const took: number[] = []
    const bare: number[] = []
    for (let time = -15; time < TIMES; time++) {
      const [ofList, ofSelect] = [await timeOf(act), await timeOf(readBare)]
      if (time < 0) continue
      took.push(ofList)
      bare.push(ofSelect)
    }
    const [p50, p99, select] = [quantile(took, 0.5), quantile(took, 0.99), quantile(bare, 0.5)]
    const work = await workOf(act)
    const figures = [p50, p99, select].map((figure) => figure.toFixed(2))
    figures.push(`${(p50 / select).toFixed(1)}x`, work.toFixed(2))
    console.log(`${name.padEnd(52)} ${figures.map((figure) => figure.padStart(9)).join(' ')}`)
  }
  console.log(
    `${ROWS.toLocaleString('en')} rows in each list; milliseconds, p50 / p99 / a bare SELECT / processor, ${TIMES} calls`,
  )
  await measure('a bare SELECT of 50 rows', readBare)
  await measure('a call that only looks who asks', () => http.inject({ url: '/api/admin/house', headers }))
  for (const path of paths.filter((one) => one.includes(values.only))) {
    const reply = await http.inject({ url: `/api${path}`, headers })
    if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`)
    await measure(path, () => http.inject({ url: `/api${path}`, headers }))
  }
  await plain.end()
} finally {
  await shop.close()
}
