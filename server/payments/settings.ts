import { z } from 'zod'

/** The sentence by which an operator opens a public shop with pretended payments. */
const PUBLIC_SANDBOX = 'this-shop-takes-no-real-money'

export const paymentSettings = {
  PAYMENTS_MODE: z.enum(['sandbox', 'test', 'live'], 'must be sandbox, test or live').optional(),
  PAYMENTS_SANDBOX_PUBLIC: z.literal(PUBLIC_SANDBOX, `must be ${PUBLIC_SANDBOX}`).optional(),
  STRIPE_SECRET_KEY: keyOf('sk_test_', 'rk_test_', 'sk_live_', 'rk_live_'),
  STRIPE_PUBLISHABLE_KEY: keyOf('pk_test_', 'pk_live_'),
  STRIPE_WEBHOOK_SECRET: keyOf('whsec_'),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_SECRET: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z.string().optional(),
}
const Payments = z.object(paymentSettings)
type Given = z.infer<typeof Payments>

export type PaymentsMode = NonNullable<Given['PAYMENTS_MODE']>
export type StripeSettings = { secretKey: string; publishableKey: string; webhookSecret: string | undefined }
export type PayPalSettings = { clientId: string; secret: string; webhookId: string | undefined }

export const paymentsModeOf = (e: Given): PaymentsMode => e.PAYMENTS_MODE ?? 'sandbox'

export const stripeOf = (e: Given): StripeSettings | undefined =>
  e.STRIPE_SECRET_KEY && e.STRIPE_PUBLISHABLE_KEY
    ? {
        secretKey: e.STRIPE_SECRET_KEY,
        publishableKey: e.STRIPE_PUBLISHABLE_KEY,
        webhookSecret: e.STRIPE_WEBHOOK_SECRET,
      }
    : undefined

export const paypalOf = (e: Given): PayPalSettings | undefined =>
  e.PAYPAL_CLIENT_ID && e.PAYPAL_SECRET
    ? { clientId: e.PAYPAL_CLIENT_ID, secret: e.PAYPAL_SECRET, webhookId: e.PAYPAL_WEBHOOK_ID }
    : undefined

/** A shop must never pretend to take money, or take real money, without its operator knowing. */
export function paymentFaults(e: Given & { NODE_ENV: string; PUBLIC_URL?: string | undefined }) {
  const faults = [
    ...missing(e, 'STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'),
    ...missing(e, 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY'),
    ...missing(e, 'PAYPAL_CLIENT_ID', 'PAYPAL_SECRET'),
    ...missing(e, 'PAYPAL_SECRET', 'PAYPAL_CLIENT_ID'),
  ]
  const isPublic = e.PUBLIC_URL !== undefined && !isLoopback(new URL(e.PUBLIC_URL).hostname)
  if (!e.PAYMENTS_MODE && (e.NODE_ENV === 'production' || isPublic))
    faults.push('PAYMENTS_MODE must be set for a public shop: live takes money, test and sandbox do not')
  if (e.PAYMENTS_MODE === 'sandbox' && isPublic && !e.PAYMENTS_SANDBOX_PUBLIC)
    faults.push(
      `PAYMENTS_MODE=sandbox gives goods away at a public PUBLIC_URL: set it to live, or PAYMENTS_SANDBOX_PUBLIC=${PUBLIC_SANDBOX}`,
    )
  const mode = paymentsModeOf(e)
  const wrong = mode === 'live' ? '_test_' : '_live_'
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const)
    if (e[name]?.includes(wrong))
      faults.push(`${name} is a${wrong.replaceAll('_', ' ')}key, but PAYMENTS_MODE is ${mode}`)
  if (mode !== 'sandbox' && !stripeOf(e) && !paypalOf(e))
    faults.push(`PAYMENTS_MODE=${mode} needs the keys of Stripe (STRIPE_SECRET_KEY) or PayPal (PAYPAL_CLIENT_ID)`)
  if (mode === 'live')
    faults.push(
      ...missing(e, 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'),
      ...missing(e, 'PAYPAL_CLIENT_ID', 'PAYPAL_WEBHOOK_ID'),
    )
  return faults
}

const missing = (e: Given, given: keyof Given, needed: keyof Given) =>
  e[given] && !e[needed] ? [`${needed} must be set together with ${given}`] : []

export const isLoopback = (host: string) => ['localhost', '::1', '[::1]'].includes(host) || host.startsWith('127.')

function keyOf(...beginnings: string[]) {
  const isKey = (value: string) => beginnings.some((beginning) => value.startsWith(beginning))
  return z
    .string()
    .refine(isKey, `must begin with ${beginnings.join(' or ')}`)
    .optional()
}
