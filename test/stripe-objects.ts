import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { Coupon, Customer, Invoice, PaymentMethod, Price, Subscription } from './stripe-subscription-objects.ts'

/** The emulator's records of Stripe, in the shape of the SDK's types. */
export type Intent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_received'
  | 'capture_method'
  | 'client_secret'
  | 'confirmation_method'
  | 'created'
  | 'currency'
  | 'description'
  | 'last_payment_error'
  | 'livemode'
  | 'metadata'
  | 'payment_method_types'
  | 'status'
> & { latest_charge: string | null }
export type Charge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_captured'
  | 'amount_refunded'
  | 'balance_transaction'
  | 'billing_details'
  | 'captured'
  | 'created'
  | 'currency'
  | 'disputed'
  | 'livemode'
  | 'metadata'
  | 'paid'
  | 'payment_intent'
  | 'refunded'
  | 'status'
> & { payment_method_details: unknown }
export type Session = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
  | 'currency'
  | 'custom_fields'
  | 'expires_at'
  | 'livemode'
  | 'metadata'
  | 'mode'
  | 'payment_method_types'
  | 'payment_status'
  | 'shipping_options'
  | 'status'
  | 'success_url'
  | 'url'
> & { payment_intent: string | null; subscription: string | null; automatic_tax: unknown; custom_text: unknown }
export type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'charge' | 'created' | 'currency' | 'metadata' | 'payment_intent' | 'status'
>
export type Dispute = Pick<
  Stripe.Dispute,
  | 'id'
  | 'object'
  | 'amount'
  | 'balance_transactions'
  | 'charge'
  | 'created'
  | 'currency'
  | 'is_charge_refundable'
  | 'livemode'
  | 'metadata'
  | 'payment_intent'
  | 'reason'
  | 'status'
> & { evidence: unknown; evidence_details: unknown }
type Transaction = Pick<
  Stripe.BalanceTransaction,
  | 'id'
  | 'object'
  | 'amount'
  | 'available_on'
  | 'created'
  | 'currency'
  | 'fee'
  | 'fee_details'
  | 'net'
  | 'reporting_category'
  | 'status'
  | 'type'
>
type Billing = Coupon | Customer | Invoice | PaymentMethod | Price | Subscription
export type Thing = Intent | Charge | Session | Refund | Dispute | Transaction | Billing
type Metadata = Record<string, string>

export const now = () => Math.floor(Date.now() / 1_000)
export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

type IntentBody = { amount: number; currency: string; metadata?: Metadata; description?: string }

export function newIntent({ amount, currency, metadata = {}, description }: IntentBody): Intent {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
    confirmation_method: 'automatic',
    created: now(),
    currency,
    description: description ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata,
    payment_method_types: ['card'],
    status: 'requires_payment_method',
  }
}

export function newTransaction({ amount, currency }: Intent): Transaction {
  const fee = Math.round(amount * 0.029) + 30
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: now(),
    created: now(),
    currency,
    fee,
    fee_details: [],
    net: amount - fee,
    reporting_category: 'charge',
    status: 'pending',
    type: 'charge',
  }
}

/** The money of a disputed payment goes back to its buyer. */
export const newWithdrawal = (intent: Intent) =>
  ({
    ...newTransaction(intent),
    amount: -intent.amount,
    fee: 0,
    net: -intent.amount,
    reporting_category: 'dispute',
    type: 'adjustment',
  }) as Stripe.BalanceTransaction

const ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
export const CARD = {
  brand: 'visa',
  country: 'US',
  exp_month: 8,
  exp_year: 2040,
  funding: 'credit',
  last4: '4242',
  network: 'visa',
}

export const newCharge = ({ id, amount, currency }: Intent, transaction: string | null): Charge => ({
  id: newId('ch'),
  object: 'charge',
  amount,
  amount_captured: amount,
  amount_refunded: 0,
  balance_transaction: transaction,
  billing_details: { address: ADDRESS, email: null, name: null, phone: null, tax_id: null },
  captured: true,
  created: now(),
  currency,
  disputed: false,
  livemode: false,
  metadata: {},
  paid: true,
  payment_intent: id,
  payment_method_details: { type: 'card', card: CARD },
  refunded: false,
  status: 'succeeded',
})

export type SessionBody = {
  line_items: { quantity: string; price_data: { unit_amount: string; currency: string } }[]
  success_url: string
  cancel_url: string
  client_reference_id: string
  metadata: Metadata
  payment_intent_data?: { metadata?: Metadata }
}

export type SubscriptionSessionBody = Omit<SessionBody, 'line_items' | 'payment_intent_data'> & {
  line_items: [{ price: string }]
  discounts?: [{ coupon: string }]
  subscription_data: { metadata: Metadata; description?: string; trial_period_days?: string }
}

export function newSession(body: SessionBody, page: URL): Session {
  const id = newId('cs_test')
  const price = (line: SessionBody['line_items'][number]) => Number(line.quantity) * Number(line.price_data.unit_amount)
  return {
    id,
    object: 'checkout.session',
    amount_total: body.line_items.reduce((sum, line) => sum + price(line), 0),
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: body.cancel_url,
    client_reference_id: body.client_reference_id,
    created: now(),
    currency: body.line_items[0]!.price_data.currency,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    expires_at: now() + 86_400,
    livemode: false,
    metadata: body.metadata,
    mode: 'payment',
    payment_intent: null,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    shipping_options: [],
    status: 'open',
    subscription: null,
    success_url: body.success_url,
    url: new URL(`/pay/${id}`, page).href,
  }
}

export const newRefund = (
  { id, payment_intent, currency }: Charge,
  amount: number,
  metadata: Metadata,
  status: string,
): Refund => ({
  id: newId('re'),
  object: 'refund',
  amount,
  charge: id,
  created: now(),
  currency,
  metadata,
  payment_intent,
  status,
})

export const newDispute = ({ id, amount, currency, latest_charge }: Intent): Dispute => ({
  id: newId('dp'),
  object: 'dispute',
  amount,
  balance_transactions: [],
  charge: latest_charge ?? '',
  created: now(),
  currency,
  evidence: {},
  evidence_details: { due_by: null, has_evidence: false, past_due: false, submission_count: 0 },
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: id,
  reason: 'product_not_received',
  status: 'needs_response',
})
