import type Stripe from 'stripe'
import type { NewSubscription, SubscriptionPrice } from '#server/payments/port-subscriptions.ts'

/** Stripe's price of a plan, found again by a name that holds what it says. Another amount is another price. */
export async function priceOf(stripe: Stripe, { plan, cents, every }: SubscriptionPrice) {
  const name = `slide_${plan}_${every}_${cents}`
  const { data } = await stripe.prices.list({ lookup_keys: [name], active: true, limit: 1 })
  if (data[0]) return data[0].id
  const made = await stripe.prices.create(
    {
      lookup_key: name,
      transfer_lookup_key: true, // from a price that somebody has archived
      currency: 'usd',
      unit_amount: cents,
      recurring: { interval: every },
      product_data: { name: `${plan[0]?.toUpperCase()}${plan.slice(1)} plan, ${every}ly` },
    },
    { idempotencyKey: `slide-price-${name}` },
  )
  return made.id
}

/** Takes off the first payment what it costs less than the price. */
export async function discountsOf(stripe: Stripe, { key, cents, price }: NewSubscription) {
  if (cents === price.cents) return {}
  const coupon = await stripe.coupons.create(
    {
      duration: 'once',
      amount_off: price.cents - cents,
      currency: 'usd',
      max_redemptions: 1,
      name: 'First payment',
    },
    { idempotencyKey: `${key}-coupon` },
  )
  return { discounts: [{ coupon: coupon.id }] }
}
