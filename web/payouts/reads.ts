/** The topics of news that come with another state of the own money. */
export const PAYOUT_NEWS = ['payout', 'sale'] as const

/** What every step about payouts may change. */
export const PAYOUT_READS = ['GET /me/payouts/summary', 'GET /me/payouts/history', 'GET /me/payouts/years'] as const
