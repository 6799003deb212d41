import { addMonths } from '#server/months.ts'
import type { NewSubscription, SubscriptionPayment, SubscriptionSeen } from '#server/payments/port-subscriptions.ts'
import { centsOf, type Money } from './amounts.ts'
import { captureState, wordsOf } from './seen.ts'

const DAY = 24 * 60 * 60_000

export type Subscription = {
  id: string
  status: string
  status_change_note?: string
  custom_id?: string
  create_time?: string
  start_time?: string
  billing_info?: {
    outstanding_balance: Money
    failed_payments_count: number
    last_payment?: { time: string }
    last_failed_payment?: { amount: Money; time: string; reason_code?: string; next_payment_retry_time?: string }
  }
  links?: { rel: string; href: string }[]
}
export type Transaction = {
  id: string
  status: string
  time: string
  amount_with_breakdown: { gross_amount: Money; fee_amount?: Money }
}

/** What PayPal keeps for us with a subscription. Its plan and price are read from it again. */
export const customIdOf = ({ price, cents, trialDays, orderId }: NewSubscription) =>
  [price.plan, price.every, price.cents, cents, trialDays, orderId].join(' ')

export function agreed({ custom_id = '' }: Subscription) {
  const [plan = '', every, cents, first, trialDays] = custom_id.split(' ')
  const price = { plan, every: every === 'year' ? ('year' as const) : ('month' as const), cents: Number(cents) }
  return { price, first: Number(first), trialDays: Number(trialDays) }
}

/** A renewal has failed, and was not paid since. PayPal counts it only after its last try. */
function hasFailed({ billing_info }: Subscription) {
  if (!billing_info) return false
  const { failed_payments_count, last_failed_payment: failed, last_payment: paid } = billing_info
  const isRetried = failed?.next_payment_retry_time !== undefined && new Date(failed.time) > new Date(paid?.time ?? 0)
  return failed_payments_count > 0 || isRetried
}

/** A suspended subscription was canceled by its buyer, or every try of a renewal has failed. */
export function stateOf(subscription: Subscription): SubscriptionSeen['state'] {
  const { status } = subscription
  if (status === 'APPROVAL_PENDING' || status === 'APPROVED') return 'open'
  if (status === 'ACTIVE') return hasFailed(subscription) ? 'overdue' : 'active'
  if (status === 'SUSPENDED') return hasFailed(subscription) ? 'paused' : 'active'
  return 'ended'
}

export function subscriptionSeen(subscription: Subscription, payments: readonly SubscriptionPayment[]) {
  const state = stateOf(subscription)
  const reason = subscription.billing_info?.last_failed_payment?.reason_code
  const until = paidUntil(subscription, payments)
  const seen: SubscriptionSeen = {
    state,
    price: agreed(subscription).price,
    currency: 'USD',
    paidUntil: until,
    endsWithPeriod: state === 'active' && subscription.status === 'SUSPENDED',
    paidWith: until && 'PayPal',
    failure: hasFailed(subscription)
      ? `PayPal could not take the money (${wordsOf(reason ?? 'payment denied')})`
      : null,
  }
  return seen
}

/** PayPal tells no periods. They are counted from the start. */
function periodAt(subscription: Subscription, time: Date) {
  const { price, trialDays } = agreed(subscription)
  const start = new Date(new Date(subscription.start_time ?? time).getTime() + trialDays * DAY)
  const months = price.every === 'month' ? 1 : 12
  let count = 1
  while (addMonths(start, count * months) <= time) count++
  return { from: addMonths(start, (count - 1) * months), until: addMonths(start, count * months) }
}

function paidUntil(subscription: Subscription, payments: readonly SubscriptionPayment[]) {
  const last = payments.findLast(({ state }) => state === 'paid')
  if (last) return last.until
  const { first, trialDays } = agreed(subscription)
  if (stateOf(subscription) === 'open' || !subscription.start_time) return null
  const start = new Date(subscription.start_time)
  if (trialDays > 0) return periodAt(subscription, start).from
  return first === 0 ? periodAt(subscription, start).until : null
}

/**
 * The payments of a subscription, the oldest first. PayPal takes a renewal at its own hour of the day, which may come
 * before the period begins: each payment is for a later period than the one before.
 */
export function paymentsSeen(subscription: Subscription, transactions: readonly Transaction[]) {
  const payments: SubscriptionPayment[] = []
  for (const transaction of transactions.toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time))) {
    const paid = payments.findLast(({ state }) => state !== 'canceled')?.until.getTime() ?? 0
    const time = new Date(Math.max(Date.parse(transaction.time), paid))
    payments.push({ ...transactionSeen(transaction), ...periodAt(subscription, time) })
  }
  return payments
}

function transactionSeen({ id, status, amount_with_breakdown: amount }: Transaction) {
  const state = captureState(status)
  return {
    state,
    cents: centsOf(amount.gross_amount),
    currency: amount.gross_amount.currency_code,
    feeCents: amount.fee_amount ? centsOf(amount.fee_amount) : null,
    paidWith: state === 'paid' ? 'PayPal' : null,
    failure: null,
    reference: referenceOf(id),
    nextTryAt: null,
  }
}

/** A failed renewal is no transaction. It is told beside them, until it is paid. */
export function failedSeen(subscription: Subscription, payments: readonly SubscriptionPayment[]) {
  const failed = subscription.billing_info?.last_failed_payment
  if (!failed || !hasFailed(subscription)) return []
  const { failure } = subscriptionSeen(subscription, payments)
  const state = stateOf(subscription)
  const next = state === 'overdue' ? failed.next_payment_retry_time : undefined
  const payment: SubscriptionPayment = {
    state: state === 'overdue' ? 'open' : 'canceled',
    cents: centsOf(failed.amount),
    currency: failed.amount.currency_code,
    feeCents: null,
    paidWith: null,
    failure,
    reference: `${subscription.id}-outstanding`,
    ...periodAt(subscription, paidUntil(subscription, payments) ?? new Date(failed.time)),
    nextTryAt: next ? new Date(next) : null,
  }
  return [payment]
}

const PREFIX = 'capture_'
/** A payment of a subscription has no order. Its reference says that it is a capture. */
export const referenceOf = (captureId: string) => `${PREFIX}${captureId}`
export const captureIdOf = (reference: string) =>
  reference.startsWith(PREFIX) ? reference.slice(PREFIX.length) : undefined
