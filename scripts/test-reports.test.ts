import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { browserSuite, unitSuite } from './test-reports.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slide-reports-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function written(report: unknown) {
  const path = join(folder, 'report.json')
  await writeFile(path, JSON.stringify(report))
  return path
}

test('a flaky browser test counts as passed and is named', async () => {
  const ran = (projectName: string, status: string, ...durations: number[]) => ({
    projectName,
    status,
    results: durations.map((duration) => ({ duration })),
  })
  const inner = { title: 'plays', tests: [ran('desktop', 'expected', 2_000), ran('phone', 'flaky', 1_000, 500)] }
  const outer = { title: 'stops', tests: [ran('desktop', 'unexpected', 100)] }
  const path = await written({
    stats: { expected: 1, unexpected: 1, flaky: 1 },
    suites: [{ file: 'player.spec.ts', specs: [outer], suites: [{ file: 'player.spec.ts', specs: [inner] }] }],
  })
  expect(browserSuite(path)).toEqual({
    tally: { passed: 2, failed: 1, flaky: ['e2e/player.spec.ts: plays (phone)'] },
    files: [{ file: 'e2e/player.spec.ts', seconds: 3.6 }],
  })
})

test('unit tests are counted and timed by file', async () => {
  const path = await written({
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [{ name: '/slide/server/app.test.ts', startTime: 1_000, endTime: 3_500 }],
  })
  expect(unitSuite(path, '/slide')).toEqual({
    tally: { passed: 3, failed: 1, flaky: [] },
    files: [{ file: 'server/app.test.ts', seconds: 2.5 }],
  })
})
