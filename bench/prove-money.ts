// Tries each property of the arithmetic of money (shares, parts, prices, fees, reversals) with a million cases, and lives of
// plans and payouts with 10,000 each, in a place with summer time, and 200 orders whose money goes back. Prints the seed:
// `npm run prove:money -- --seed N` repeats the same cases, `--cases N` tries fewer of the arithmetic, `--lives N` fewer lives.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

const TESTS = [
  'server/money.test.ts',
  'server/pricing/price-order.test.ts',
  'server/pricing/share-out.test.ts',
  'server/ledger/take-back.test.ts',
  'server/checkout/fee-entry.test.ts',
  'server/promotions/figures.test.ts',
  'server/checkout/money-back.test.ts',
  'server/payouts/model.test.ts',
  'server/plans/plan-at.test.ts',
  'server/plans/histories.test.ts', // lives of thirteen months
]

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '1000000' },
    lives: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
})
console.log(`${values.cases} cases of each property, ${values.lives} lives, seed ${values.seed}`)
const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  'node',
  '--reporter',
  'verbose',
  '--testTimeout',
  '0',
]
const child = spawn(process.execPath, [...vitest, ...TESTS], {
  stdio: 'inherit',
  env: {
    ...process.env,
    TZ: 'Europe/Berlin',
    PROPERTY_CASES: values.cases,
    PROPERTY_LIVES: values.lives,
    PROPERTY_SEED: values.seed,
  },
})
await once(child, 'exit')
process.exitCode = child.exitCode ?? 1
