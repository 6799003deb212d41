import { addMonths } from '#server/months.ts'
import { declined, invalid, Refused, type createBooks } from './stripe-books.ts'
import { createCustomers, DECLINED } from './stripe-customers.ts'
import { newId, type Intent, type Session, type SubscriptionSessionBody } from './stripe-objects.ts'
import * as make from './stripe-subscription-objects.ts'
import type { Coupon, Invoice, Price, Subscription } from './stripe-subscription-objects.ts'

const DAY = 24 * 60 * 60
/** The account's settings: a failed renewal is tried again so many days later, then left unpaid. */
const TRIES_AFTER = [1, 3, 5]
/** The second one is none of Stripe's test cards. */
const FAILS_AT_CHARGE = 'pm_card_chargeCustomerFail'
const PAYS_ONCE = 'pm_card_paysOnce'

type Books = ReturnType<typeof createBooks>
type Say = (type: string, thing: Subscription | Invoice | Session) => void

/** Stripe's subscriptions and their invoices, with a clock that tests move. */
export function createSubscriptionBooks(books: Books, say: Say) {
  const { keep, get, all } = books
  let skew = 0
  const now = () => Math.floor((Date.now() + skew) / 1_000)
  const sides = new Map<string, { off: number; periods: number }>()
  const intents = new Map<string, string>()
  const sessionBodies = new Map<string, SubscriptionSessionBody>()

  const subscription = (id: string | undefined) => get<Subscription>('subscription', id)
  const itemOf = ({ items }: Subscription) => items.data[0]
  const after = (from: number, { recurring }: Price, periods = 1) =>
    addMonths(new Date(from * 1_000), periods * (recurring.interval === 'month' ? 1 : 12)).getTime() / 1_000
  const customers = createCustomers(books, now)

  function newPrice(body: make.PriceBody) {
    const same = pricesNamed([body.lookup_key])
    if (same.length > 0) throw invalid('A price already uses that lookup key.', 'resource_already_exists')
    return keep(make.newPrice(body, now()))
  }
  const pricesNamed = (names: string[]) =>
    all<Price>('price').filter(({ lookup_key }) => names.includes(lookup_key ?? ''))

  function newCoupon({ amount_off, currency }: { amount_off: string; currency: string }) {
    const basics = { created: now(), livemode: false, times_redeemed: 0, valid: true, duration: 'once' as const }
    return keep<Coupon>({ id: newId('co'), object: 'coupon', amount_off: Number(amount_off), currency, ...basics })
  }

  function newSubscription(body: make.SubscriptionBody) {
    const price = get<Price>('price', body.items[0].price)
    const trial = Number(body.trial_period_days ?? 0) * DAY
    const from = now()
    const made = keep(make.newSubscription(body, price, from, trial ? from + trial : after(from, price)))
    const coupon = body.discounts && get<Coupon>('coupon', body.discounts[0].coupon)
    sides.set(made.id, { off: coupon?.amount_off ?? 0, periods: trial ? 0 : 1 })
    if (trial) made.billing_cycle_anchor = from + trial
    say('customer.subscription.created', made)
    bill(made, 'subscription_create', trial ? 0 : undefined)
    return made
  }

  /** Makes the invoice of the present period, and tries to take its money. */
  function bill(its: Subscription, reason: NonNullable<Invoice['billing_reason']>, given?: number) {
    const { price, current_period_start: from, current_period_end: until } = itemOf(its)
    const side = sides.get(its.id)!
    const cents = given ?? price.unit_amount! - side.off
    if (given === undefined) side.off = 0
    const invoice = keep(make.newInvoice(its, { cents, from, until, reason, created: from }))
    its.latest_invoice = invoice.id
    if (cents === 0) paid(its, invoice)
    else if (its.status === 'unpaid' && books.ways.leavesDrafts) invoice.status = 'draft'
    else {
      finalize(invoice)
      charge(its, invoice)
    }
    return invoice
  }

  function finalize(invoice: Invoice) {
    const { amount_due: amount, currency } = invoice
    intents.set(invoice.id, books.newIntent({ amount, currency, description: 'Subscription' }).id)
    invoice.status = 'open'
    return invoice
  }

  function charge(its: Subscription, invoice: Invoice) {
    invoice.attempt_count++
    invoice.attempted = true
    try {
      books.attempt(books.intent(intents.get(invoice.id)), cardFor(its, invoice))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      say('invoice.payment_failed', invoice)
    }
  }

  function cardFor({ default_payment_method: card }: Subscription, { billing_reason }: Invoice) {
    if (card === FAILS_AT_CHARGE) return DECLINED
    if (billing_reason === 'subscription_create' && card !== null) return card === PAYS_ONCE ? 'pm_card_visa' : card
    return card === PAYS_ONCE ? DECLINED : 'pm_card_visa' // a bank asks at the first payment only
  }

  function paid(its: Subscription, invoice: Invoice) {
    Object.assign(invoice, { status: 'paid', next_payment_attempt: null })
    its.status = itemOf(its).current_period_end <= its.billing_cycle_anchor ? 'trialing' : 'active'
    say('invoice.paid', invoice)
    say('customer.subscription.updated', its)
  }

  books.whenPaid.push(({ id }: Intent) => {
    const [invoiceId] = [...intents].find(([, intent]) => intent === id) ?? []
    if (!invoiceId) return
    const invoice = get<Invoice>('invoice', invoiceId)
    paid(subscription(invoice.parent.subscription_details.subscription), invoice)
  })

  function change(id: string | undefined, body: make.ChangeBody) {
    const its = subscription(id)
    const { metadata, cancel_at_period_end, billing_cycle_anchor } = body
    const isOver = its.status === 'canceled' || its.status === 'incomplete_expired'
    if (isOver && (cancel_at_period_end !== undefined || billing_cycle_anchor !== undefined))
      throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
    if (metadata) its.metadata = { ...its.metadata, ...metadata }
    if (cancel_at_period_end !== undefined) its.cancel_at_period_end = cancel_at_period_end === 'true'
    if (billing_cycle_anchor?.type === 'now') beginAnew(its)
    say('customer.subscription.updated', its)
    return its
  }

  /** With `error_if_incomplete` nothing changes unless the card pays, or is not asked yet. */
  function beginAnew(its: Subscription) {
    if (!books.ways.leavesDrafts && cardFor(its, { billing_reason: 'subscription_update' } as Invoice) === DECLINED)
      throw declined()
    its.billing_cycle_anchor = now()
    sides.get(its.id)!.periods = 1
    movePeriod(its, now())
    bill(its, 'subscription_update')
  }

  function movePeriod(its: Subscription, from: number) {
    const item = itemOf(its)
    const { periods } = sides.get(its.id)!
    item.current_period_start = from
    item.current_period_end = after(its.billing_cycle_anchor, item.price, periods)
  }

  function payInvoice(id: string | undefined) {
    const invoice = get<Invoice>('invoice', id)
    if (invoice.status !== 'open') throw invalid(`This invoice is ${invoice.status}.`)
    charge(subscription(invoice.parent.subscription_details.subscription), invoice)
    if (invoice.status !== 'paid') throw declined()
    return invoice
  }

  function end(id: string | undefined) {
    const its = subscription(id)
    if (its.status === 'canceled' || its.status === 'incomplete_expired')
      throw invalid(`No such subscription: '${id}'`, 'resource_missing', 404)
    const invoice = its.latest_invoice === null ? undefined : get<Invoice>('invoice', its.latest_invoice)
    if (its.status === 'incomplete' && invoice) {
      invoice.status = 'void'
      books.cancel(books.intent(intents.get(invoice.id)))
    } else if (invoice) invoice.next_payment_attempt = null
    its.status = its.status === 'incomplete' ? 'incomplete_expired' : 'canceled'
    say('customer.subscription.deleted', its)
    return its
  }

  /** The next step of a subscription, and when it is due. */
  function nextOf(its: Subscription): { at: number; act: () => void } | undefined {
    const { current_period_end: at } = itemOf(its)
    const invoice = its.latest_invoice === null ? undefined : get<Invoice>('invoice', its.latest_invoice)
    if (its.status === 'past_due' && invoice?.next_payment_attempt)
      return { at: invoice.next_payment_attempt, act: () => tryAgain(its, invoice) }
    if (its.status !== 'active' && its.status !== 'trialing') return undefined
    return { at, act: () => (its.cancel_at_period_end ? end(its.id) : renew(its, at)) }
  }

  function renew(its: Subscription, at: number) {
    sides.get(its.id)!.periods++
    movePeriod(its, at)
    const invoice = bill(its, 'subscription_cycle')
    if (invoice.status === 'paid') return
    its.status = 'past_due'
    invoice.next_payment_attempt = at + TRIES_AFTER[0]! * DAY
    say('customer.subscription.updated', its)
  }

  function tryAgain(its: Subscription, invoice: Invoice) {
    const at = invoice.next_payment_attempt!
    invoice.next_payment_attempt = null
    charge(its, invoice)
    if (invoice.status !== 'open') return
    invoice.next_payment_attempt =
      TRIES_AFTER.map((days) => invoice.created + days * DAY).find((next) => next > at) ?? null
    if (invoice.next_payment_attempt === null) its.status = 'unpaid'
    say('customer.subscription.updated', its)
  }

  /** Moves the clock, and takes all steps that are due by then. */
  function passUntil(time: Date) {
    skew = Math.max(skew, time.getTime() - Date.now())
    for (const its of all<Subscription>('subscription'))
      for (let next = nextOf(its); next && next.at <= now(); next = nextOf(its)) next.act()
  }

  function newSession(body: SubscriptionSessionBody) {
    const price = get<Price>('price', body.line_items[0].price)
    const coupon = body.discounts && get<Coupon>('coupon', body.discounts[0].coupon)
    const line = { quantity: '1', price_data: { unit_amount: String(price.unit_amount), currency: price.currency } }
    const made = books.newSession({ ...body, line_items: [line] })
    Object.assign(made, { mode: 'subscription', amount_total: made.amount_total! - (coupon?.amount_off ?? 0) })
    sessionBodies.set(made.id, body)
    return made
  }

  /** An attempt on the session's page. A declined card leaves it open. */
  function paySession(open: Session, card: string) {
    if (open.status !== 'open') throw invalid(`The session is ${open.status}.`)
    const body = sessionBodies.get(open.id)!
    const customer = customers.newCustomer({ payment_method: card })
    const { line_items, discounts, subscription_data } = body
    const made = newSubscription({
      ...subscription_data,
      customer: customer.id,
      items: [{ price: line_items[0].price }],
      default_payment_method: card,
      ...(discounts && { discounts }),
    })
    Object.assign(open, { status: 'complete', payment_status: 'paid', subscription: made.id, url: null })
    say('checkout.session.completed', open)
  }

  /** A subscription or an invoice with the parts that are asked for, which are no records of their own. */
  function shown(thing: Subscription | Invoice, expand: string[]): Record<string, unknown> {
    const inner = (name: string) =>
      expand.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1))
    if (thing.object === 'subscription') {
      const invoice = thing.latest_invoice === null ? null : get<Invoice>('invoice', thing.latest_invoice)
      const asked = inner('latest_invoice')
      return {
        ...books.expanded(
          thing,
          expand.filter((path) => path === 'default_payment_method'),
        ),
        ...(invoice && asked.length && { latest_invoice: shown(invoice, asked) }),
      }
    }
    const intent = intents.has(thing.id) ? books.intent(intents.get(thing.id)) : null
    const payment = intent && { is_default: true, payment: { type: 'payment_intent', payment_intent: intent.id } }
    return {
      ...thing,
      ...(expand.includes('payments') && { payments: { object: 'list', data: payment ? [payment] : [] } }),
      ...(expand.includes('confirmation_secret') && {
        confirmation_secret: intent && { client_secret: intent.client_secret, type: 'payment_intent' },
      }),
    }
  }

  const invoicesOf = (id: string | null, { status, since }: { status: string | null; since: number }) =>
    all<Invoice>('invoice')
      .filter(({ parent }) => parent.subscription_details.subscription === id)
      .filter((invoice) => (status === null || invoice.status === status) && invoice.created >= since)
      .toReversed()

  return {
    now,
    passUntil,
    subscription,
    subscriptionsOf: (customer: string | null) =>
      all<Subscription>('subscription').filter((its) => its.customer === customer),
    ...customers,
    newPrice,
    pricesNamed,
    newCoupon,
    newSubscription,
    changeSubscription: change,
    endSubscription: end,
    payInvoice,
    finalizeInvoice: (id: string | undefined) => finalize(get<Invoice>('invoice', id)),
    newSubscriptionSession: newSession,
    paySubscriptionSession: paySession,
    shown,
    invoicesOf,
  }
}
