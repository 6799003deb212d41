import type Stripe from 'stripe'
import type { DisputeSeen, PaymentSeen, RefundSeen } from '#server/payments/port.ts'

const STATES: Record<string, PaymentSeen['state']> = {
  processing: 'processing',
  succeeded: 'paid',
  canceled: 'canceled',
}
const BRANDS: Record<string, string> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

export function intentSeen(intent: Stripe.PaymentIntent): PaymentSeen {
  const state = STATES[intent.status] ?? 'open'
  const charge = expanded(intent.latest_charge)
  return {
    state,
    cents: state === 'paid' ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    feeCents: state === 'paid' ? feeOf(charge) : null,
    paidWith: state === 'paid' ? cardOf(charge) : null,
    failure: state === 'paid' ? null : (intent.last_payment_error?.message ?? null),
  }
}

/** A session has an intent from its buyer's first attempt on. */
export function sessionSeen(session: Stripe.Checkout.Session): PaymentSeen {
  const intent = expanded(session.payment_intent)
  const attempt = intent && intentSeen(intent)
  return {
    feeCents: null,
    paidWith: null,
    failure: null,
    ...attempt,
    state: sessionState(session, attempt?.state),
    cents: attempt?.state === 'paid' ? attempt.cents : (session.amount_total ?? 0),
    currency: (session.currency ?? '').toUpperCase(),
  }
}

function sessionState({ status, payment_status }: Stripe.Checkout.Session, attempt?: PaymentSeen['state']) {
  if (payment_status === 'paid') return 'paid'
  if (status === 'expired') return 'canceled'
  if (status !== 'complete') return 'open'
  return attempt === 'processing' || attempt === 'paid' ? 'processing' : 'canceled' // its buyer can't try again
}

/** The fee is told in the currency of the account. */
function feeOf(charge: Stripe.Charge | null) {
  const transaction = expanded(charge?.balance_transaction ?? null)
  return transaction && transaction.currency === charge?.currency ? transaction.fee : null
}

function cardOf(charge: Stripe.Charge | null) {
  const card = charge?.payment_method_details?.card
  return card ? cardName(card) : null
}

export const cardName = ({ brand, last4 }: { brand: string | null; last4: string | null }) =>
  `${BRANDS[brand ?? ''] ?? 'Card'}, ends ${last4}`

const REFUND_STATES: Record<string, RefundSeen['state']> = { succeeded: 'done', failed: 'failed', canceled: 'failed' }

export const refundSeen = ({ id, status, amount }: Stripe.Refund): RefundSeen => ({
  reference: id,
  state: REFUND_STATES[status ?? ''] ?? 'pending',
  cents: amount,
})

type Dispute = Pick<Stripe.Dispute, 'status' | 'balance_transactions'>

/** Stripe prevents disputes by blocking them, which takes nothing, and by refunding their buyers. */
const wasRefunded = ({ status, balance_transactions }: Dispute) =>
  status === 'prevented' && balance_transactions.reduce((sum, { amount }) => sum + amount, 0) < 0

/** An inquiry, or a dispute that was blocked: nothing was taken. */
export const isInquiry = (dispute: Dispute) =>
  dispute.status.startsWith('warning_') || (dispute.status === 'prevented' && !wasRefunded(dispute))

export function disputeState(dispute: Dispute): DisputeSeen['state'] {
  const { status } = dispute
  if (status === 'lost' || wasRefunded(dispute)) return 'lost'
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open'
}

export const expanded = <Thing>(thing: string | Thing | null) => (typeof thing === 'string' ? null : thing)

export const idOf = (thing: string | { id: string } | null) => (typeof thing === 'string' ? thing : (thing?.id ?? ''))

export const isSession = (reference: string) => reference.startsWith('cs_')

/** Stripe puts the session's id in the place of these words. It must find their braces as they are. */
export const withSessionId = (url: string) => `${url}${url.includes('?') ? '&' : '?'}sessionId={CHECKOUT_SESSION_ID}`
