export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY)

/** A moment of a span, its ends as numbers from 0 to 1. */
export const momentBetween = (from: Date, to: Date, part: number) =>
  new Date(from.getTime() + (to.getTime() - from.getTime()) * part)
