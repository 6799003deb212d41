import { dayWord } from '#web/ui/day-word.ts'

const DAY = 86_400_000

/** '16:20', in the reader's time zone. */
export const timeOfDay = (then: Date) => then.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

const isOtherYear = (then: Date, now: Date) => then.getFullYear() !== now.getFullYear()

/** For a list: '16:20', 'Yesterday', 'Thu', 'Nov 16', and 'Nov 16, 2025' for another year. */
export function shortTime(then: Date, now: Date) {
  const day = dayWord(then, now)
  if (day !== 'Earlier') return day === 'Today' ? timeOfDay(then) : day
  if (now.getTime() - then.getTime() < 6 * DAY) return then.toLocaleDateString('en-US', { weekday: 'short' })
  return then.toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    ...(isOtherYear(then, now) && { year: 'numeric' }),
  })
}

/** For the line above a day: 'Today', 'Yesterday', 'Friday, Nov 20'. */
export function dayLine(then: Date, now: Date) {
  const day = dayWord(then, now)
  if (day !== 'Earlier') return day
  return then.toLocaleDateString('en-US', {
    weekday: 'long',
    month: 'short',
    day: 'numeric',
    ...(isOtherYear(then, now) && { year: 'numeric' }),
  })
}
