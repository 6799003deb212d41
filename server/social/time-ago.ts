const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/** now, 5m, 3h, 2d, 1y: rounded down. */
export function timeAgo(then: Date, now: Date) {
  const passed = now.getTime() - then.getTime()
  if (passed < MINUTE) return 'now'
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)}m`
  if (passed < DAY) return `${Math.floor(passed / HOUR)}h`
  if (passed < YEAR) return `${Math.floor(passed / DAY)}d`
  return `${Math.floor(passed / YEAR)}y`
}
