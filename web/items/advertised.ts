import type { License } from '#contract/licenses.ts'

/** The license whose price a card or row shows: pressing the price chooses it. 'Recommended' is a mark and no choice. */
export const advertised = (licenses: readonly License[], price: number) =>
  licenses.find((license) => license.price === price) ?? licenses[0]
