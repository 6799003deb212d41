const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const many = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'} ago`

/** just now, 5 minutes ago, 14 hours ago, 3 days ago. */
export function ageWords(iso: string, now: Date) {
  const age = now.getTime() - Date.parse(iso)
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return many(Math.floor(age / MINUTE), 'minute')
  if (age < DAY) return many(Math.floor(age / HOUR), 'hour')
  return many(Math.floor(age / DAY), 'day')
}
