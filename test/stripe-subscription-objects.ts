import type Stripe from 'stripe'
import { newId } from './stripe-objects.ts'

/** The emulator's records of Stripe's subscriptions, in the shape of the SDK's types. */
export type Customer = Pick<Stripe.Customer, 'id' | 'object' | 'created' | 'livemode' | 'metadata'>
export type PaymentMethod = Pick<
  Stripe.PaymentMethod,
  'id' | 'object' | 'created' | 'customer' | 'livemode' | 'metadata' | 'type'
> & {
  billing_details: unknown
  card: unknown
}
export type Coupon = Pick<
  Stripe.Coupon,
  'id' | 'object' | 'amount_off' | 'created' | 'currency' | 'duration' | 'livemode' | 'times_redeemed' | 'valid'
>
export type Price = Pick<
  Stripe.Price,
  | 'id'
  | 'object'
  | 'active'
  | 'billing_scheme'
  | 'created'
  | 'currency'
  | 'livemode'
  | 'lookup_key'
  | 'metadata'
  | 'nickname'
  | 'product'
  | 'type'
  | 'unit_amount'
> & { recurring: { interval: 'month' | 'year'; interval_count: number; usage_type: 'licensed' } }
type Item = Pick<
  Stripe.SubscriptionItem,
  'id' | 'object' | 'created' | 'current_period_end' | 'current_period_start' | 'metadata' | 'subscription'
> & { price: Price; tax_rates: [] }
export type Subscription = Pick<
  Stripe.Subscription,
  | 'id'
  | 'object'
  | 'billing_cycle_anchor'
  | 'cancel_at_period_end'
  | 'collection_method'
  | 'created'
  | 'currency'
  | 'description'
  | 'livemode'
  | 'metadata'
  | 'start_date'
  | 'status'
> & {
  automatic_tax: unknown
  customer: string
  default_payment_method: string | null
  items: { object: 'list'; data: [Item]; has_more: boolean; url: string }
  latest_invoice: string | null
}
export type Invoice = Pick<
  Stripe.Invoice,
  | 'id'
  | 'object'
  | 'amount_due'
  | 'attempt_count'
  | 'attempted'
  | 'billing_reason'
  | 'collection_method'
  | 'created'
  | 'currency'
  | 'livemode'
  | 'next_payment_attempt'
  | 'period_end'
  | 'period_start'
  | 'status'
  | 'total'
> & {
  lines: { data: { period: { start: number; end: number } }[] }
  parent: { type: string; subscription_details: { subscription: string; metadata: Stripe.Metadata } }
}

export type SubscriptionBody = {
  customer: string
  items: [{ price: string }]
  default_payment_method: string
  description?: string
  metadata: Stripe.Metadata
  discounts?: [{ coupon: string }]
  trial_period_days?: string
}
export type ChangeBody = {
  metadata?: Record<string, string>
  cancel_at_period_end?: string
  billing_cycle_anchor?: { type: string }
}
export type PriceBody = {
  lookup_key: string
  currency: string
  unit_amount: string
  recurring: { interval: 'month' | 'year' }
}

const AUTOMATIC_TAX = { enabled: false, liability: null, status: null }

export const newPrice = ({ lookup_key, currency, unit_amount, recurring }: PriceBody, created: number): Price => ({
  id: newId('price'),
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created,
  currency,
  livemode: false,
  lookup_key,
  metadata: {},
  nickname: null,
  product: newId('prod'),
  recurring: { ...recurring, interval_count: 1, usage_type: 'licensed' },
  type: 'recurring',
  unit_amount: Number(unit_amount),
})

export function newSubscription(body: SubscriptionBody, price: Price, from: number, until: number): Subscription {
  const id = newId('sub')
  const item: Item = {
    id: newId('si'),
    object: 'subscription_item',
    created: from,
    current_period_end: until,
    current_period_start: from,
    metadata: {},
    price,
    subscription: id,
    tax_rates: [],
  }
  return {
    id,
    object: 'subscription',
    automatic_tax: AUTOMATIC_TAX,
    billing_cycle_anchor: from,
    cancel_at_period_end: false,
    collection_method: 'charge_automatically',
    created: from,
    currency: price.currency,
    customer: body.customer,
    default_payment_method: body.default_payment_method,
    description: body.description ?? null,
    items: { object: 'list', data: [item], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    livemode: false,
    metadata: body.metadata,
    start_date: from,
    status: 'incomplete',
  }
}

type Billing = { cents: number; from: number; until: number; reason: Stripe.Invoice.BillingReason; created: number }

export function newInvoice({ id, currency, metadata }: Subscription, billing: Billing): Invoice {
  const { cents, from, until, reason, created } = billing
  const line = {
    id: newId('il'),
    object: 'line_item',
    amount: cents,
    currency,
    description: null,
    discountable: true,
    livemode: false,
    metadata: {},
    period: { start: from, end: until },
  }
  const lines = { object: 'list', data: [line], has_more: false, url: '/v1/invoices/lines' }
  return {
    id: newId('in'),
    object: 'invoice',
    amount_due: cents,
    attempt_count: 0,
    attempted: false,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created,
    currency,
    lines,
    livemode: false,
    next_payment_attempt: null,
    parent: { type: 'subscription_details', subscription_details: { subscription: id, metadata } },
    period_end: from,
    period_start: from,
    status: 'open',
    total: cents,
  }
}

/** The published document is older than these shapes. The fields that it had then are added to check the others by it. */
export function asBefore(thing: Record<string, unknown>): Record<string, unknown> {
  if (thing['object'] === 'dispute') return { ...thing, ...(thing['status'] === 'prevented' && { status: 'won' }) }
  if (thing['object'] === 'subscription') {
    const [item] = (thing as unknown as Subscription).items.data
    const { id } = (thing['latest_invoice'] ?? {}) as { id?: string }
    const method = thing['default_payment_method'] as { id?: string } | string | null
    return {
      ...thing,
      current_period_start: item.current_period_start,
      current_period_end: item.current_period_end,
      latest_invoice: id ?? thing['latest_invoice'],
      default_payment_method: typeof method === 'string' ? method : (method?.id ?? null),
    }
  }
  if (thing['object'] !== 'invoice') return thing
  const { amount_due, status, lines } = thing as unknown as Invoice
  const isPaid = status === 'paid'
  const were = { type: 'subscription', proration: false }
  return {
    ...thing,
    amount_paid: isPaid ? amount_due : 0,
    amount_remaining: isPaid ? 0 : amount_due,
    amount_shipping: 0,
    automatic_tax: AUTOMATIC_TAX,
    default_tax_rates: [],
    lines: { ...lines, data: lines.data.map((line) => ({ ...line, ...were })) },
    paid: isPaid,
    paid_out_of_band: false,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: amount_due,
    total_tax_amounts: [],
  }
}
