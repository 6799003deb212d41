const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Oct 3, for places that have no room for the year. Takes a time, or a day such as 2026-10-03. */
export const shortDay = (iso: string) => short.format(new Date(iso))
