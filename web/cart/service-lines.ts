import type { Item } from '#contract/item.ts'
import { PLANS, type BillingCycle, type PaidPlan } from '#contract/plans.ts'
import { priceOf, TIER_FACTS, type Duration, type Tier } from '#contract/promotion-values.ts'
import type { PromotionLine, SubscriptionLine } from './lines.ts'

export const subscriptionLine = (planId: PaidPlan, billingCycle: BillingCycle): SubscriptionLine => ({
  id: `subscription:${planId}`,
  type: 'subscription',
  title: `${PLANS[planId].name} plan`,
  artist: '',
  img: null,
  price: PLANS[planId].price[billingCycle] / 100,
  qty: 1,
  planId,
  planName: PLANS[planId].name,
  billingCycle,
  trialDays: 0,
})

type Promoted = Pick<Item, 'id' | 'kind' | 'title' | 'coverUrl'>

/** It takes credits up to its price. */
export function promotionLine({ id, kind, title, coverUrl }: Promoted, tier: Tier, days: Duration): PromotionLine {
  const price = priceOf(tier, days) / 100
  return {
    id: ['promo', kind, id, tier, days].join(':'),
    type: 'promotion',
    title,
    artist: '',
    img: coverUrl,
    price,
    qty: 1,
    targetType: kind,
    targetId: id,
    tier,
    days,
    creditsUsed: price,
  }
}

/** 'Premium promotion, 14 days' */
export const promotionWords = ({ tier, days }: PromotionLine) => `${TIER_FACTS[tier].name} promotion, ${days} days`
