// `npm test`: everything that must hold, each step as its own command, and the sum of it all in the last line.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { ensureChromium, HOW_TO_GET_CHROMIUM } from './ensure-chromium.ts'

type Tally = { passed: number; failed: number }

const UNIT_REPORT = 'test-results/unit.json'
const E2E_REPORT = 'test-results/e2e.json'

const total: Tally = { passed: 0, failed: 0 }

function run(name: string, args: string[], env: Record<string, string> = {}) {
  console.log(`\n— ${name}`)
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  return status === 0
}

/** A step that counts as one. */
function check(name: string, args: string[]) {
  const passed = run(name, args)
  add(passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
  return passed
}

/** A step that counts its own tests; failing without naming one is a failure too. */
function suite(name: string, args: string[], count: () => Tally, env?: Record<string, string>) {
  const succeeded = run(name, args, env)
  const tally = readTally(count)
  add(!succeeded && tally.failed === 0 ? { ...tally, failed: 1 } : tally)
}

function readTally(count: () => Tally): Tally {
  try {
    return count()
  } catch {
    return { passed: 0, failed: 1 } // it wrote no report
  }
}

function add({ passed, failed }: Tally) {
  total.passed += passed
  total.failed += failed
}

const bin = (path: string, ...args: string[]) => [`node_modules/${path}`, ...args]

rmSync('test-results', { recursive: true, force: true })
mkdirSync('test-results')
check('formatting', bin('oxfmt/bin/oxfmt', '--check'))
check('lint and borders', bin('oxlint/bin/oxlint', '--type-aware'))
check('types', bin('typescript/bin/tsc', '-b'))
check('unused code', bin('knip/bin/knip.js'))
check('lock file is whole', ['scripts/lock-holes.mjs'])
check('row types are fresh', ['scripts/generate-types.ts', '--verify'])

if (ensureChromium()) {
  suite(
    'unit and API tests',
    bin('vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`),
    () => {
      const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(UNIT_REPORT, 'utf8')) as {
        numPassedTests: number
        numFailedTests: number
      }
      return { passed: numPassedTests, failed: numFailedTests }
    },
  )
  if (check('production build', ['scripts/build.ts']))
    suite('browser tests', bin('@playwright/test/cli.js', 'test'), () => {
      const { stats } = JSON.parse(readFileSync(E2E_REPORT, 'utf8')) as {
        stats: { expected: number; unexpected: number; flaky: number }
      }
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
    })
} else {
  console.error(HOW_TO_GET_CHROMIUM)
  add({ passed: 0, failed: 1 })
}

console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed ? 1 : 0
