// `npm test`: every check as a command of its own. The last line counts what passed and what failed.
// `--retry-browser-tests` runs a failed browser test once more and names it as flaky.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { ensureChromium, HOW_TO_GET_CHROMIUM } from './ensure-chromium.ts'
import { browserSuite, unitSuite, type FileTime, type Suite, type Tally } from './test-reports.ts'

const UNIT_REPORT = 'test-results/unit.json'
const BROWSER_REPORT = 'test-results/e2e.json'
const SLOWEST = 10

const retries = process.argv.includes('--retry-browser-tests') ? ['--retries=1'] : []
const total: Tally = { passed: 0, failed: 0, flaky: [] }
const steps: { name: string; seconds: number }[] = []
const files: FileTime[] = []

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
  add(passed ? { passed: 1, failed: 0, flaky: [] } : FAILED)
  return passed
}

/** Runs a step that counts its own tests. A step that fails without a failed test counts as one failure. */
function suite(name: string, args: string[], read: () => Suite) {
  const succeeded = run(name, args)
  try {
    const { tally, files: own } = read()
    files.push(...own)
    add(!succeeded && tally.failed === 0 ? { ...tally, failed: 1 } : tally)
  } catch {
    add(FAILED) // the step wrote no report
  }
}

const FAILED: Tally = { passed: 0, failed: 1, flaky: [] }

function add({ passed, failed, flaky }: Tally) {
  total.passed += passed
  total.failed += failed
  total.flaky.push(...flaky)
}

const line = ({ seconds }: { seconds: number }, name: string) => `${seconds.toFixed(1).padStart(8)} s  ${name}`

function report() {
  console.log('\n— what took how long')
  for (const step of steps) console.log(line(step, step.name))
  console.log(`\n— the ${SLOWEST} slowest test files (two files run at a time)`)
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  for (const file of slowest) console.log(line(file, file.file))
  if (total.flaky.length) console.log(`\n— flaky: failed, then passed\n${total.flaky.join('\n')}`)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
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
  const unit = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`]
  suite('unit and API tests', bin('vitest/vitest.mjs', ...unit), () => unitSuite(UNIT_REPORT, process.cwd()))
  const isBuilt = check('production build', ['scripts/build.ts'])
  const hasDemo = check('files of the demo', ['scripts/make-demo-files.ts'])
  if (isBuilt && hasDemo)
    suite('browser tests', bin('@playwright/test/cli.js', 'test', ...retries), () => browserSuite(BROWSER_REPORT))
} else {
  console.error(HOW_TO_GET_CHROMIUM)
  add(FAILED)
}

report()
process.exitCode = total.failed ? 1 : 0
