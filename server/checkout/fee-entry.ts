import { lineSubject, type LedgerEntry, type LedgerLine } from '#server/ledger/index.ts'
import { split } from '#server/money.ts'
import type { ProviderName } from '#server/payments/port.ts'

type PaidPayment = { id: number; provider: ProviderName; feeCents: number | null }
type Paid = { id: number; totalCents: number }

/**
 * The provider keeps its fee of the money that lies there; the operator bears it. Each line bears its share, for the
 * statements. Without a fee there is no entry.
 */
export function feeEntries({ id, provider, feeCents }: PaidPayment, lines: Paid[], at: Date): LedgerEntry[] {
  if (!feeCents) return []
  const shares = split(
    feeCents,
    lines.map(({ totalCents }) => totalCents),
  )
  const costs = lines.map((line, index): LedgerLine => ({
    account: { kind: 'fees' },
    cents: -shares[index]!,
    subject: lineSubject(line),
  }))
  const kept: LedgerLine = { account: { kind: 'provider', provider }, cents: feeCents }
  return [{ kind: 'fee', reference: String(id), lines: [kept, ...costs.filter(({ cents }) => cents !== 0)], at }]
}
