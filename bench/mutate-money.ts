// Changes the code that counts and moves money in small ways, one at a time, and runs the tests that touch each change. A
// change that no test notices is a survivor: a missing test, code that does nothing, or a program that does the same.
// Prints the survivors and the share of noticed changes for each file; exits with 1 below 90 %. `npm run mutate:money`, or
// for some files `npm run mutate:money -- --mutate server/money.ts`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { prepare } from '#test/global-setup.ts'
import { installPackagesOf } from './own-packages.ts'

const folder = installPackagesOf('money')
const { serverUrl, mediaChildren, end } = await prepare()
try {
  const stryker = [`${folder}node_modules/@stryker-mutator/core/bin/stryker.js`, 'run', 'bench/money/stryker.json']
  const child = spawn(process.execPath, [...stryker, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, PROPERTY_CASES: '500', TEST_DATABASE_URL: serverUrl, TEST_MEDIA_CHILDREN: mediaChildren },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  await once(child, 'exit')
  process.exitCode = child.exitCode ?? 1
} finally {
  await end()
}
