import { sql } from 'kysely'
import { LOOKS, type Look } from '#contract/payout-values.ts'
import type { Tx } from '#server/db/connect.ts'
import { cents } from '#server/money.ts'
import type { App } from '#server/services.ts'

type Facts = { accountId: number; address: string; grossCents: number }

/** Why a person looks at a payout before it is sent. Without a reason it goes by itself. */
export async function looksOf({ house }: App, tx: Tx, { accountId, address, grossCents }: Facts): Promise<Look[]> {
  const { rows } = await sql<{ isFirst: boolean; isFlagged: boolean }>`select
    not exists (select from payout where account_id = ${accountId} and state = 'paid'
      and lower(address) = lower(${address})) as is_first,
    coalesce((select state in ('failed', 'returned') from payout where account_id = ${accountId}
      and state in ('paid', 'failed', 'returned') order by ended_at desc, id desc limit 1), false)
    or exists (select from dispute join payment on payment.id = dispute.payment_id
      join ledger_entry sale on sale.kind = 'sale' and sale.reference = payment.order_id::text
      join ledger_line line on line.entry_id = sale.id
      join ledger_account owned on owned.id = line.account_id
      where dispute.state = 'open' and owned.kind = 'earnings' and owned.owner_id = ${accountId}) as is_flagged`.execute(
    tx,
  )
  const { isFirst, isFlagged } = rows[0]!
  const { lookAbove, lookFirst, lookFlagged } = house.now().settings
  const is: Record<Look, boolean> = {
    large: grossCents > cents(lookAbove),
    first: lookFirst && isFirst,
    flag: lookFlagged && isFlagged,
  }
  return LOOKS.filter((look) => is[look])
}
