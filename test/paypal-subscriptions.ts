import { addMonths } from '#server/months.ts'
import { Refused, unknown, unprocessable, type createBooks } from './paypal-books.ts'
import { billed, centsOf, newId, usd, type Money } from './paypal-values.ts'

const DAY = 24 * 60 * 60_000
const RETRY_AFTER = 5 * DAY
/** A payment that fails is tried again so often within its cycle. Only then it counts as failed. */
const RETRIES = 2

type Cycle = {
  frequency: { interval_unit: 'DAY' | 'MONTH' | 'YEAR'; interval_count: number }
  tenure_type: 'TRIAL' | 'REGULAR'
  sequence: number
  total_cycles: number
  pricing_scheme?: { fixed_price: Money }
}
type PlanBody = {
  product_id: string
  name: string
  billing_cycles: Cycle[]
  payment_preferences: { auto_bill_outstanding: boolean; payment_failure_threshold: number }
}
type Plan = PlanBody & { id: string; status: 'ACTIVE' }
export type SubscriptionBody = {
  plan_id: string
  custom_id: string
  plan?: { billing_cycles: Pick<Cycle, 'sequence' | 'pricing_scheme'>[] }
  application_context: { return_url: string; cancel_url: string }
}
type Transaction = {
  id: string
  status: 'COMPLETED' | 'PENDING'
  time: string
  amount_with_breakdown: { gross_amount: Money; fee_amount: Money; net_amount: Money }
}
type Status = 'APPROVAL_PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED'
export type Subscription = {
  id: string
  status: Status
  status_change_note?: string
  plan_id: string
  custom_id: string
  start_time?: string
  create_time: string
  billing_info: {
    outstanding_balance: Money
    failed_payments_count: number
    next_billing_time?: string
    last_payment?: { amount: Money; time: string }
    last_failed_payment?: { amount: Money; time: string; reason_code: string; next_payment_retry_time?: string }
  }
  links: { href: string; rel: string; method: string }[]
}
/** What PayPal knows besides: its cycles with their prices, how many are over, and how its buyer's account behaves. */
type Side = {
  cycles: Cycle[]
  done: number
  anchor: Date
  renewalsFail: boolean
  retries: number
  /** The part of the present payment that former cycles left open. */
  owed: number
  transactions: Transaction[]
}
type Say = (type: string, resourceType: string, resource: object) => void

/** PayPal's products, plans and subscriptions, with a clock that tests move. */
export function createSubscriptionBooks(books: ReturnType<typeof createBooks>, say: Say, address: () => URL) {
  const products = new Map<string, { id: string; name: string; type: string }>()
  const plans = new Map<string, Plan>()
  const subscriptions = new Map<string, Subscription>()
  const sides = new Map<string, Side>()
  const pages = new Map<string, SubscriptionBody['application_context']>()
  let skew = 0
  const now = () => new Date(Date.now() + skew)
  const told = (time: Date) => time.toISOString().replace(/\.\d+/, '')

  function subscription(id: string | undefined) {
    const its = subscriptions.get(id ?? '')
    if (!its) throw unknown()
    return its
  }
  const sideOf = ({ id }: Subscription) => sides.get(id)!
  function product(id: string | undefined) {
    const its = products.get(id ?? '')
    if (!its) throw unknown()
    return its
  }
  function newProduct(body: { id: string; name: string; type: string }) {
    if (products.has(body.id)) throw unprocessable('DUPLICATE_RESOURCE_IDENTIFIER', 'Duplicate resource identifier.')
    products.set(body.id, body)
    return body
  }
  function newPlan(body: PlanBody) {
    product(body.product_id)
    const made: Plan = { ...body, id: `P-${newId()}`, status: 'ACTIVE' }
    plans.set(made.id, made)
    return made
  }
  const plansOf = (productId: string | null, page: number, size: number) => ({
    plans: [...plans.values()]
      .filter(({ product_id }) => product_id === productId)
      .slice((page - 1) * size, page * size)
      .map(({ id, name, status }) => ({ id, name, status })),
  })

  function newSubscription({ plan_id, custom_id, plan, application_context }: SubscriptionBody) {
    const of = plans.get(plan_id)
    if (!of) throw unknown()
    const id = `I-${newId().slice(0, 12)}`
    const cycles = of.billing_cycles.map((cycle) => ({
      ...cycle,
      ...plan?.billing_cycles.find(({ sequence }) => sequence === cycle.sequence),
    }))
    const made: Subscription = {
      id,
      status: 'APPROVAL_PENDING',
      plan_id,
      custom_id,
      create_time: told(now()),
      billing_info: { outstanding_balance: billed(0), failed_payments_count: 0 },
      links: [{ href: new URL(`/subscribe?ba_token=${id}`, address()).href, rel: 'approve', method: 'GET' }],
    }
    subscriptions.set(id, made)
    const begun = { done: 0, renewalsFail: false, retries: 0, owed: 0 }
    sides.set(id, { ...begun, cycles, anchor: now(), transactions: [] })
    pages.set(id, application_context)
    return made
  }

  /** The buyer's choice on PayPal's page, and the way back. `later`: the account pays the first time only. */
  function chooseSubscription(id: string, choice: 'approve' | 'later' | 'cancel') {
    const its = subscription(id)
    const page = pages.get(id)!
    if (choice === 'cancel') return page.cancel_url
    if (its.status === 'APPROVAL_PENDING') {
      its.status = 'ACTIVE'
      const side = sideOf(its)
      side.anchor = new Date(told(now()))
      its.start_time = told(side.anchor)
      side.renewalsFail = choice === 'later'
      say('BILLING.SUBSCRIPTION.ACTIVATED', 'subscription', its)
      takeCycle(its, side.anchor)
    }
    const back = new URL(page.return_url)
    back.searchParams.set('subscription_id', id)
    back.searchParams.set('ba_token', id)
    return back.href
  }

  /** The next cycle and its payment. */
  function takeCycle(its: Subscription, at: Date) {
    const side = sideOf(its)
    const cycle = side.cycles[Math.min(side.done, side.cycles.length - 1)]!
    side.owed = preferencesOf(its).auto_bill_outstanding ? centsOf(its.billing_info.outstanding_balance) : 0
    const cents = (cycle.pricing_scheme ? centsOf(cycle.pricing_scheme.fixed_price) : 0) + side.owed
    side.done++
    side.retries = 0
    its.billing_info.next_billing_time = told(endOf(side))
    if (cents === 0) return
    if (side.renewalsFail && side.transactions.length > 0) fail(its, at, cents)
    else pay(its, at, cents, side.owed)
  }
  const preferencesOf = ({ plan_id }: Subscription) => plans.get(plan_id)!.payment_preferences

  /** The end of the last cycle that was begun. Days of a trial come before the months. */
  function endOf({ cycles, done, anchor }: Side) {
    const trial = cycles[0]!.frequency.interval_unit === 'DAY' ? cycles[0]!.frequency.interval_count : 0
    const start = new Date(anchor.getTime() + trial * DAY)
    const months = cycles.at(-1)!.frequency.interval_unit === 'YEAR' ? 12 : 1
    return addMonths(start, (done - (trial ? 1 : 0)) * months)
  }

  function pay(its: Subscription, at: Date, cents: number, debt: number) {
    const fee = Math.round(cents * 0.0349) + 49
    const captured = books.newSale({ cents, fee, at: told(at), customId: its.custom_id })
    sideOf(its).transactions.push({
      id: captured.id,
      status: 'COMPLETED',
      time: told(at),
      amount_with_breakdown: { gross_amount: usd(cents), fee_amount: usd(fee), net_amount: usd(cents - fee) },
    })
    const { next_billing_time, outstanding_balance, last_failed_payment } = its.billing_info
    its.billing_info = {
      outstanding_balance: billed(centsOf(outstanding_balance) - debt),
      failed_payments_count: 0,
      last_payment: { amount: billed(cents), time: told(at) },
      ...(last_failed_payment && { last_failed_payment }),
      ...(next_billing_time && { next_billing_time }),
    }
    const sale = { id: captured.id, state: 'completed', billing_agreement_id: its.id }
    say('PAYMENT.SALE.COMPLETED', 'sale', sale)
    return sideOf(its).transactions.at(-1)!
  }

  function fail(its: Subscription, at: Date, cents: number) {
    const [info, side] = [its.billing_info, sideOf(its)]
    const isRetried = side.retries++ < RETRIES
    info.last_failed_payment = {
      amount: billed(cents),
      time: told(at),
      reason_code: 'PAYER_CANNOT_PAY',
      ...(isRetried && { next_payment_retry_time: told(new Date(at.getTime() + RETRY_AFTER)) }),
    }
    if (!isRetried) {
      info.failed_payments_count++
      info.outstanding_balance = billed(centsOf(info.outstanding_balance) - side.owed + cents)
    }
    say('BILLING.SUBSCRIPTION.PAYMENT.FAILED', 'subscription', its)
    if (!hasReachedThreshold(its)) return
    its.status = 'SUSPENDED'
    say('BILLING.SUBSCRIPTION.SUSPENDED', 'subscription', its)
  }

  const hasReachedThreshold = (its: Subscription) =>
    its.billing_info.failed_payments_count >= (preferencesOf(its).payment_failure_threshold || Infinity)

  const EXPECTED: Record<string, Status[]> = {
    suspend: ['ACTIVE'],
    activate: ['SUSPENDED'],
    cancel: ['ACTIVE', 'SUSPENDED'],
  }
  const NEXT = { suspend: 'SUSPENDED', activate: 'ACTIVE', cancel: 'CANCELLED' } as const

  function changeSubscription(id: string | undefined, act: 'suspend' | 'activate' | 'cancel', reason: string) {
    const its = subscription(id)
    if (!EXPECTED[act]!.includes(its.status))
      throw unprocessable('SUBSCRIPTION_STATUS_INVALID', `Invalid subscription status for ${act} action.`)
    if (act === 'activate' && hasReachedThreshold(its))
      throw unprocessable(
        'SUBSCRIPTION_CANNOT_BE_ACTIVATED',
        'Subscription cannot be activated after payment failure threshold has reached.',
      )
    its.status = NEXT[act]
    its.status_change_note = reason
    say(`BILLING.SUBSCRIPTION.${act === 'activate' ? 'ACTIVATED' : its.status}`, 'subscription', its)
  }

  function captureOutstanding(id: string | undefined, amount: Money) {
    const its = subscription(id)
    if (its.status !== 'ACTIVE' && its.status !== 'SUSPENDED')
      throw unprocessable('SUBSCRIPTION_STATUS_INVALID', 'Invalid subscription status for capture action.')
    if (centsOf(amount) > centsOf(its.billing_info.outstanding_balance))
      throw unprocessable('AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE', 'The amount is above the outstanding balance.')
    if (sideOf(its).renewalsFail)
      throw new Refused(422, 'UNPROCESSABLE_ENTITY', 'PAYER_CANNOT_PAY', 'Payer cannot pay.')
    return pay(its, now(), centsOf(amount), centsOf(amount))
  }

  function transactionsOf(id: string | undefined, from: string | null, until: string | null) {
    const [start, end] = [new Date(from ?? 0), new Date(until ?? now())]
    const all = sideOf(subscription(id)).transactions
    const within = all.filter(({ time }) => new Date(time) >= start && new Date(time) <= end)
    return { transactions: within.toReversed() }
  }

  /** The next step of a subscription, and when it is due. */
  function nextOf(its: Subscription): { at: Date; act: (at: Date) => void } | undefined {
    if (its.status !== 'ACTIVE') return undefined
    const { last_failed_payment: failed, last_payment: paid, next_billing_time } = its.billing_info
    if (failed?.next_payment_retry_time && (!paid || failed.time > paid.time))
      return { at: new Date(failed.next_payment_retry_time), act: (at) => tryAgain(its, at, centsOf(failed.amount)) }
    return next_billing_time === undefined
      ? undefined
      : { at: new Date(next_billing_time), act: (at) => takeCycle(its, at) }
  }
  const tryAgain = (its: Subscription, at: Date, cents: number) =>
    sideOf(its).renewalsFail ? fail(its, at, cents) : pay(its, at, cents, sideOf(its).owed)

  function passUntil(time: Date) {
    skew = Math.max(skew, time.getTime() - Date.now())
    for (const its of subscriptions.values())
      for (let next = nextOf(its); next && next.at <= now(); next = nextOf(its)) next.act(next.at)
  }

  return {
    now,
    passUntil,
    subscription,
    subscriptions,
    product,
    newProduct,
    newPlan,
    plansOf,
    newSubscription,
    chooseSubscription,
    changeSubscription,
    captureOutstanding,
    transactionsOf,
    /** Lets the buyer's account pay again, or not. */
    letRenewalsFail: (id: string, fails: boolean) => void (sideOf(subscription(id)).renewalsFail = fails),
  }
}
