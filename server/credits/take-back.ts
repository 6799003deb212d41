import type { Tx } from '#server/db/connect.ts'
import { creditsOf, reverse, type CreditUnit } from '#server/ledger/index.ts'

type Taken = {
  owner: number
  unit: CreditUnit
  cents: number
  /** The ledger's entry that gave them. */
  of: { kind: string; reference: string }
  reference: string
  at: Date
}

/**
 * Takes given credits back, as far as they are neither spent nor kept for an open order. Its caller has the owner's turn.
 * An order that is paid meanwhile spends what it keeps: so this asks for what is kept first.
 */
export async function takeCreditsBack(tx: Tx, { owner, unit, cents, of, reference, at }: Taken) {
  const kept = await keptOf(tx, owner, unit)
  const balance = (await creditsOf(tx, owner))[unit]
  const taken = Math.min(cents, Math.max(0, balance - kept))
  if (taken > 0) await reverse(tx, { kind: `${of.kind} taken back`, reference, of, cents: taken, unit, at })
}

const keptOf = async (tx: Tx, owner: number, unit: CreditUnit) =>
  (
    await tx
      .selectFrom('creditHold')
      .innerJoin('orderLine', 'orderLine.id', 'creditHold.lineId')
      .innerJoin('shopOrder', 'shopOrder.id', 'orderLine.orderId')
      .where('creditHold.ownerId', '=', owner)
      .where('creditHold.unit', '=', unit)
      .where('shopOrder.state', '=', 'open')
      .select((all) => all.fn.coalesce(all.fn.sum<number>('creditHold.cents'), all.lit(0)).as('cents'))
      .executeTakeFirstOrThrow()
  ).cents
