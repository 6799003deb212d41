import { ProviderRefused, UnknownToProvider, type StartedPayment } from '#server/payments/port.ts'
import type { NewSubscription, SubscriptionRequest, Subscriptions } from '#server/payments/port-subscriptions.ts'
import { centsOf, usd } from './amounts.ts'
import { isIssue, UNKNOWN, type Ask } from './calls.ts'
import { overrideOf, planOf } from './plans.ts'
import {
  agreed,
  customIdOf,
  failedSeen,
  paymentsSeen,
  stateOf,
  subscriptionSeen,
  type Subscription,
  type Transaction,
} from './subscription-seen.ts'

const DAY = 24 * 60 * 60_000
const NOTE = 128 // characters

type Act = 'suspend' | 'activate' | 'cancel'

/** PayPal takes the payments of a subscription after its buyer has approved it on PayPal's page. */
export function paypalSubscriptions(ask: Ask): Subscriptions {
  const pathOf = (reference: string) => `/v1/billing/subscriptions/${encodeURIComponent(reference)}`
  const retrieve = (reference: string) =>
    ask<Subscription>({ method: 'GET', path: pathOf(reference) }).catch((error: unknown) => {
      throw isIssue(error, ...UNKNOWN) ? new UnknownToProvider(error.message) : error
    })

  /** Changes the state. The note keeps the keys of the last two calls, since PayPal takes none here. */
  const change = ({ id, status_change_note = '' }: Subscription, act: Act, key: string) => {
    const [last = ''] = status_change_note.split(', ')
    const reason = [`${act} ${key}`, last].filter(Boolean).join(', ').slice(0, NOTE)
    return ask({ method: 'POST', path: `${pathOf(id)}/${act}`, body: { reason } })
  }

  async function start(request: NewSubscription): Promise<StartedPayment> {
    const { key, returnUrl, cancelUrl } = request
    const custom_id = customIdOf(request)
    const { id } = await ask<Subscription>({
      method: 'POST',
      path: '/v1/billing/subscriptions',
      key,
      body: {
        plan_id: await planOf(ask, request),
        custom_id,
        ...overrideOf(request),
        application_context: {
          return_url: returnUrl,
          cancel_url: cancelUrl,
          user_action: 'SUBSCRIBE_NOW',
          shipping_preference: 'NO_SHIPPING',
          payment_method: { payer_selected: 'PAYPAL', payee_preferred: 'IMMEDIATE_PAYMENT_REQUIRED' },
        },
      },
    })
    const made = await retrieve(id) // PayPal repeats its first answer, whatever is asked with the key
    if (made.custom_id !== custom_id) throw new ProviderRefused('This key was used for another request.')
    const approvalUrl = made.links?.find(({ rel }) => rel === 'approve')?.href ?? null
    return { reference: id, clientSecret: null, approvalUrl: stateOf(made) === 'open' ? approvalUrl : null }
  }

  async function paymentsOf(subscription: Subscription, since: Date) {
    const { id, create_time, billing_info } = subscription
    const from = new Date(Math.max(since.getTime(), new Date(create_time ?? since).getTime() - DAY))
    const last = new Date(billing_info?.last_payment?.time ?? 0).getTime()
    const until = new Date(Math.max(Date.now(), last) + DAY)
    const path = `${pathOf(id)}/transactions?start_time=${from.toISOString()}&end_time=${until.toISOString()}`
    const { transactions = [] } = await ask<{ transactions?: Transaction[] }>({ method: 'GET', path })
    return paymentsSeen(subscription, transactions)
  }

  const seen = async (subscription: Subscription) =>
    subscriptionSeen(subscription, await paymentsOf(subscription, new Date(0)))
  const find = async (reference: string) => seen(await retrieve(reference))

  async function findPayments(reference: string, since: Date) {
    const subscription = await retrieve(reference)
    const all = await paymentsOf(subscription, new Date(0))
    return [...all, ...failedSeen(subscription, all)].filter(({ from }) => from >= since)
  }

  async function cancel({ key, reference }: SubscriptionRequest) {
    const subscription = await retrieve(reference)
    if (isDone(subscription, 'suspend', key)) return seen(subscription)
    if (stateOf(subscription) !== 'active') return end({ key, reference })
    if (subscription.status === 'ACTIVE') await change(subscription, 'suspend', key)
    return find(reference)
  }

  async function resume({ key, reference }: SubscriptionRequest) {
    const subscription = await retrieve(reference)
    if (stateOf(subscription) === 'ended') throw new ProviderRefused('This subscription has ended.')
    if (!isDone(subscription, 'activate', key)) await goOn(subscription, key)
    return { reference, clientSecret: null, approvalUrl: null }
  }

  /** PayPal activates none that has reached its failures, so what is owed is paid before. */
  async function goOn(subscription: Subscription, key: string) {
    const state = stateOf(subscription)
    if (state === 'overdue' || state === 'paused') await captureOutstanding(subscription, key)
    const present = await retrieve(subscription.id)
    if (present.status === 'SUSPENDED') await change(present, 'activate', key)
  }

  /** Takes what is owed for one period. */
  async function captureOutstanding(subscription: Subscription, key: string) {
    const { id, billing_info } = subscription
    const owed = billing_info ? centsOf(billing_info.outstanding_balance) : 0
    const cents = Math.min(owed, agreed(subscription).price.cents)
    if (cents === 0) return
    const body = { note: 'Resumed', capture_type: 'OUTSTANDING_BALANCE', amount: usd(cents) }
    await ask({ method: 'POST', path: `${pathOf(id)}/capture`, key, body })
  }

  /** A subscription that nobody approved can't be ended. It lapses, and an approval that comes late is ended then. */
  async function end({ key, reference }: SubscriptionRequest) {
    const subscription = await retrieve(reference)
    const state = stateOf(subscription)
    const isAgain = isDone(subscription, 'cancel', key)
    if (state === 'open') return { ...(await seen(subscription)), state: 'ended' as const }
    if (state !== 'ended' && !isAgain) await change(subscription, 'cancel', key)
    return find(reference)
  }

  return {
    start,
    find,
    findPayments: ({ reference, since }) => findPayments(reference, since),
    cancel,
    resume,
    end,
  }
}

/** Whether a call with this key has acted before. The key of another call is refused. */
function isDone({ status_change_note = '' }: Subscription, act: Act, key: string) {
  const entries = status_change_note.split(', ')
  if (entries.includes(`${act} ${key}`)) return true
  if (entries.some((entry) => entry.endsWith(` ${key}`)))
    throw new ProviderRefused('This key was used for another call.')
  return false
}
