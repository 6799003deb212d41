import type { Selection } from 'kysely'
import type { Payout } from '#contract/payouts.ts'
import { payoutNumber, type PayoutStatus } from '#contract/payout-values.ts'
import type { DB } from '#server/db/types.ts'
import { dollars } from '#server/money.ts'

export const payoutColumns = [
  'payout.id',
  'payout.createdAt',
  'payout.kind',
  'payout.grossCents',
  'payout.feeCents',
  'payout.state',
  'payout.heldFor',
  'payout.dueAt',
  'payout.failure',
] as const
type Shown = Selection<DB, 'payout', (typeof payoutColumns)[number]>

export const presentPayout = (row: Shown): Payout => ({
  id: row.id,
  number: payoutNumber(row.id),
  date: row.createdAt.toISOString(),
  kind: row.kind,
  gross: dollars(row.grossCents),
  fee: dollars(row.feeCents),
  amount: dollars(row.grossCents - row.feeCents),
  status: row.state,
  note: NOTES[row.state](row),
})

const NOTES: Record<PayoutStatus, (row: Shown) => string | null> = {
  requested: ({ heldFor, dueAt }) => {
    if (heldFor !== null) return 'We are looking into it first.'
    return dueAt === null ? 'A person looks at it first.' : 'It is sent when your rest is over.'
  },
  processing: () => 'PayPal hasn’t confirmed yet. We keep asking.',
  unclaimed: () => 'This address has no PayPal account yet. Open one within 30 days.',
  paid: () => null,
  failed: () => 'PayPal refused it. Back in your balance.',
  returned: () => 'PayPal sent it back. Back in your balance.',
  canceled: ({ failure }) => failure,
}
