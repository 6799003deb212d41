import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { PARTS } from './parts.ts'

const { tests } = PARTS[process.env.MUTATED_PART!]!

class InThisOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const placeOf = ({ moduleId }: TestSpecification) => tests.findIndex((test) => moduleId.endsWith(test))
    return files.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

export default defineConfig({
  test: {
    include: tests,
    environment: 'node',
    isolate: false, // the server's modules are loaded once and not for each change
    globalSetup: './bench/money/share-database.ts',
    testTimeout: 120_000, // a busy machine is slow, not broken
    hookTimeout: 120_000,
    sequence: { sequencer: InThisOrder },
  },
})
