/** The ledger's units of credits, in the order in which an order takes them. */
export const CREDIT_UNITS = ['promo', 'referral'] as const
export type CreditUnit = (typeof CREDIT_UNITS)[number]
