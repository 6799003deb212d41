// `npm test`: every check as a command of its own. The last line counts what passed and what failed.
// `--retry` runs a failed test once more and names it as flaky when it passes then.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureChromium, HOW_TO_GET_CHROMIUM } from './ensure-chromium.ts'
import { browserSuite, unitSuite, type Suite } from './test-reports.ts'
import { UNIT_REPORT } from './unit-reporter.ts'

const BROWSER_REPORT = 'test-results/e2e.json'
const SHOP_ERRORS = 'test-results/shop-errors.log'
const SLOWEST = 10
const MOST_OF_A_FAILURE = 2_000 // characters

const retries = process.argv.includes('--retry') ? 1 : 0
const total: Suite = { passed: 0, failures: [], flaky: [], files: [] }
const steps: { name: string; seconds: number }[] = []

/** Without the settings of scripts/node.mjs that keep the memory of a shop small: tests would take longer. */
const { MALLOC_ARENA_MAX: _, MALLOC_MMAP_THRESHOLD_: __, ...environment } = process.env

type Choice = { isBeside?: boolean }

/** The output of the command that runs beside another one. */
let beside = ''

/**
 * Runs a command, shows what it prints, and gives the end of that. A command beside another one leaves the processor to
 * the other, and keeps what it prints for later.
 */
async function run(name: string, args: string[], { isBeside = false }: Choice = {}) {
  const title = `\n— ${name}`
  if (!isBeside) console.log(title)
  const began = performance.now()
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...environment, ...color } })
  if (isBeside) setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL)
  let printed = ''
  let kept = ''
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    from.setEncoding('utf8').on('data', (text: string) => {
      if (isBeside) kept += text
      else to.write(text)
      printed = (printed + text).slice(-MOST_OF_A_FAILURE)
    })
  const closed = once(child, 'close')
  const [status] = (await once(child, 'exit')) as [number | null]
  await Promise.race([closed, sleep(1_000)]) // a server that a test left behind may hold the pipes
  for (const pipe of [child.stdout, child.stderr]) pipe.destroy()
  if (isBeside) beside = `${title}\n${kept}`
  steps.push({ name: isBeside ? `${name} (beside others)` : name, seconds: (performance.now() - began) / 1_000 })
  return { passed: status === 0, printed }
}

/** Runs a step that counts as one test. */
async function check(name: string, args: string[], choice?: Choice) {
  const { passed, printed } = await run(name, args, choice)
  if (passed) total.passed += 1
  else fail(name, printed)
  return passed
}

/** Runs a step that counts its own tests. A step that fails without a failed test counts as one failure. */
async function suite(name: string, args: string[], read: () => Suite) {
  const ran = await run(name, args)
  try {
    const { passed, failures, flaky, files } = read()
    total.passed += passed
    total.failures.push(...failures)
    total.flaky.push(...flaky)
    total.files.push(...files)
    if (!ran.passed && failures.length === 0) fail(name, ran.printed)
  } catch {
    fail(`${name}: no report`, ran.printed)
  }
}

const fail = (name: string, message: string) => total.failures.push({ name, message })

const line = ({ seconds }: { seconds: number }, name: string) => `${seconds.toFixed(1).padStart(8)} s  ${name}`

function report() {
  console.log('\n— what took how long')
  for (const step of steps) console.log(line(step, step.name))
  console.log(`\n— the ${SLOWEST} slowest test files (several run at a time)`)
  const slowest = total.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  for (const file of slowest) console.log(line(file, file.file))
  if (existsSync(SHOP_ERRORS))
    console.log(`\n— errors in the logs of the shops\n${readFileSync(SHOP_ERRORS, 'utf8').slice(0, MOST_OF_A_FAILURE)}`)
  // at the end, since a log is often kept from its end only
  for (const [what, ones] of [
    ['flaky: failed, then passed', total.flaky],
    ['failed', total.failures],
  ] as const)
    for (const { name, message } of ones) console.log(`\n— ${what}: ${name}\n${message.slice(0, MOST_OF_A_FAILURE)}`)
  console.log(`\n${total.passed} passed, ${total.failures.length} failed`)
}

const bin = (path: string, ...args: string[]) => [`node_modules/${path}`, ...args]

rmSync('test-results', { recursive: true, force: true })
mkdirSync('test-results')
await check('formatting', bin('oxfmt/bin/oxfmt', '--check'))
await check('lint, borders and types', bin('oxlint/bin/oxlint', '--type-aware', '--type-check'))
await check('unused code', bin('knip/bin/knip.js'))
await check('lock file is whole', ['scripts/lock-holes.mjs'])
await check('lock file of a bench is whole', ['scripts/lock-holes.mjs', 'bench/lighthouse/package-lock.json'])
await check('row types are fresh', ['scripts/generate-types.ts', '--verify'])

// before the tests start: some start children for media, which the build replaces
const isBuilt = await check('production build', ['scripts/build.ts'])

if (ensureChromium()) {
  // the unit tests often wait
  const demo = check('files of the demo', ['scripts/make-demo-files.ts'], { isBeside: true })
  const unit = ['run', '--reporter=default', '--reporter=./scripts/unit-reporter.ts', `--retry=${retries}`]
  await suite('unit and API tests', bin('vitest/vitest.mjs', ...unit), () => unitSuite(UNIT_REPORT))
  const browser = ['test', `--retries=${retries}`]
  const hasDemo = await demo
  console.log(beside)
  if (isBuilt && hasDemo)
    await suite('browser tests', bin('@playwright/test/cli.js', ...browser), () => browserSuite(BROWSER_REPORT))
} else {
  fail('unit, API and browser tests', HOW_TO_GET_CHROMIUM)
}

report()
process.exitCode = total.failures.length ? 1 : 0
