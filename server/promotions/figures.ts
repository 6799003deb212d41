import { MOST_TIMES } from '#contract/promotion-values.ts'
import { shareOf } from '#server/money.ts'

export const DAY = 24 * 60 * 60_000

/** The figures of a promotion's row that its money and its pace rest on. */
export type Money = { paidCents: number; creditCents: number; refundedCents: number }
export type Delivery = { guaranteed: number; delivered: number }
type Times = { days: number; endsAt: Date; lastsUntil: Date; pausedAt: Date | null; endedAt: Date | null }

/** The end of the days of a promotion that starts now, and its latest end. */
export const timesFrom = (now: Date, days: number) => ({
  startedAt: now,
  endsAt: new Date(now.getTime() + days * DAY),
  lastsUntil: new Date(now.getTime() + MOST_TIMES * days * DAY),
})

/** The money and credits in cents that a seller has given for a promotion and not got back. A refund returns both alike. */
export function worthOf({ paidCents, creditCents, refundedCents }: Money) {
  const left = paidCents - refundedCents
  return left + (paidCents === 0 ? creditCents : shareOf(creditCents, left, paidCents))
}

const owed = ({ guaranteed, delivered }: Delivery) => Math.max(0, guaranteed - delivered)

/** The part of its worth that was not delivered, in cents. A part of a cent stays with the house. */
export const undeliveredCents = (promotion: Money & Delivery) =>
  shareOf(worthOf(promotion), owed(promotion), promotion.guaranteed)

/** The cost for its seller in the end, in cents. */
export const costOf = (promotion: Money & { returnedCents: number }) => worthOf(promotion) - promotion.returnedCents

/** Now, or the time at which it ended or stands still. */
const presentTime = ({ pausedAt, endedAt }: Times, now: Date) => (endedAt ?? pausedAt ?? now).getTime()

/** The impressions that an even pace would have reached. A pause moves the end, so its time does not count. */
export function expectedOf(promotion: Times & Delivery, now: Date) {
  const left = (promotion.endsAt.getTime() - presentTime(promotion, now)) / (promotion.days * DAY)
  return Math.round(promotion.guaranteed * Math.min(Math.max(1 - left, 0), 1))
}

const HOUR = 60 * 60_000

/** The impressions that it still needs each day to be on time. */
export function owedPerDay(promotion: Times & Delivery, now: Date) {
  const at = presentTime(promotion, now)
  const end = promotion.endsAt.getTime() > at ? promotion.endsAt : promotion.lastsUntil
  const days = Math.max(end.getTime() - at, HOUR) / DAY
  return Math.min(Math.round(owed(promotion) / days), owed(promotion))
}
