import type { checkout } from '#contract/checkout.ts'
import type { Handlers } from '#server/http/serve.ts'
import { throttle } from '#server/http/throttle.ts'
import { originOf } from '#server/pages/origin.ts'
import type { Shop } from './shop.ts'
import { presentCart, priceCart } from './offers.ts'
import { cancelOrder, confirmPayment } from './order-calls.ts'
import { checkoutSettings } from './settings.ts'
import { startCheckout } from './start.ts'

const STARTS = { name: 'start checkout', max: 60, seconds: 10 * 60 }

export const checkoutRoutes = (shop: Shop): Handlers<typeof checkout> => ({
  settings: ({ viewer }) => checkoutSettings(shop.app, viewer?.id ?? null),

  preview: async ({ body: { items }, viewer }) => {
    const buyer = { id: viewer?.id ?? null, now: shop.app.clock.now() }
    return presentCart(await priceCart(shop.app.db, shop.kinds, items, buyer))
  },

  start: async ({ body: { items, method, total, legalName }, headers, viewer, reply }) => {
    await throttle(shop.app, STARTS, String(viewer.id))
    const origin = originOf(reply.request, shop.app.config.publicUrl)
    const key = headers['idempotency-key']
    return startCheckout(shop, { buyer: viewer.id, items, method, total, legalName, key, origin })
  },

  confirm: ({ body: { sessionId, orderId }, viewer }) =>
    confirmPayment(shop, { buyer: viewer.id, reference: sessionId, orderId }),

  cancel: ({ body: { orderId }, viewer }) => cancelOrder(shop, viewer.id, orderId),
})
