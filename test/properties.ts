const { PROPERTY_CASES, PROPERTY_SEED, PROPERTY_LIVES } = process.env

/** The cases of each property of money: some thousands in a run of the tests, a million in `npm run prove:money`. */
export const CASES = {
  numRuns: Number(PROPERTY_CASES ?? 5_000),
  ...(PROPERTY_SEED !== undefined && { seed: Number(PROPERTY_SEED) }),
}

/** The lives of plans and payouts that are tried: 10,000 in `npm run prove:money`. Without a number each test has its own few. */
export const LIVES = PROPERTY_LIVES === undefined ? null : Number(PROPERTY_LIVES)
