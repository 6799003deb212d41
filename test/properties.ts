const { PROPERTY_CASES, PROPERTY_SEED } = process.env

/** The cases of each property of money: some thousands in a run of the tests, a million in `npm run prove:money`. */
export const CASES = {
  numRuns: Number(PROPERTY_CASES ?? 5_000),
  ...(PROPERTY_SEED !== undefined && { seed: Number(PROPERTY_SEED) }),
}
