// Vitest’s reporter for `npm test`. Vitest’s JSON leaves out errors that belong to no test, which fail a run too.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import type { Failure, Suite } from './test-reports.ts'

export const UNIT_REPORT = 'test-results/unit.json'

export default class UnitReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    const passed = modules.flatMap(({ children }) => [...children.allTests('passed')])
    const report: Suite = {
      passed: passed.length,
      failures: [...modules.flatMap(failuresOf), ...unhandled.map((error) => failure('outside of a test', error))],
      flaky: passed.filter((test) => test.diagnostic()?.flaky).map(failureIn),
      files: modules.map((module) => ({ file: fileOf(module), seconds: secondsOf(module) })),
    }
    mkdirSync(dirname(UNIT_REPORT), { recursive: true })
    writeFileSync(UNIT_REPORT, JSON.stringify(report))
  }
}

/** The failed tests of a file, and its imports and hooks that threw. */
function failuresOf(module: TestModule): Failure[] {
  const tests = [...module.children.allTests('failed')]
  const groups = [...module.children.allSuites()]
  return [
    ...module.errors().map((error) => failure(fileOf(module), error)),
    ...groups.flatMap((group) => group.errors().map((error) => failure(`${fileOf(module)}: ${group.fullName}`, error))),
    ...tests.map(failureIn),
  ]
}

const failureIn = (test: TestCase) => failure(nameOf(test), test.result().errors?.[0])
const failure = (name: string, error: SerializedError | undefined): Failure => ({
  name,
  message: error?.stack ?? error?.message ?? '',
})

const nameOf = (test: TestCase) => `${fileOf(test.module)}: ${test.fullName}`
const fileOf = ({ moduleId }: TestModule) => relative(process.cwd(), moduleId)

function secondsOf(module: TestModule) {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
  return (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1_000
}
