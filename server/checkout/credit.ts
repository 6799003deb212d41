import { ALL_POINTS } from '#contract/share-limits.ts'
import { HOUSE } from '#contract/support.ts'
import type { Tx } from '#server/db/connect.ts'
import { lineSubject, postAll, type LedgerLine } from '#server/ledger/index.ts'
import { shareOut } from '#server/pricing/share-out.ts'
import type { App } from '#server/services.ts'
import { feeEntries } from './fee-entry.ts'
import type { LockedOrder, OrderLineRow } from './orders.ts'
import type { PaymentRow } from './payments.ts'
import type { Earner } from './shop.ts'

const DAY = 24 * 60 * 60 * 1000

/** A part of a line that another account than the seller earns. */
export type Part = Earner & { cents: number }

/** The parts of a line that others than its seller earn. The remainder of the division is the seller's. */
export function partsOf({ totalCents }: Pick<OrderLineRow, 'totalCents'>, earners: readonly Earner[]): Part[] {
  const cents = shareOut(
    totalCents,
    earners.map(({ points }) => points),
  )
  return earners.map((earner, nth) => ({ ...earner, cents: cents[nth]! }))
}

type Paid = Pick<PaymentRow, 'id' | 'provider' | 'cents' | 'feeCents'>
type Sold = { lines: OrderLineRow[]; parts: ReadonlyMap<number, readonly Part[]>; payment: Paid | null }

/**
 * The sellers and those who share their earnings get what was paid; the house is one of the sellers. Money for refused
 * lines stays with it until it is refunded.
 */
export async function credit(app: App, tx: Tx, order: LockedOrder, { lines: sold, parts, payment }: Sold) {
  if (!payment) return
  const now = app.clock.now()
  const provider = { kind: 'provider', provider: payment.provider } as const
  const availableAt = new Date(now.getTime() + app.config.earningsHoldDays * DAY)
  const paid = sold.filter(({ totalCents }) => totalCents > 0)
  const credits = paid.flatMap((line): LedgerLine[] => {
    const subject = lineSubject(line)
    if (line.state !== 'granted' || line.sellerId === HOUSE)
      return [{ account: { kind: 'house' }, cents: line.totalCents, subject, memo: line.title }]
    return earningsOf(line, parts.get(line.id)!).map(({ accountId, cents, memo }) => ({
      account: { kind: 'earnings', owner: accountId },
      availableAt,
      cents,
      subject,
      memo,
    }))
  })
  const lines: LedgerLine[] = [{ account: provider, cents: -payment.cents, memo: order.number }, ...credits]
  const sale = { kind: 'sale', reference: String(order.id), lines, at: now }
  await postAll(tx, [sale, ...feeEntries(payment, paid, now)])
}

/** The earnings of a sold line: of its seller first, then of those who share them. */
function earningsOf({ sellerId, sellerCents, title }: OrderLineRow, parts: readonly Part[]) {
  if (parts.length === 0) return [{ accountId: sellerId, cents: sellerCents, memo: title }]
  const own = parts.reduce((left, { points }) => left - points, ALL_POINTS)
  return [{ accountId: sellerId, cents: sellerCents, points: own }, ...parts]
    .filter(({ cents }) => cents > 0) // a share of a cheap sale may be less than a cent
    .map(({ accountId, cents, points }) => ({ accountId, cents, memo: `${title}, ${points / 100}% share` }))
}
