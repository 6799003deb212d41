const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** Oct 3, 2026, 5:12 PM: in the reader's own time zone. */
export const when = (iso: string) => format.format(new Date(iso))
