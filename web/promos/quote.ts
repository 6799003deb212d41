import type { OrderPreview } from '#contract/checkout.ts'
import { PLANS, type Plan } from '#contract/plans.ts'
import { impressionsOf, priceOf, type Duration, type Tier } from '#contract/promotion-values.ts'

export type Choice = { count: number; tier: Tier; days: Duration }
type Purse = { plan: Plan; promoCredits: number; referralCredits: number }

/** Of the items that can be promoted, in cents. */
export type Quote = {
  count: number
  full: number
  promo: number
  referral: number
  plan: number
  total: number
  impressions: number
}

const cents = (dollars: number) => Math.round(dollars * 100)

/**
 * The price that the server will give, at once: each line takes promo credits, then referral credits, and then the plan
 * takes its part of the rest. The server's answer replaces it.
 */
export function quoteOf({ count, tier, days }: Choice, { plan, promoCredits, referralCredits }: Purse): Quote {
  const full = priceOf(tier, days)
  const left = { promo: cents(promoCredits), referral: cents(referralCredits) }
  const quote = { count, full: full * count, promo: 0, referral: 0, plan: 0, total: 0, impressions: 0 }
  for (let line = 0; line < count; line++) {
    const promo = Math.min(full, left.promo)
    const referral = Math.min(full - promo, left.referral)
    const rest = full - promo - referral
    const off = Math.round((rest * PLANS[plan].promotionBasisPoints) / 10_000)
    left.promo -= promo
    left.referral -= referral
    quote.promo += promo
    quote.referral += referral
    quote.plan += off
    quote.total += rest - off
  }
  return { ...quote, impressions: impressionsOf(tier, days) * count }
}

type Adjustment = OrderPreview['lines'][number]['adjustments'][number]

/** The same from the server's answer, which leaves out items that can't be promoted now. */
export function quoteFrom({ lines, subtotal, total }: OrderPreview, { tier, days }: Omit<Choice, 'count'>): Quote {
  const count = lines.filter(({ state }) => state === 'available').length
  const sum = (fits: (adjustment: Adjustment) => boolean) =>
    lines.flatMap(({ adjustments }) => adjustments.filter(fits)).reduce((all, { amount }) => all + cents(amount), 0)
  const isPromo = ({ reason }: Adjustment) => reason.startsWith('Promo')
  return {
    count,
    full: cents(subtotal),
    promo: sum((one) => one.kind === 'credit' && isPromo(one)),
    referral: sum((one) => one.kind === 'credit' && !isPromo(one)),
    plan: sum(({ kind }) => kind === 'plan'),
    total: cents(total),
    impressions: impressionsOf(tier, days) * count,
  }
}
