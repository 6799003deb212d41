/** What every step about payouts may change. */
export const PAYOUT_READS = ['GET /me/payouts/summary', 'GET /me/payouts/history', 'GET /me/payouts/years'] as const
