import { invalid } from '#server/errors.ts'

const DAY = 24 * 60 * 60_000
const MOST_DAYS = 3_660

/** The end of a day that an admin has chosen, by UTC. Days that are over answer 400. */
export function lastMomentOf(day: string, now: Date) {
  const end = new Date(Date.parse(day) + DAY)
  if (end <= now) throw invalid({ until: 'Choose today or a later day.' })
  if (end.getTime() > now.getTime() + MOST_DAYS * DAY) throw invalid({ until: 'Choose a day within ten years.' })
  return end
}
