import { ALL_POINTS } from '#contract/share-limits.ts'

/** What each of some people earns of an amount, by basis points below the whole. A part of a cent is left to the owner. */
export const shareOut = (cents: number, points: readonly number[]) =>
  points.map((share) => Number((BigInt(cents) * BigInt(share)) / BigInt(ALL_POINTS)))
