import { PAYPAL_SECRETS } from './paypal-emulator.ts'
import { STRIPE_SECRETS } from './stripe-emulator.ts'

/** The settings of a shop whose real providers are emulated. */
export const EMULATED = {
  PAYMENTS_MODE: 'test',
  STRIPE_SECRET_KEY: STRIPE_SECRETS.secretKey,
  STRIPE_PUBLISHABLE_KEY: STRIPE_SECRETS.publishableKey,
  STRIPE_WEBHOOK_SECRET: STRIPE_SECRETS.webhookSecret,
  PAYPAL_CLIENT_ID: PAYPAL_SECRETS.clientId,
  PAYPAL_SECRET: PAYPAL_SECRETS.secret,
  PAYPAL_WEBHOOK_ID: PAYPAL_SECRETS.webhookId,
}
