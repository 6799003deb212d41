import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import type { Period } from './rows.ts'

/** What is left of the periods that were paid, in cents, by the second and rounded down. */
export const unusedCents = (periods: readonly Pick<Period, 'beginsAt' | 'endsAt' | 'worthCents'>[], now: Date) =>
  periods.reduce((sum, { beginsAt, endsAt, worthCents }) => {
    const [whole, left] = [endsAt.getTime() - beginsAt.getTime(), endsAt.getTime() - now.getTime()]
    return sum + Math.floor((worthCents * Math.min(Math.max(left, 0), whole)) / whole)
  }, 0)

/** The same of a subscription. A period whose money may go back, or went back to a bank, is worth nothing. */
export async function unusedOf(db: Db | Tx, subscription: number, now: Date) {
  const periods = await db
    .selectFrom('subscriptionPeriod as period')
    .where('subscriptionId', '=', subscription)
    .where('returnedAt', 'is', null)
    .where(sql<boolean>`not exists (${REFUND}) and not exists (${CLAIM})`)
    .select(['beginsAt', 'endsAt', 'worthCents'])
    .execute()
  return unusedCents(periods, now)
}

const REFUND = sql`select from refund_line join refund on refund.id = refund_id
  where refund_line.line_id = period.line_id and refund.state = 'pending'`
const CLAIM = sql`select from order_line line join payment on payment.order_id = line.order_id
  join dispute on dispute.payment_id = payment.id where line.id = period.line_id and dispute.state <> 'won'`
