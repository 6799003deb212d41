import { readFileSync } from 'node:fs'

export type Tally = { passed: number; failed: number; flaky: string[] }
export type FileTime = { file: string; seconds: number }
export type Suite = { tally: Tally; files: FileTime[] }

type UnitReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; startTime: number; endTime: number }[]
}
type BrowserTest = { projectName: string; status: string; results: { duration: number }[] }
type BrowserSuite = { file: string; specs: { title: string; tests: BrowserTest[] }[]; suites?: BrowserSuite[] }
type BrowserReport = { stats: { expected: number; unexpected: number; flaky: number }; suites: BrowserSuite[] }

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as unknown

export function unitSuite(path: string, root: string): Suite {
  const { numPassedTests, numFailedTests, testResults } = read(path) as UnitReport
  return {
    tally: { passed: numPassedTests, failed: numFailedTests, flaky: [] },
    files: testResults.map(({ name, startTime, endTime }) => ({
      file: name.replace(`${root}/`, ''),
      seconds: (endTime - startTime) / 1_000,
    })),
  }
}

/** A test that failed and then passed counts as passed and is named. */
export function browserSuite(path: string): Suite {
  const { stats, suites } = read(path) as BrowserReport
  const tests = suites.flatMap(testsOf)
  const flaky = tests.filter(({ status }) => status === 'flaky')
  const seconds = new Map<string, number>()
  for (const { file, results } of tests)
    seconds.set(
      file,
      results.reduce((sum, { duration }) => sum + duration / 1_000, seconds.get(file) ?? 0),
    )
  return {
    tally: {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      flaky: flaky.map(({ file, title, projectName }) => `e2e/${file}: ${title} (${projectName})`),
    },
    files: [...seconds].map(([file, each]) => ({ file: `e2e/${file}`, seconds: each })),
  }
}

const testsOf = ({ file, specs, suites = [] }: BrowserSuite): (BrowserTest & { file: string; title: string })[] => [
  ...specs.flatMap(({ title, tests }) => tests.map((test) => ({ ...test, file, title }))),
  ...suites.flatMap(testsOf),
]
