/** The same day and time (UTC) some months later, or the last day of a month that is too short. */
export function addMonths(start: Date, months: number) {
  const day = start.getUTCDate()
  const later = new Date(start)
  later.setUTCDate(1)
  later.setUTCMonth(later.getUTCMonth() + months)
  const daysInMonth = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate()
  later.setUTCDate(Math.min(day, daysInMonth))
  return later
}
