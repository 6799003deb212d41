import type { Tx } from '#server/db/connect.ts'
import { post, type LedgerLine } from '#server/ledger/index.ts'
import { split } from '#server/money.ts'
import type { ProviderName } from '#server/payments/port.ts'
import { lineSubject } from './line-subject.ts'

type PaidPayment = { id: number; provider: ProviderName; feeCents: number | null }
type Paid = { id: number; totalCents: number }

/** The provider keeps its fee of what lies there; the operator bears it. Each line bears its share, for the statements. */
export async function bookFee(tx: Tx, { id, provider, feeCents }: PaidPayment, lines: Paid[], at: Date) {
  if (!feeCents) return
  const shares = split(
    feeCents,
    lines.map(({ totalCents }) => totalCents),
  )
  const costs = lines.map((line, index): LedgerLine => ({
    account: { kind: 'fees' },
    cents: -shares[index]!,
    subject: lineSubject(line),
  }))
  await post(tx, {
    kind: 'fee',
    reference: String(id),
    lines: [{ account: { kind: 'provider', provider }, cents: feeCents }, ...costs.filter(({ cents }) => cents !== 0)],
    at,
  })
}
