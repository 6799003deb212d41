import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { browserSuite, unitSuite } from './test-reports.ts'
import { UNIT_REPORT } from './unit-reporter.ts'

let folder: string
beforeEach(async () => {
  await mkdir('test-results', { recursive: true })
  folder = await mkdtemp(resolve('test-results/reports-')) // below the project, where `vitest` is found
})
afterEach(() => rm(folder, { recursive: true }))

async function written(report: unknown) {
  const path = join(folder, 'report.json')
  await writeFile(path, JSON.stringify(report))
  return path
}

test('a failed browser test is named with its error, and a flaky one counts as passed and is named with its error, too', async () => {
  const ran = (projectName: string, status: string, ...durations: number[]) => ({
    projectName,
    status,
    results: durations.map((duration, nth) => ({
      duration,
      ...((status === 'unexpected' || (status === 'flaky' && nth === 0)) && { error: { stack: 'Error: no' } }),
    })),
  })
  const inner = { title: 'plays', tests: [ran('desktop', 'expected', 2_000), ran('phone', 'flaky', 1_000, 500)] }
  const outer = { title: 'stops', tests: [ran('desktop', 'unexpected', 100)] }
  const path = await written({
    errors: [{ message: 'Error: no server' }],
    suites: [{ file: 'player.spec.ts', specs: [outer], suites: [{ file: 'player.spec.ts', specs: [inner] }] }],
  })
  expect(browserSuite(path)).toEqual({
    passed: 2,
    failures: [
      { name: 'outside of a test', message: 'Error: no server' },
      { name: 'e2e/player.spec.ts: stops (desktop)', message: 'Error: no' },
    ],
    flaky: [{ name: 'e2e/player.spec.ts: plays (phone)', message: 'Error: no' }],
    files: [{ file: 'e2e/player.spec.ts', seconds: 3.6 }],
  })
})

const UNSTEADY = `
  import { beforeAll, describe, expect, test } from 'vitest'
  let tries = 0
  test('steady', () => {})
  test('unsteady', () => expect(++tries).toBe(2))
  test('broken', () => expect('red').toBe('green'))
  describe('a group', () => {
    beforeAll(() => { throw new Error('no database') })
    test('never begun', () => {})
  })
  test('leaves a promise', () => { void Promise.reject(new Error('nobody waits')) })
`

test('failed unit tests, hooks and errors outside of tests are named with their errors, and so is a flaky test', async () => {
  await writeFile(join(folder, 'unsteady.test.ts'), UNSTEADY)
  const vitest = resolve('node_modules/vitest/vitest.mjs')
  const options = ['run', '--retry=1', `--reporter=${resolve('scripts/unit-reporter.ts')}`]
  const { status } = spawnSync(process.execPath, [vitest, ...options], { cwd: folder })
  expect(status).toBe(1)
  const { passed, failures, flaky, files } = unitSuite(join(folder, UNIT_REPORT))
  expect(passed).toBe(3)
  expect(flaky).toMatchObject([
    { name: 'unsteady.test.ts: unsteady', message: expect.stringContaining('expected 1 to be 2') },
  ])
  expect(files).toMatchObject([{ file: 'unsteady.test.ts' }])
  expect(failures.map(({ name, message }) => [name, message.split('\n')[0]])).toEqual([
    ['unsteady.test.ts: a group', 'Error: no database'],
    ['unsteady.test.ts: broken', expect.stringContaining("expected 'red' to be 'green'")],
    ['outside of a test', 'Error: nobody waits'],
  ])
})
