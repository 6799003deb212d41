const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** Oct 3, 2026: the reader's own day of a time, on pages that the server does not render. */
export const localDay = (iso: string) => medium.format(new Date(iso))

/** Oct 3 */
export const localShortDay = (iso: string) => short.format(new Date(iso))
