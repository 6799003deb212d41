export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY)

/** A moment between two dates: 0 is the first, 1 the second. */
export const momentBetween = (from: Date, to: Date, part: number) =>
  new Date(from.getTime() + (to.getTime() - from.getTime()) * part)
