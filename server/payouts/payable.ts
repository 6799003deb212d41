import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import { balanceOf } from '#server/ledger/index.ts'

/**
 * The balance of somebody who earns, in cents, and the part of it about which something is open: an unfinished problem
 * of a buyer, a refund that was not sent yet. A dispute has taken its money out of the balance already.
 */
export async function payableOf(db: Db | Tx, sellerId: number, now: Date) {
  const { available, pending } = await balanceOf(db, { kind: 'earnings', owner: sellerId }, now)
  const held = Math.min(Math.max(available, 0), await heldOf(db, sellerId, now))
  return { available, pending, held, payable: available - held }
}

/** What is left of such sales, as far as it is available. */
async function heldOf(db: Db | Tx, sellerId: number, now: Date) {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(greatest(rest, 0)), 0)::bigint as cents from (
      select sum(line.cents) as rest from ledger_line line
      join ledger_account owned on owned.id = line.account_id
      where owned.kind = 'earnings' and owned.owner_id = ${sellerId} and line.available_at <= ${now}
      and line.subject in (${OPEN_LINES})
      group by line.subject) sale`.execute(db)
  return rows[0]!.cents
}

/** The lines of all sellers: others than the seller may have earned a part of a line. */
const OPEN_LINES = sql`
  select 'order-line:' || purchase.line_id from purchase_problem problem
    join purchase on purchase.id = problem.purchase_id
    where problem.ended_at is null
  union select 'order-line:' || returned.line_id from refund
    join refund_line returned on returned.refund_id = refund.id
    where refund.state = 'pending'`
