// One round of the sandbox's renewals and payouts at a given time, which kills itself at its n-th point. Says 'done' if
// it has fewer points.
import { createDb, createPool } from '#server/db/connect.ts'
import { openSandbox } from '#server/payments/sandbox/index.ts'
import { dieAt } from '#test/die-at.ts'

const { DATABASE_URL = '', NOW = '', DIES_AT } = process.env
dieAt(Number(DIES_AT), /"sandbox_/)
const now = new Date(NOW)
const pool = createPool(DATABASE_URL, { onError: () => {} })
const { sandbox } = openSandbox({
  db: createDb(pool),
  clock: { now: () => now },
  secret: new Uint8Array(32),
  movable: null,
  address: () => 'http://127.0.0.1:1',
})
while (await sandbox!.renewDue(now)); // oxlint-disable-line no-empty
while (await sandbox!.payDue(now)); // oxlint-disable-line no-empty
await pool.end()
console.log('done')
