import { readFileSync } from 'node:fs'

export type Failure = { name: string; message: string }
export type FileTime = { file: string; seconds: number }
/** `flaky`: why a test failed before it passed. */
export type Suite = { passed: number; failures: Failure[]; flaky: Failure[]; files: FileTime[] }

type BrowserTest = {
  projectName: string
  status: string
  results: { duration: number; error?: { stack?: string; message?: string } }[]
}
type BrowserSuite = { file: string; specs: { title: string; tests: BrowserTest[] }[]; suites?: BrowserSuite[] }
type BrowserReport = { errors: { message?: string }[]; suites: BrowserSuite[] }

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as unknown

export const unitSuite = (path: string) => read(path) as Suite

/** A test that failed and then passed counts as passed and is named with its error. */
export function browserSuite(path: string): Suite {
  const { errors, suites } = read(path) as BrowserReport
  const tests = suites.flatMap(testsOf)
  const seconds = new Map<string, number>()
  for (const { file, results } of tests)
    seconds.set(
      file,
      results.reduce((sum, { duration }) => sum + duration / 1_000, seconds.get(file) ?? 0),
    )
  const flaky = tests.filter(({ status }) => status === 'flaky')
  const failed = tests.filter(({ status }) => status === 'unexpected')
  return {
    passed: tests.filter(({ status }) => status === 'expected').length + flaky.length,
    failures: [...errors.map(({ message = '' }) => ({ name: 'outside of a test', message })), ...failed.map(failureOf)],
    flaky: flaky.map(failureOf),
    files: [...seconds].map(([file, each]) => ({ file: `e2e/${file}`, seconds: each })),
  }
}

type NamedTest = BrowserTest & { file: string; title: string }

const testsOf = ({ file, specs, suites = [] }: BrowserSuite): NamedTest[] => [
  ...specs.flatMap(({ title, tests }) => tests.map((test) => ({ ...test, file, title }))),
  ...suites.flatMap(testsOf),
]

const nameOf = ({ file, title, projectName }: NamedTest) => `e2e/${file}: ${title} (${projectName})`

function failureOf(test: NamedTest): Failure {
  const error = test.results.findLast((result) => result.error)?.error
  return { name: nameOf(test), message: error?.stack ?? error?.message ?? '' }
}
