const DAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/** Mon, Nov 23. Payouts go by days in UTC. */
export const weekday = (iso: string) => DAY.format(new Date(iso))
export const hour = (iso: string) => TIME.format(new Date(iso))
