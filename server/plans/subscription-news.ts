import { paymentOfSubscription, settle, type Shop } from '#server/checkout/index.ts'
import { notFound } from '#server/errors.ts'
import type { Provider, ProviderEvent } from '#server/payments/port.ts'
import { follow } from './follow.ts'
import { subscriptionOf } from './rows.ts'

/** Takes a provider's message about a subscription: its first payment, or what came later. */
export const subscriptionNews =
  (shop: Shop) =>
  async ({ name: provider }: Provider, event: ProviderEvent) => {
    const { reference } = event
    const first = await paymentOfSubscription(shop.app.db, { provider, subscription: reference })
    if (!first) throw notFound('Subscription') // it may come before the answer that names it
    if (first.state !== 'paid') await settle(shop, first, { event })
    const subscription = await subscriptionOf(shop.app.db, { provider, reference })
    if (subscription) await follow(shop, subscription.id)
  }
