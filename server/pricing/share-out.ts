import { ALL_POINTS } from '#contract/share-limits.ts'

/** Parts of an amount by basis points that are less than the whole. A part of a cent is left to the owner. */
export const shareOut = (cents: number, points: readonly number[]) =>
  points.map((share) => Number((BigInt(cents) * BigInt(share)) / BigInt(ALL_POINTS)))
