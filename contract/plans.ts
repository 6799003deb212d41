// This file imports no zod: server, screens and legal pages read it.
import type { Kind } from './item.ts'

export const PLAN_NAMES = ['free', 'growth', 'pro'] as const
export type Plan = (typeof PLAN_NAMES)[number]
/** The plans that are bought. */
export const PAID_PLANS = ['growth', 'pro'] as const
export type PaidPlan = (typeof PAID_PLANS)[number]

export const BILLING_CYCLES = ['monthly', 'yearly'] as const
export type BillingCycle = (typeof BILLING_CYCLES)[number]

type CycleFacts = {
  name: string
  every: 'month' | 'year'
  /** Said after a price. */
  per: string
  months: number
  /** The end of a period is announced so many days before. */
  announcedDays: number
}
export const CYCLES: Record<BillingCycle, CycleFacts> = {
  monthly: { name: 'Monthly', every: 'month', per: 'a month', months: 1, announcedDays: 3 },
  yearly: { name: 'Yearly', every: 'year', per: 'a year', months: 12, announcedDays: 14 },
}

/** A renewal is tried for five days, and its outcome may be known a day later. The plan is kept as long. */
export const DAYS_KEPT_OVERDUE = 6

type PlanFacts = {
  name: string
  /** In cents. */
  price: Record<BillingCycle, number>
  /** The most items of each kind; null means no limit. Sold and deleted items don't count. */
  room: Record<Kind, number | null>
  /** A promotion without a sale of its item can be run once more for nothing. */
  hasReruns: boolean
  /** Promo credits in cents: once for each account, with every month that is paid, and for each referral. */
  credits: { first: number; monthly: number; referral: number }
  /** Off the price of promotions. */
  promotionBasisPoints: number
  marketing: string | null
  hasCodes: boolean
  hasSeal: boolean
  /** Asks for a payout on the same day. */
  hasSameDayPayouts: boolean
  review: 'Standard' | 'Fast' | 'Priority'
  support: string
}

const unlimited = { BEAT: null, PACK: null, KIT: null }
const paid = { room: unlimited, hasReruns: true, hasCodes: true, hasSeal: true, hasSameDayPayouts: true }

/** Every figure of the plan table. */
export const PLANS: Record<Plan, PlanFacts> = {
  free: {
    name: 'Free',
    price: { monthly: 0, yearly: 0 },
    room: { BEAT: 3, PACK: 1, KIT: 1 },
    hasReruns: false,
    credits: { first: 0, monthly: 0, referral: 5_00 },
    promotionBasisPoints: 0,
    marketing: null,
    hasCodes: false,
    hasSeal: false,
    hasSameDayPayouts: false,
    review: 'Standard',
    support: 'Best-effort DM to the admin',
  },
  growth: {
    ...paid,
    name: 'Growth',
    price: { monthly: 5_99, yearly: 59_00 },
    credits: { first: 75_00, monthly: 10_00, referral: 10_00 },
    promotionBasisPoints: 10_00,
    marketing: 'Social media',
    review: 'Fast',
    support: 'Priority DM',
  },
  pro: {
    ...paid,
    name: 'Pro',
    price: { monthly: 14_99, yearly: 149_00 },
    credits: { first: 150_00, monthly: 25_00, referral: 20_00 },
    promotionBasisPoints: 20_00,
    marketing: 'Social media plus campaigns',
    review: 'Priority',
    support: 'Priority DM plus onboarding',
  },
}
