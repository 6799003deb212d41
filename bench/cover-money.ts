// Counts the branches of ledger, pricing and completion that the tests take, and names those that none takes; exits with 1
// unless all are taken. `npm run cover:money`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { installPackagesOf } from './own-packages.ts'

const CODE = [
  'server/money.ts',
  'server/pricing/*.ts',
  'server/ledger/*.ts',
  'server/checkout/{start,offers,holds}.ts', // an order's price
  'server/checkout/{settle,complete-order,credit,fee-entry,line-kinds,payments,reconcile,tell,webhooks}.ts', // its completion
  'server/checkout/{refunds,return-lines,desk-refund,disputes,compare,differences}.ts', // and its way back
  'server/library/{grant,offers,revoke,upgrades}.ts',
  'server/payouts/{payable,looks,request,same-day,weekly,send,follow,give-back,books,desk,target,rest,week}.ts',
  'server/discounts/{adjust-codes,adjust-deals,chosen,codes,deals,status,uses,words}.ts',
  'server/credits/{adjust,grant,referrals,suspicion,take-back,turn}.ts',
  'server/checkout/{renewal,subscribed}.ts',
  'server/shares/{answer,earners,lock-item,propose,tell,versions,words}.ts',
  'server/promotions/{begin,end,figures,plan-discount,promotion-line,refund}.ts',
  'server/plans/{follow,periods,plan-at,plan-credits,plan-line,set-plan,unused}.ts',
]
const TESTS = [
  'server/money.test.ts',
  'server/bans',
  'server/pricing',
  'server/ledger',
  'server/checkout',
  'server/discounts',
  'server/credits',
  'server/library/library.test.ts',
  'server/library/deliver.test.ts',
  'server/library/upgrades.test.ts',
  'server/payouts',
  'server/plans',
  'server/privacy/deletion-orders.test.ts',
  'server/promotions',
  'server/shares',
]

const folder = installPackagesOf('money')
const child = spawn(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=node',
    ...TESTS,
    '--coverage.enabled',
    '--coverage.provider=custom',
    `--coverage.customProviderModule=${folder}node_modules/@vitest/coverage-v8/dist/index.js`,
    ...CODE.map((path) => `--coverage.include=${path}`),
    '--coverage.reporter=text',
    '--coverage.reportsDirectory=dist/cover-money',
    '--coverage.thresholds.branches=100',
  ],
  { stdio: 'inherit' },
)
await once(child, 'exit')
process.exitCode = child.exitCode ?? 1
