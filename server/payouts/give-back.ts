import type { Selectable } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { Payout } from '#server/db/types.ts'
import { leftOf, reverse } from '#server/ledger/index.ts'
import type { App } from '#server/services.ts'
import { feeEntry, sentEntry } from './books.ts'
import { entryOf } from './request.ts'

export type PayoutRow = Selectable<Payout>
type End = { state: 'failed' | 'returned' | 'canceled'; failure: string }

export const lockPayout = (tx: Tx, id: number): Promise<PayoutRow> =>
  tx.selectFrom('payout').where('id', '=', id).selectAll().forUpdate().executeTakeFirstOrThrow()

/** Ends a locked payout. Its money goes back into the balance, also when the provider had paid it before. */
export async function giveBack({ clock }: Pick<App, 'clock'>, tx: Tx, payout: PayoutRow, { state, failure }: End) {
  const at = clock.now()
  await tx
    .updateTable('payout')
    .set({ state, failure, dueAt: null, endedAt: at, heldFor: null })
    .where('id', '=', payout.id)
    .execute()
  const reference = String(payout.id)
  for (const entry of [sentEntry(payout.id), feeEntry(payout.id)]) {
    const cents = await leftOf(tx, entry)
    if (cents > 0) await reverse(tx, { kind: `${entry.kind} back`, reference, of: entry, cents, at })
  }
  await reverse(tx, { kind: 'payout back', reference, of: entryOf(payout.id), cents: payout.grossCents, at })
}
