// Changes the code that counts and moves money in small ways, one at a time, and runs the tests that touch each change. A
// change that no test notices is a survivor: a missing test, code that does nothing, or a program that does the same.
// Prints the survivors and the share of noticed changes for each file; exits with 1 below 90 % of all. `npm run
// mutate:money`, or for some parts of the code (bench/money/parts.ts) `npm run mutate:money -- ledger refunds`. For some
// files of a part, as a part can take half an hour: `npm run mutate:money -- ledger --file server/ledger/post.ts`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { prepare } from '#test/global-setup.ts'
import { PARTS } from './money/parts.ts'
import { installPackagesOf } from './own-packages.ts'

const LEAST = 90

type Share = { all: number; noticed: number }
const percentOf = ({ noticed, all }: Share) => (100 * noticed) / all
const textOf = (share: Share) => `${percentOf(share).toFixed(1)} %, ${share.noticed} of ${share.all}`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { concurrency: { type: 'string', default: '2' }, file: { type: 'string', multiple: true } },
})
const unknown = positionals.find((name) => !(name in PARTS))
if (unknown) throw new Error(`There is no part ${unknown}; there are ${Object.keys(PARTS).join(', ')}.`)
const names = positionals.length ? positionals : Object.keys(PARTS)
if (values.file && names.length !== 1) throw new Error('Name the one part whose tests try these files.')

// A signal can come twice, from the terminal and from npm: neither may end this process before the database server.
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())

const began = performance.now()
const folder = installPackagesOf('money')
const { serverUrl, mediaChildren, end } = await prepare()
const files = new Map<string, Share>()
try {
  for (const name of names) {
    await mutate(name)
    count()
  }
} finally {
  await end()
}

const whole = [...files.values()].reduce((sum, { all, noticed }) => ({
  all: sum.all + all,
  noticed: sum.noticed + noticed,
}))
for (const [path, share] of files) console.log(`${path}: ${textOf(share)}`)
console.log(`${textOf(whole)} changes were noticed, in ${Math.round((performance.now() - began) / 60_000)} minutes`)
if (percentOf(whole) < LEAST) process.exitCode = 1

async function mutate(name: string) {
  stop.signal.throwIfAborted()
  const patterns = [...(values.file ?? PARTS[name]!.mutate), '!server/**/*.test.ts'].join()
  const options = { mutate: patterns, concurrency: values.concurrency }
  const given = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value])
  const stryker = [`${folder}node_modules/@stryker-mutator/core/bin/stryker.js`, 'run', 'bench/money/stryker.json']
  const child = spawn(process.execPath, [...stryker, ...given], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PROPERTY_CASES: '500',
      PROPERTY_LIVES: '8',
      MUTATED_PART: name,
      TEST_DATABASE_URL: serverUrl,
      TEST_MEDIA_CHILDREN: mediaChildren,
    },
  })
  const end = () => child.kill()
  stop.signal.addEventListener('abort', end)
  await once(child, 'exit') // it uses the database server, which ends after it
  stop.signal.removeEventListener('abort', end)
  if (child.exitCode !== 0) throw new Error(`Stryker could not try the part ${name}.`)
}

type Report = { files: Record<string, { mutants: { status: string }[] }> }

/** Adds up the report of a part. Changes that were not tried don't count. */
function count() {
  const report = JSON.parse(readFileSync('dist/mutate-money.json', 'utf8')) as Report
  for (const [path, { mutants }] of Object.entries(report.files)) {
    const numberOf = (...states: string[]) => mutants.filter(({ status }) => states.includes(status)).length
    const noticed = numberOf('Killed', 'Timeout')
    const all = noticed + numberOf('Survived', 'NoCoverage')
    if (all > 0) files.set(path, { noticed, all })
  }
}
