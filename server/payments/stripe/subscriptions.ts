import Stripe from 'stripe'
import { ProviderRefused, type StartedPayment } from '#server/payments/port.ts'
import type { NewSubscription, SubscriptionRequest, Subscriptions } from '#server/payments/port-subscriptions.ts'
import { askingStripe } from './asking.ts'
import { discountsOf, priceOf } from './prices.ts'
import { expanded, idOf, isSession, withSessionId } from './seen.ts'
import { intentIdOf, invoiceSeen, metadataOf, subscriptionSeen, unbegunSeen } from './subscription-seen.ts'

const CHARGE = ['latest_charge.balance_transaction']

/**
 * Subscriptions of Stripe. The reference of one by card is its own id (`sub_`), and that of one on Stripe's page is the
 * Checkout Session that begins it (`cs_`). Each payment is the PaymentIntent of an invoice.
 */
export function stripeSubscriptions(stripe: Stripe): Subscriptions {
  const retrieve = (id: string) =>
    stripe.subscriptions.retrieve(id, {
      expand: ['default_payment_method', 'latest_invoice.payments', 'latest_invoice.confirmation_secret'],
    })
  const intentOf = async (invoice: Stripe.Invoice) => {
    const id = intentIdOf(invoice)
    return id === null ? null : stripe.paymentIntents.retrieve(id, { expand: CHARGE })
  }

  /** The id at Stripe; null as long as the buyer has not paid on its page. */
  async function subscriptionId(reference: string) {
    if (!isSession(reference)) return reference
    const { subscription } = await stripe.checkout.sessions.retrieve(reference)
    return subscription && idOf(subscription)
  }

  async function startByCard(request: NewSubscription) {
    const { card, orderId } = request
    if (card === null) throw new ProviderRefused('A card is needed for a subscription.')
    try {
      return await begun(await makeByCard({ ...request, card }))
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      const made = await madeBefore(card, orderId)
      if (made === undefined) throw error
      return begun(made)
    }
  }

  async function makeByCard(request: NewSubscription & { card: string }) {
    const { key, card, description, price } = request
    const priceId = await priceOf(stripe, price)
    const discounts = await discountsOf(stripe, request)
    const metadata = { orderId: request.orderId }
    const customer = await stripe.customers.create(
      { payment_method: card, metadata },
      { idempotencyKey: `${key}-customer` },
    )
    const { id } = await stripe.subscriptions.create(
      {
        customer: customer.id,
        items: [{ price: priceId }],
        default_payment_method: card,
        payment_behavior: 'allow_incomplete',
        ...dataOf(request),
        ...discounts,
        description,
      },
      { idempotencyKey: key },
    )
    return id
  }

  /**
   * The subscription of a start that is repeated when Stripe has forgotten its keys, after a day: its card belongs to the
   * first customer by then.
   */
  async function madeBefore(card: string, orderId: number) {
    const { customer } = await stripe.paymentMethods.retrieve(card)
    if (!customer) return undefined
    const { data } = await stripe.subscriptions.list({ customer: idOf(customer), status: 'all' })
    return data.find(({ metadata }) => metadata['orderId'] === String(orderId))?.id
  }

  /** What is left to the buyer as things stand now. A subscription whose card was declined is ended. */
  async function begun(id: string): Promise<StartedPayment> {
    const { status, latest_invoice } = await retrieve(id)
    const started = { reference: id, clientSecret: null, approvalUrl: null }
    const invoice = expanded(latest_invoice)
    const isUnpaid = status === 'incomplete' || status === 'incomplete_expired' || status === 'canceled'
    if (!invoice || !isUnpaid || invoice.status === 'paid') return started
    const intent = await intentOf(invoice)
    if (status === 'incomplete' && intent?.status === 'processing') return started
    if (status === 'incomplete' && isBuyersTurn(intent))
      return { ...started, clientSecret: invoice.confirmation_secret?.client_secret ?? null }
    if (status === 'incomplete') await endNow(id)
    throw new ProviderRefused(intent?.last_payment_error?.message ?? 'Your card was declined.')
  }

  async function startOnPage(request: NewSubscription) {
    const { key, price, orderId, returnUrl, cancelUrl, description } = request
    const data = dataOf(request)
    const priceId = await priceOf(stripe, price)
    const discounts = await discountsOf(stripe, request)
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        allowed_payment_method_types: ['card'], // Google Pay is a card in a wallet
        line_items: [{ quantity: 1, price: priceId }],
        client_reference_id: String(orderId),
        metadata: data.metadata,
        subscription_data: { ...data, description },
        success_url: withSessionId(returnUrl),
        cancel_url: cancelUrl,
        ...discounts,
      },
      { idempotencyKey: key },
    )
    return { reference: session.id, clientSecret: null, approvalUrl: session.url }
  }

  async function find(reference: string) {
    const id = await subscriptionId(reference)
    if (id === null) return unbegunSeen(await stripe.checkout.sessions.retrieve(reference))
    const [subscription, paid] = await Promise.all([
      retrieve(id),
      stripe.invoices.list({ subscription: id, status: 'paid', limit: 1 }),
    ])
    const latest = expanded(subscription.latest_invoice)
    const intent = latest && latest.status !== 'paid' ? await intentOf(latest) : null
    return subscriptionSeen(subscription, { paid: paid.data[0], intent })
  }

  async function findPayments(reference: string, since: Date) {
    const id = await subscriptionId(reference)
    if (id === null) return []
    const created = { gte: Math.floor(since.getTime() / 1_000) }
    const invoices = await stripe.invoices
      .list({ subscription: id, created, limit: 100, expand: ['data.payments'] })
      .autoPagingToArray({ limit: 1_000 })
    const payments = await Promise.all(
      invoices.map(async (invoice) => {
        const intent = await intentOf(invoice)
        return intent && invoiceSeen(invoice, intent)
      }),
    )
    return payments.filter((payment) => payment !== null).toReversed()
  }

  async function cancel({ key, reference }: SubscriptionRequest) {
    const id = await subscriptionId(reference)
    const status = id && (await retrieve(id)).status
    if (id === null || (status !== 'active' && status !== 'trialing')) await end({ key, reference })
    else await stripe.subscriptions.update(id, { cancel_at_period_end: true }, { idempotencyKey: key })
    return find(reference)
  }

  async function resume({ key, reference }: SubscriptionRequest) {
    const id = await subscriptionId(reference)
    if (id === null) throw new ProviderRefused('This subscription has not begun.')
    const { status, latest_invoice } = await retrieve(id)
    // what a repetition finds is active, so it goes another way: each way has a key of its own
    if (status === 'past_due' && latest_invoice)
      await stripe.invoices.pay(idOf(latest_invoice), {}, { idempotencyKey: `${key}-pay` })
    else if (status === 'unpaid' || status === 'paused') await beginAnew(id, key)
    else await stripe.subscriptions.update(id, { cancel_at_period_end: false }, { idempotencyKey: key })
    return { reference, clientSecret: null, approvalUrl: null }
  }

  /** Begins a period now and pays it. Stripe leaves the invoices of an unpaid subscription as drafts. */
  async function beginAnew(id: string, key: string) {
    await stripe.subscriptions.update(
      id,
      { billing_cycle_anchor: { type: 'now' }, proration_behavior: 'none', payment_behavior: 'error_if_incomplete' },
      { idempotencyKey: `${key}-anew` },
    )
    const invoice = expanded((await retrieve(id)).latest_invoice)
    if (!invoice || invoice.status === 'paid') return
    if (invoice.status === 'draft')
      await stripe.invoices.finalizeInvoice(invoice.id, {}, { idempotencyKey: `${key}-finalize` })
    await stripe.invoices.pay(invoice.id, {}, { idempotencyKey: `${key}-pay` })
  }

  async function end({ key, reference }: SubscriptionRequest) {
    const id = await subscriptionId(reference)
    if (id === null) await unlessOver(() => stripe.checkout.sessions.expire(reference))
    else if ((await find(reference)).state !== 'ended') {
      // the end itself takes no key
      await stripe.subscriptions.update(id, { metadata: { endedBy: key } }, { idempotencyKey: key })
      await endNow(id)
    }
    return find(reference)
  }

  const endNow = (id: string) => unlessOver(() => stripe.subscriptions.cancel(id))

  return {
    start: (request) => askingStripe(() => (request.method === 'google' ? startOnPage : startByCard)(request)),
    find: (reference) => askingStripe(() => find(reference)),
    findPayments: ({ reference, since }) => askingStripe(() => findPayments(reference, since)),
    cancel: (request) => askingStripe(() => cancel(request)),
    resume: (request) => askingStripe(() => resume(request)),
    end: (request) => askingStripe(() => end(request)),
  }
}

/** What both ways to begin tell about the subscription. */
const dataOf = ({ price, orderId, method, trialDays }: NewSubscription) => ({
  metadata: { ...metadataOf(price), orderId, method },
  ...(trialDays > 0 && { trial_period_days: trialDays }),
})

/** The bank asks, or the buyer has failed to answer and may try again. */
const isBuyersTurn = (intent: Stripe.PaymentIntent | null) =>
  intent?.status === 'requires_action' || intent?.last_payment_error?.code === 'payment_intent_authentication_failure'

/** Stripe refuses to end what has ended. Its state tells whether it has. */
async function unlessOver(act: () => Promise<unknown>) {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
}
