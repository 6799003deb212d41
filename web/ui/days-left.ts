const DAY = 24 * 60 * 60_000

/** Rounded up, and never negative. */
export const daysLeft = (end: string, now: Date) =>
  Math.max(0, Math.ceil((new Date(end).getTime() - now.getTime()) / DAY))
