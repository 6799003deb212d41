import type { checkout } from '#contract/checkout.ts'
import { ApiError } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import { expectAttemptsLeft, throttle, throttleNetwork } from '#server/http/throttle.ts'
import { originOf } from '#server/pages/origin.ts'
import type { Typed } from './adjusters.ts'
import { presentCart, priceCart } from './offers.ts'
import { cancelOrder, confirmPayment } from './order-calls.ts'
import { checkoutSettings } from './settings.ts'
import type { Shop } from './shop.ts'
import { startCheckout } from './start.ts'

const STARTS = { name: 'start checkout', max: 60, seconds: 10 * 60 }
/** Codes that there are not. A buyer mistypes a few; a guesser tries thousands. */
const GUESSES = { name: 'guess codes', max: 30, seconds: 10 * 60 }

export const checkoutRoutes = (shop: Shop): Handlers<typeof checkout> => ({
  settings: ({ viewer }) => checkoutSettings(shop.app, viewer?.id ?? null),

  preview: async ({ body: { items, code: codes }, viewer, caller }) => {
    if (codes.length) await expectAttemptsLeft(shop.app, GUESSES, caller.address)
    const buyer = { id: viewer?.id ?? null, now: shop.app.clock.now() }
    const cart = await priceCart(shop.app.db, shop, { items, codes }, buyer)
    if (cart.typed.some(isGuess)) await throttleNetwork(shop.app, GUESSES, caller.address)
    return presentCart(shop.app.db, shop, items, cart)
  },

  start: async ({ body: { items, method, total, legalName, code: codes }, headers, viewer, caller, reply }) => {
    await throttle(shop.app, STARTS, String(viewer.id))
    if (codes.length) await expectAttemptsLeft(shop.app, GUESSES, caller.address)
    const origin = originOf(reply.request, shop.app.config.publicUrl)
    const key = headers['idempotency-key']
    const start = { buyer: viewer.id, items, method, total, legalName, codes, key, origin }
    return startCheckout(shop, start).catch(async (error: unknown) => {
      if (codes.length && error instanceof ApiError && error.code === 'cart_changed')
        await throttleNetwork(shop.app, GUESSES, caller.address) // the answer tells which codes there are
      throw error
    })
  },

  confirm: ({ body: { sessionId, orderId }, viewer }) =>
    confirmPayment(shop, { buyer: viewer.id, reference: sessionId, orderId }),

  cancel: ({ body: { orderId }, viewer }) => cancelOrder(shop, viewer.id, orderId),
})

const isGuess = ({ isKnown }: Typed) => !isKnown
