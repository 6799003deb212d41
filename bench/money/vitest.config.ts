import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The tests of the code that counts and moves money. Those that notice most in the least time come first. */
const TESTS = [
  'server/money.test.ts',
  'server/pricing/price-order.test.ts',
  'server/ledger/take-back.test.ts',
  'server/checkout/fee-entry.test.ts',
  'server/ledger/ledger.test.ts',
  'server/checkout/upgrades.test.ts',
  'server/checkout/refunds.test.ts',
  'server/checkout/preview.test.ts',
  'server/checkout/orders.test.ts',
  'server/checkout/disputes.test.ts',
  'server/checkout/compare.test.ts',
  'server/checkout/exclusive.test.ts',
  'server/library/library.test.ts',
]

class InThisOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const placeOf = ({ moduleId }: TestSpecification) => TESTS.findIndex((test) => moduleId.endsWith(test))
    return files.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

export default defineConfig({
  test: {
    include: TESTS,
    environment: 'node',
    isolate: false, // the server's modules are loaded once and not for each change
    globalSetup: './bench/money/share-database.ts',
    testTimeout: 120_000, // a busy machine is slow, not broken
    hookTimeout: 120_000,
    sequence: { sequencer: InThisOrder },
  },
})
