import type Stripe from 'stripe'
import type { SubscriptionPayment, SubscriptionPrice, SubscriptionSeen } from '#server/payments/port-subscriptions.ts'
import { cardName, expanded, idOf, intentSeen } from './seen.ts'

const STATES: Record<string, SubscriptionSeen['state']> = {
  incomplete: 'open',
  trialing: 'active',
  active: 'active',
  past_due: 'overdue',
  unpaid: 'paused',
  paused: 'paused',
}

/** What a subscription, or the session that begins one, says about its plan. */
export const metadataOf = ({ plan, cents, every }: SubscriptionPrice) => ({ plan, cents: String(cents), every })

export const isOfShop = (metadata: Stripe.Metadata | null | undefined) => metadata?.['plan'] !== undefined

const priceSeen = ({ plan = '', cents, every }: Stripe.Metadata): SubscriptionPrice => ({
  plan,
  cents: Number(cents),
  every: every === 'year' ? 'year' : 'month',
})

type Told = { paid: Stripe.Invoice | undefined; intent: Stripe.PaymentIntent | null }

/**
 * `paid` is the last invoice that was paid. Stripe begins the next period before its invoice is paid, so the
 * subscription's own period does not say how far the money reaches.
 */
export function subscriptionSeen(subscription: Stripe.Subscription, { paid, intent }: Told): SubscriptionSeen {
  const { metadata, status, currency, cancel_at_period_end, default_payment_method } = subscription
  const card = expanded(default_payment_method)?.card
  return {
    state: STATES[status] ?? 'ended',
    price: priceSeen(metadata),
    currency: currency.toUpperCase(),
    paidUntil: paid ? periodOf(paid).until : null,
    endsWithPeriod: cancel_at_period_end,
    paidWith: paid && card ? cardName(card) : null,
    failure: intent?.last_payment_error?.message ?? null,
  }
}

/** A session whose buyer has not paid has no subscription yet. */
export const unbegunSeen = ({ status, metadata, currency }: Stripe.Checkout.Session): SubscriptionSeen => ({
  state: status === 'open' ? 'open' : 'ended',
  price: priceSeen(metadata ?? {}),
  currency: (currency ?? '').toUpperCase(),
  paidUntil: null,
  endsWithPeriod: false,
  paidWith: null,
  failure: null,
})

/** The id of the intent by which an invoice is paid. One that costs nothing has none. */
export function intentIdOf({ payments }: Stripe.Invoice) {
  const payment = payments?.data.find(({ is_default }) => is_default)?.payment
  return payment?.payment_intent ? idOf(payment.payment_intent) : null
}

export function invoiceSeen(invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): SubscriptionPayment {
  const { next_payment_attempt: next } = invoice
  const seen = intentSeen(intent)
  return {
    ...seen,
    state: seen.state === 'open' && isGivenUp(invoice) ? 'canceled' : seen.state,
    reference: intent.id,
    ...periodOf(invoice),
    nextTryAt: next === null ? null : time(next),
  }
}

/** The first invoice waits for its buyer. A later one is tried again, or not any more. */
const isGivenUp = ({ status, billing_reason, next_payment_attempt }: Stripe.Invoice) =>
  status !== 'open' || (billing_reason !== 'subscription_create' && next_payment_attempt === null)

/** The period of its newest line. An invoice's own period is the one before. */
function periodOf({ lines }: Stripe.Invoice) {
  const [newest] = lines.data.map(({ period }) => period).toSorted((one, other) => other.end - one.end)
  if (!newest) throw new Error('Stripe told an invoice of a subscription without a line.')
  return { from: time(newest.start), until: time(newest.end) }
}

const time = (seconds: number) => new Date(seconds * 1_000)
