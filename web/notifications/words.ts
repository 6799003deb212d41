import type { Notification } from '#contract/notifications.ts'
import { dayWord } from '#web/ui/day-word.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** '5 min', '3 h', '21:14' for yesterday, 'Nov 16', and 'Nov 16, 2025' for another year. */
export function timeWords(then: Date, now: Date) {
  const passed = now.getTime() - then.getTime()
  const day = dayWord(then, now)
  if (day === 'Yesterday') return then.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  if (day === 'Earlier')
    return then.toLocaleDateString('en-US', {
      month: 'short',
      day: 'numeric',
      ...(then.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
    })
  if (passed < MINUTE) return 'now'
  return passed < HOUR ? `${Math.floor(passed / MINUTE)} min` : `${Math.floor(passed / HOUR)} h`
}

/** Splits a sentence into parts: names of people and items, and the number of others, are strong. */
export function emphasized({ title, people, item }: Pick<Notification, 'title' | 'people' | 'item'>) {
  const names = [...people.map(({ displayName }) => displayName), ...(item ? [item.title] : [])]
  const longestFirst = names.filter(Boolean).toSorted((one, other) => other.length - one.length)
  const strong = [...longestFirst.map((name) => name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')), '\\d[\\d,]* others?']
  // splitting by a group puts matches at odd places
  return title.split(new RegExp(`(${strong.join('|')})`)).map((text, place) => ({ text, strong: place % 2 === 1 }))
}
