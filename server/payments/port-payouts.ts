/** Money that the shop sends to people. The provider tells of it by events about the batch; the shop asks then. */
export type Payouts = {
  /**
   * Sends a batch. Its key names it at the provider: a repetition gives the batch that was sent. Providers forget keys
   * after weeks, so a batch whose outcome is unknown by then is looked up by people and never sent anew.
   */
  send: (batch: NewPayoutBatch) => Promise<PayoutBatchSeen>
  find: (reference: string) => Promise<PayoutBatchSeen>
}

export type NewPayoutBatch = { key: string; items: readonly NewPayout[] }
export type NewPayout = {
  /** The shop's name of this payout, once in its batch. */
  key: string
  /** The mail address that its owner has at the provider. */
  address: string
  cents: number
  /** A line that its owner sees at the provider. */
  note: string
}

export type PayoutBatchSeen = {
  reference: string
  /** `denied`: nothing was sent, and items may be missing. */
  state: 'processing' | 'done' | 'denied'
  /** An item that is not told yet is pending. */
  items: PayoutSeen[]
}

/** A payout as its provider tells it now. */
export type PayoutSeen = {
  key: string
  /** Names it at the provider, for people who look it up there. */
  reference: string
  /**
   * `unclaimed`: the address has no account yet; it becomes `paid` or `returned`. The money of `failed`, `returned`,
   * `blocked` and `refunded` is back, even if the payout was `paid` before.
   */
  state: 'pending' | 'paid' | 'unclaimed' | 'failed' | 'returned' | 'blocked' | 'refunded'
  cents: number
  currency: string
  /** The provider's own fee, when it has told it. */
  feeCents: number | null
  /** The provider's sentence about a payout that did not arrive. */
  failure: string | null
}
