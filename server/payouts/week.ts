const DAY = 24 * 60 * 60_000

/** Midnight (UTC) of the Monday that began the week. */
export function mondayOf(now: Date) {
  const midnight = new Date(now).setUTCHours(0, 0, 0, 0)
  return new Date(midnight - ((now.getUTCDay() + 6) % 7) * DAY)
}

export const nextMonday = (now: Date) => new Date(mondayOf(now).getTime() + 7 * DAY)

/** The ISO week (UTC), such as 2026-W48. A week belongs to the year of its Thursday. */
export function weekOf(now: Date) {
  const thursday = new Date(mondayOf(now).getTime() + 3 * DAY)
  const year = thursday.getUTCFullYear()
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY)) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}
