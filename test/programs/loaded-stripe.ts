// Opens PayPal alone, then Stripe too, and prints when Stripe's SDK was loaded.
import { registerHooks } from 'node:module'
import { PAYPAL_SECRETS } from '#test/paypal-emulator.ts'
import { STRIPE_SECRETS } from '#test/stripe-emulator.ts'

let isLoaded = false
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'stripe') isLoaded = true
    return next(specifier, context)
  },
})
const { openProviders } = await import('#server/payments/open-providers.ts')
await import('#server/start.ts')
await openProviders({ paymentsMode: 'test', paypal: PAYPAL_SECRETS, stripe: undefined })
const before = isLoaded
await openProviders({ paymentsMode: 'test', paypal: PAYPAL_SECRETS, stripe: STRIPE_SECRETS })
console.log(`loaded: ${before}, then ${isLoaded}.`)
