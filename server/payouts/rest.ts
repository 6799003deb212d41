import { REST_HOURS } from '#contract/payout-values.ts'
import { conflict } from '#server/errors.ts'

const REST = REST_HOURS * 60 * 60_000

type Changes = { changedAt: Date | null; emailChangedAt: Date | null; passwordChangedAt: Date | null }

/** When payouts may be sent again after a change that a thief might have made; null: now. */
export function restsUntil({ changedAt, emailChangedAt, passwordChangedAt }: Changes, now: Date) {
  const last = Math.max(...[changedAt, emailChangedAt, passwordChangedAt].map((at) => at?.getTime() ?? 0))
  const until = new Date(last + REST)
  return until > now ? until : null
}

const FORMAT = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZone: 'UTC',
})

export const resting = (until: Date) => conflict('resting', `Payouts rest until ${FORMAT.format(until)} UTC.`)
