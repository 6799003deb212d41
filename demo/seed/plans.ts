import type { BillingCycle, PaidPlan } from '#contract/plans.ts'

export type DemoPlan = { handle: string; planId: PaidPlan; billingCycle: BillingCycle; daysAgo: number; card: string }

const GOOD = '4242424242424242'
/** Pays the first time only. */
const FAILS_LATER = '4000000000000341'

/** Sellers with a plan that they pay for. The last one's renewal has failed and is tried again. */
export const PLANS_OF_SELLERS: readonly DemoPlan[] = [
  { handle: 'LogDrumLola', planId: 'growth', billingCycle: 'monthly', daysAgo: 95, card: GOOD },
  { handle: 'ColdHarbour', planId: 'pro', billingCycle: 'yearly', daysAgo: 70, card: GOOD },
  { handle: 'Betonwerk', planId: 'growth', billingCycle: 'monthly', daysAgo: 33, card: FAILS_LATER },
]
