const dayOf = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate())

/** 'Today', 'Yesterday' or 'Earlier', in the reader's time zone. */
export function dayWord(then: Date, now: Date) {
  const today = dayOf(now)
  if (then >= today) return 'Today'
  return then >= new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1) ? 'Yesterday' : 'Earlier'
}
