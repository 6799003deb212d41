export const PAYOUT_STATES = ['requested', 'processing', 'unclaimed', 'paid', 'failed', 'returned', 'canceled'] as const
export type PayoutStatus = (typeof PAYOUT_STATES)[number]

export const PAYOUT_KINDS = ['weekly', 'same_day', 'again'] as const
export type PayoutKind = (typeof PAYOUT_KINDS)[number]

export const KIND_WORDS: Record<PayoutKind, string> = { weekly: 'Weekly', same_day: 'Same day', again: 'Sent again' }

/** Why a person looks at a payout before it is sent. */
export const LOOKS = ['large', 'first', 'flag'] as const
export type Look = (typeof LOOKS)[number]

/** Payouts rest for so long after a change of email, password or PayPal address. */
export const REST_HOURS = 72

/** The number of a payout, for people. */
export const payoutNumber = (id: number) => `PO-${id}`
