import { invalid } from '#server/errors.ts'

const DAY = 24 * 60 * 60_000
const MOST_DAYS = 3_660

/** The end of a day that an admin has chosen in a field, by UTC. Days that are over answer 400. */
export function lastMomentOf(day: string, now: Date, field = 'until') {
  const end = new Date(Date.parse(day) + DAY)
  if (end <= now) throw invalid({ [field]: 'Choose today or a later day.' })
  if (end.getTime() > now.getTime() + MOST_DAYS * DAY) throw invalid({ [field]: 'Choose a day within ten years.' })
  return end
}

/** The day that ends at a moment of `lastMomentOf`. */
export const lastDayOf = (end: Date) => new Date(end.getTime() - 1).toISOString().slice(0, 10)
