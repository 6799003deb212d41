// One round of one of the shop's takers of payouts at a given time, which kills itself at its n-th point. Says 'done' if
// it has fewer points.
import { createDb, createPool } from '#server/db/connect.ts'
import { openHouse } from '#server/house/house.ts'
import { takeDue } from '#server/jobs/due.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { listenLive } from '#server/live/live.ts'
import { createMail } from '#server/mail/mail.ts'
import { openSandbox } from '#server/payments/sandbox/index.ts'
import { payoutTakers } from '#server/payouts/index.ts'
import type { App } from '#server/services.ts'
import { dieAt } from '#test/die-at.ts'

const { DATABASE_URL = '', NOW = '', TAKER, DIES_AT } = process.env
dieAt(Number(DIES_AT), /payout/)
const now = new Date(NOW)
const clock = { now: () => now }
const secret = new Uint8Array(32)
const pool = createPool(DATABASE_URL, { onError: () => {} })
const db = createDb(pool)
const address = () => 'http://127.0.0.1:1'
const payments = openSandbox({ db, clock, secret, movable: null, address })
const config = { smtpUrl: undefined, mailFrom: 'Slide <mail@beats.example>' }
const mail = createMail({ config, enqueue, clock, secret, origin: address })
const live = await listenLive(DATABASE_URL)
const house = await openHouse({ db, live })
// what payouts need of the services
await takeDue(
  { db, clock, enqueue, mail, payments, house } as App,
  payoutTakers.filter(({ name }) => name === TAKER),
)
await house.close()
await live.close()
await pool.end()
console.log('done')
