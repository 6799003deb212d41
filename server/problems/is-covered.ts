import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import { earnersOf, lineSubject, lockEarnings } from '#server/ledger/index.ts'

/**
 * Whether the balances of all who earned a line cover what its refund takes from each. Sales with a refund that was not
 * sent yet are in the balance still, so they don't count. Refunds and payouts at once wait for each other.
 */
export async function isCovered(tx: Tx, { orderId, lineId }: { orderId: number; lineId: number }) {
  const subject = lineSubject({ id: lineId })
  const earners = await earnersOf(tx, { kind: 'sale', reference: String(orderId) })
  const accounts = await lockEarnings(
    tx,
    earners.filter((one) => one.subject === subject).map(({ accountId }) => accountId),
  )
  const { rows } = await sql`
    select from unnest(${accounts}::bigint[]) as earner (id)
    where (select coalesce(sum(cents), 0) from ledger_line where account_id = earner.id)
      < (select coalesce(sum(greatest(rest, 0)), 0) from (
          select sum(cents) as rest from ledger_line
          where account_id = earner.id and (subject = ${subject} or subject in (${PROMISED}))
          group by subject) sale)
    limit 1`.execute(tx)
  return rows.length === 0
}

const PROMISED = sql`select 'order-line:' || line_id from refund_line join refund on refund.id = refund_id
  where refund.state = 'pending'`
