import { keepEvent, paymentOfSubscription, settle, startsSubscription, type Shop } from '#server/checkout/index.ts'
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
    if (!first && (await startsSubscription(shop.app.db, provider))) throw notFound('Subscription') // it may be early
    // of another shop with the same account at the provider, or of a start that was given up
    if (!first) return void (await keepEvent(shop.app, shop.app.db, provider, event))
    if (first.state !== 'paid') await settle(shop, first, { event })
    const subscription = await subscriptionOf(shop.app.db, { provider, reference })
    if (subscription) await follow(shop, subscription.id)
  }
