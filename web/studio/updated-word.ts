const DAY = 24 * 60 * 60 * 1000
const near = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const far = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })

/** Just now, Today, Nov 20, or Nov 20, 2025, in the reader's own time zone. */
export function updatedWord(iso: string, now: Date) {
  const then = new Date(iso)
  const age = now.getTime() - then.getTime()
  if (age < 2 * 60_000) return 'Just now'
  if (age < DAY && then.getDate() === now.getDate()) return 'Today'
  return (then.getFullYear() === now.getFullYear() ? near : far).format(then)
}
