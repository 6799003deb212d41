import type { Tx } from '#server/db/connect.ts'
import { post } from '#server/ledger/index.ts'
import type { ProviderName } from '#server/payments/port.ts'

type Sent = { id: number; accountId: number; provider: ProviderName; cents: number; at: Date }

export const sentEntry = (id: number) => ({ kind: 'payout sent', reference: String(id) })
export const feeEntry = (id: number) => ({ kind: 'payout fee', reference: String(id) })

/** The provider has paid: less money lies there. */
export const bookSent = (tx: Tx, { id, accountId, provider, cents, at }: Sent) =>
  post(tx, {
    ...sentEntry(id),
    lines: [
      { account: { kind: 'payouts', owner: accountId }, cents: -cents },
      { account: { kind: 'provider', provider }, cents },
    ],
    at,
  })

/** The provider's own fee is the operator's. */
export const bookFee = (tx: Tx, { id, provider, cents, at }: Omit<Sent, 'accountId'>) =>
  post(tx, {
    ...feeEntry(id),
    lines: [
      { account: { kind: 'fees' }, cents: -cents },
      { account: { kind: 'provider', provider }, cents },
    ],
    at,
  })
