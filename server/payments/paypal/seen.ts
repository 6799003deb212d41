import type { DisputeSeen, PaymentSeen, RefundSeen } from '#server/payments/port.ts'
import { centsOf, type Money } from './amounts.ts'

type Link = { rel: string; href: string }
export type Capture = {
  id: string
  status: string
  amount: Money
  status_details?: { reason?: string }
  seller_receivable_breakdown?: { paypal_fee?: Money }
  supplementary_data?: { related_ids?: { order_id?: string } }
}
export type Order = {
  id: string
  status: string
  links?: Link[]
  purchase_units: { amount: Money; payments?: { captures?: Capture[]; refunds?: Refund[] } }[]
}
export type Refund = { id: string; status: string; amount: Money; links?: Link[] }
export type Dispute = {
  status: string
  reason: string
  dispute_amount: Money
  dispute_outcome?: { outcome_code?: string; amount_refunded?: Money }
  disputed_transactions: { seller_transaction_id?: string }[]
}

const ORDER_STATES: Record<string, PaymentSeen['state']> = { APPROVED: 'approved', VOIDED: 'canceled' }
const CAPTURE_STATES: Record<string, PaymentSeen['state']> = {
  COMPLETED: 'paid',
  PARTIALLY_REFUNDED: 'paid',
  REFUNDED: 'paid',
  PENDING: 'processing',
}

export const captureState = (status: string) => CAPTURE_STATES[status] ?? 'canceled'

/** PayPal's code as plain words. */
export const wordsOf = (code: string) => code.toLowerCase().replaceAll('_', ' ')

export const captureOf = (order: Order) => order.purchase_units[0]?.payments?.captures?.at(-1)

export const refundsOf = (order: Order) => (order.purchase_units[0]?.payments?.refunds ?? []).map(refundSeen)

/** The capture of a refund, which names it by its address alone. */
export const captureIdOfRefund = ({ links = [] }: Refund) =>
  links
    .find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1) ?? ''

/** The page on which the buyer approves the order. */
export const approvalUrlOf = ({ links = [] }: Order) =>
  links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href ?? null

/** A capture without an order: the payment of a subscription. */
export function captureSeen(capture: Capture): PaymentSeen {
  const state = captureState(capture.status)
  return {
    state,
    cents: centsOf(capture.amount),
    currency: capture.amount.currency_code,
    feeCents: feeOf(capture),
    paidWith: state === 'paid' ? 'PayPal' : null,
    failure: state === 'canceled' ? failureOf(capture) : null,
  }
}

/** A completed order says nothing about money. Only its capture does. */
export function orderSeen(order: Order): PaymentSeen {
  const capture = captureOf(order)
  const money = capture?.amount ?? order.purchase_units[0]?.amount ?? { currency_code: '', value: '0' }
  const state = capture ? captureState(capture.status) : (ORDER_STATES[order.status] ?? 'open')
  return {
    state,
    cents: centsOf(money),
    currency: money.currency_code,
    feeCents: feeOf(capture),
    paidWith: state === 'paid' ? 'PayPal' : null,
    failure: capture && state === 'canceled' ? failureOf(capture) : null,
  }
}

function feeOf(capture: Capture | undefined) {
  const fee = capture?.seller_receivable_breakdown?.paypal_fee
  return fee && fee.currency_code === capture.amount.currency_code ? centsOf(fee) : null
}

const failureOf = ({ status, status_details }: Capture) =>
  `PayPal could not take the money (${wordsOf(status_details?.reason ?? status)})`

/** PayPal forgets an order that nobody approved in time. */
export const FORGOTTEN: PaymentSeen = {
  state: 'canceled',
  cents: 0,
  currency: 'USD',
  feeCents: null,
  paidWith: null,
  failure: null,
}

const REFUND_STATES: Record<string, RefundSeen['state']> = { COMPLETED: 'done', PENDING: 'pending' }

export const refundSeen = ({ id, status, amount }: Refund): RefundSeen => ({
  reference: id,
  state: REFUND_STATES[status] ?? 'failed',
  cents: centsOf(amount),
})

/** With `RESOLVED_WITH_PAYOUT` PayPal pays the buyer itself. `NONE`: another dispute of the payment took its place. */
const WON = ['RESOLVED_SELLER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'CANCELED_BY_BUYER', 'DENIED', 'NONE']
const LOST = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']

/** The sum that is asked for; of a lost one the sum that its buyer got, which may be a part of it. */
export function disputeCents({ dispute_amount, dispute_outcome }: Dispute, state: DisputeSeen['state']) {
  const refunded = dispute_outcome?.amount_refunded
  return centsOf(state === 'lost' && refunded ? refunded : dispute_amount)
}

/** A dispute stays open until PayPal says for whom it ended. It is looked at each day. */
export function disputeState({ status, dispute_outcome }: Dispute): DisputeSeen['state'] {
  if (status !== 'RESOLVED') return 'open'
  const { outcome_code = '', amount_refunded } = dispute_outcome ?? {}
  const refunded = amount_refunded && centsOf(amount_refunded)
  if (refunded === 0 || WON.includes(outcome_code)) return 'won'
  return refunded || LOST.includes(outcome_code) ? 'lost' : 'open'
}
