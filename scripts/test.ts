// `npm test`: every check as a command of its own. The last line counts what passed and what failed.
// `--retry` runs a failed test once more and names it as flaky when it passes then.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { ensureChromium, HOW_TO_GET_CHROMIUM } from './ensure-chromium.ts'
import { browserSuite, unitSuite, type Suite } from './test-reports.ts'
import { UNIT_REPORT } from './unit-reporter.ts'

const BROWSER_REPORT = 'test-results/e2e.json'
const SLOWEST = 10
const LINES_OF_A_FAILURE = 30

const retries = process.argv.includes('--retry') ? 1 : 0
const total: Suite = { passed: 0, failures: [], flaky: [], files: [] }
const steps: { name: string; seconds: number }[] = []

function run(name: string, args: string[]) {
  console.log(`\n— ${name}`)
  const began = performance.now()
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  steps.push({ name, seconds: (performance.now() - began) / 1_000 })
  return status === 0
}

/** Runs a step that counts as one test. */
function check(name: string, args: string[]) {
  const passed = run(name, args)
  if (passed) total.passed += 1
  else fail(name)
  return passed
}

/** Runs a step that counts its own tests. A step that fails without a failed test counts as one failure. */
function suite(name: string, args: string[], read: () => Suite) {
  const succeeded = run(name, args)
  try {
    const { passed, failures, flaky, files } = read()
    total.passed += passed
    total.failures.push(...failures)
    total.flaky.push(...flaky)
    total.files.push(...files)
    if (!succeeded && failures.length === 0) fail(name)
  } catch {
    fail(`${name}: no report`)
  }
}

const fail = (name: string, message = '') => total.failures.push({ name, message })

const line = ({ seconds }: { seconds: number }, name: string) => `${seconds.toFixed(1).padStart(8)} s  ${name}`

function report() {
  console.log('\n— what took how long')
  for (const step of steps) console.log(line(step, step.name))
  console.log(`\n— the ${SLOWEST} slowest test files (two files run at a time)`)
  const slowest = total.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  for (const file of slowest) console.log(line(file, file.file))
  if (total.flaky.length) console.log(`\n— flaky: failed, then passed\n${total.flaky.join('\n')}`)
  // at the end, since a log is often kept from its end only
  for (const { name, message } of total.failures)
    console.log(`\n— failed: ${name}\n${message.split('\n').slice(0, LINES_OF_A_FAILURE).join('\n')}`)
  console.log(`\n${total.passed} passed, ${total.failures.length} failed`)
}

const bin = (path: string, ...args: string[]) => [`node_modules/${path}`, ...args]

rmSync('test-results', { recursive: true, force: true })
mkdirSync('test-results')
check('formatting', bin('oxfmt/bin/oxfmt', '--check'))
check('lint and borders', bin('oxlint/bin/oxlint', '--type-aware'))
check('types', bin('typescript/bin/tsc', '-b'))
check('unused code', bin('knip/bin/knip.js'))
check('lock file is whole', ['scripts/lock-holes.mjs'])
check('lock file of a bench is whole', ['scripts/lock-holes.mjs', 'bench/lighthouse/package-lock.json'])
check('row types are fresh', ['scripts/generate-types.ts', '--verify'])

if (ensureChromium()) {
  const unit = ['run', '--reporter=default', '--reporter=./scripts/unit-reporter.ts', `--retry=${retries}`]
  suite('unit and API tests', bin('vitest/vitest.mjs', ...unit), () => unitSuite(UNIT_REPORT))
  const isBuilt = check('production build', ['scripts/build.ts'])
  const hasDemo = check('files of the demo', ['scripts/make-demo-files.ts'])
  const browser = ['test', `--retries=${retries}`]
  if (isBuilt && hasDemo)
    suite('browser tests', bin('@playwright/test/cli.js', ...browser), () => browserSuite(BROWSER_REPORT))
} else {
  fail('unit, API and browser tests', HOW_TO_GET_CHROMIUM)
}

report()
process.exitCode = total.failures.length ? 1 : 0
