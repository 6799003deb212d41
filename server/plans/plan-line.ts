import { LEAST_CARD } from '#contract/cart-limits.ts'
import type { CartItem, SubscriptionItem } from '#contract/checkout.ts'
import { BILLING_CYCLES, CYCLES, PLANS } from '#contract/plans.ts'
import { HOUSE } from '#contract/support.ts'
import type { LineKind, Offer } from '#server/checkout/index.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { grantPeriod, newsOfPeriods, returnPeriod } from './periods.ts'
import { rankOf } from './plan-at.ts'
import { hasFailed, presentOf, type SubscriptionRow } from './rows.ts'
import { unusedOf } from './unused.ts'

/** Lines come to the kind that their type names. */
const ofPlan = (item: CartItem | null) => item as SubscriptionItem

type Present = { subscription: SubscriptionRow; unused: number }

async function presentWithUnused(db: Db | Tx, buyer: number | null, now: Date): Promise<Present | null> {
  const subscription = buyer === null ? undefined : await presentOf(db, buyer)
  return subscription ? { subscription, unused: await unusedOf(db, subscription.id, now) } : null
}

/** Whether a plan can take the place of another one at once: it is higher, or the same by the year. */
const isHigher = ({ planId, billingCycle }: SubscriptionItem, { plan, cycle }: SubscriptionRow) =>
  rankOf(planId) > rankOf(plan) ||
  (planId === plan && BILLING_CYCLES.indexOf(billingCycle) > BILLING_CYCLES.indexOf(cycle))

function offerOf(item: SubscriptionItem, present: Present | null): Offer {
  const { name, price } = PLANS[item.planId]
  const offer: Extract<Offer, { state: 'available' }> = {
    state: 'available',
    cents: price[item.billingCycle],
    license: null,
    title: `${name} plan`,
    label: CYCLES[item.billingCycle].name,
    itemId: null,
    sellerId: HOUSE,
    needs: [],
    takes: [],
    upgradeOf: null,
    discount: null,
  }
  if (!present || hasFailed(present.subscription)) return offer // also the same plan, paid in another way
  const { subscription, unused } = present
  if (!isHigher(item, subscription)) return { state: 'owned' }
  // money is never given back, and a card that pays too little begins no subscription
  if (unused > offer.cents - LEAST_CARD) return { state: 'owned' }
  const reason = `Unused part of ${PLANS[subscription.plan].name}`
  return { ...offer, discount: { kind: 'plan', reason, source: subscription.id, off: { cents: unused } } }
}

/** Plans as lines of an order. */
export const planLine: LineKind = {
  async offers(db, items, { id, now }) {
    const present = await presentWithUnused(db, id, now)
    return items.map((item) => offerOf(ofPlan(item), present))
  },

  renewal(item) {
    const { planId, billingCycle } = ofPlan(item)
    return { plan: planId, cents: PLANS[planId].price[billingCycle], every: CYCLES[billingCycle].every }
  },

  lock: async () => {},
  grant: (app, tx, order, line) => grantPeriod(app, tx, order, { ...line, item: ofPlan(line.asked) }),
  granted: (_app, tx, order, lines) => newsOfPeriods(tx, order, lines),
  revoke: returnPeriod,
}
