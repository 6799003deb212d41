import Stripe from 'stripe'
import type { StripeSettings } from '#server/payments/settings.ts'
import {
  ForgedEvent,
  ProviderRefused,
  type NewPayment,
  type NewRefund,
  type Provider,
  type StartedPayment,
} from '#server/payments/port.ts'
import { disputeState, idOf, intentSeen, isInquiry, isSession, refundSeen, sessionSeen, withSessionId } from './seen.ts'
import { askingStripe } from './asking.ts'
import { isOfShop } from './subscription-seen.ts'
import { stripeSubscriptions } from './subscriptions.ts'

const TIMEOUT = 10_000
const CHARGE = ['latest_charge.balance_transaction']
const SESSION_CHARGE = CHARGE.map((path) => `payment_intent.${path}`)

type Options = {
  live: boolean
  /** Another address than Stripe's own. */
  address?: URL | undefined
  timeout?: number | undefined
}

/**
 * Stripe: cards in the page by a PaymentIntent (`pi_`), Google Pay on Stripe's page by a Checkout Session (`cs_`). A
 * payment's reference is the id of the one that started it, also in events and disputes.
 */
export function openStripe(
  { secretKey, webhookSecret }: StripeSettings,
  { live, address, timeout }: Options,
): Provider {
  const stripe = new Stripe(secretKey, {
    timeout: timeout ?? TIMEOUT,
    maxNetworkRetries: 0, // even so the SDK repeats a call once, with its key, when the connection breaks
    telemetry: false,
    ...(address && {
      host: address.hostname,
      port: address.port,
      protocol: address.protocol === 'http:' ? 'http' : 'https',
    }),
  })
  const find = (reference: string) =>
    isSession(reference) ? findSession(stripe, reference).then(sessionSeen) : findIntent(stripe, reference)

  /** Ends an open payment. Stripe refuses it for one that is paid or has ended, and then tells its state. */
  async function cancel(reference: string) {
    try {
      if (isSession(reference)) await stripe.checkout.sessions.expire(reference)
      else await stripe.paymentIntents.cancel(reference)
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    }
    return await find(reference)
  }

  return {
    name: 'stripe',
    methods: ['credit', 'google'],
    startPayment: (payment) =>
      askingStripe<StartedPayment>(() => (payment.method === 'google' ? startSession : startIntent)(stripe, payment)),
    findPayment: (reference) => askingStripe(() => find(reference)),
    // Stripe takes the money as soon as the buyer has agreed.
    capturePayment: ({ reference }) => askingStripe(() => find(reference)),
    cancelPayment: (reference) => askingStripe(() => cancel(reference)),
    refund: (refund) => askingStripe(() => makeRefund(stripe, refund)),
    findRefund: ({ reference }) => askingStripe(async () => refundSeen(await stripe.refunds.retrieve(reference))),
    listRefunds: (payment) => askingStripe(async () => (await refundsOf(stripe, payment)).made.map(refundSeen)),
    findRefundedPayment: ({ reference }) =>
      askingStripe(async () => {
        const refund = await stripe.refunds.retrieve(reference, { expand: ['payment_intent'] })
        return paymentOf(stripe, refund.payment_intent)
      }),
    findDispute: (reference) => askingStripe(() => findDispute(stripe, reference)),
    subscriptions: stripeSubscriptions(stripe),
    readEvent: async ({ headers, body }) => {
      const event = verified(stripe, { body, signature: headers['stripe-signature'], webhookSecret })
      if (event.livemode !== live) throw new ForgedEvent(`The message is not of the mode of this shop: ${event.id}`)
      return { id: event.id, ...(await askingStripe(() => subjectOf(stripe, event))) }
    },
  }
}

async function startIntent(stripe: Stripe, { key, cents, orderId, description, method }: NewPayment) {
  const intent = await stripe.paymentIntents.create(
    {
      amount: cents,
      currency: 'usd',
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      description,
      metadata: { orderId, method },
    },
    { idempotencyKey: key },
  )
  return { reference: intent.id, clientSecret: intent.client_secret, approvalUrl: null }
}

async function startSession(stripe: Stripe, payment: NewPayment) {
  const { key, cents, orderId, description, method, returnUrl, cancelUrl } = payment
  const price = { currency: 'usd', unit_amount: cents, product_data: { name: description } }
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      allowed_payment_method_types: ['card'], // Google Pay is a card in a wallet
      line_items: [{ quantity: 1, price_data: price }],
      client_reference_id: String(orderId),
      metadata: { orderId, method },
      payment_intent_data: { metadata: { orderId, method } },
      success_url: withSessionId(returnUrl),
      cancel_url: cancelUrl,
    },
    { idempotencyKey: key },
  )
  return { reference: session.id, clientSecret: null, approvalUrl: session.url }
}

const findIntent = async (stripe: Stripe, reference: string) =>
  intentSeen(await stripe.paymentIntents.retrieve(reference, { expand: CHARGE }))

const findSession = (stripe: Stripe, reference: string) =>
  stripe.checkout.sessions.retrieve(reference, { expand: SESSION_CHARGE })

async function refundsOf(stripe: Stripe, payment: string) {
  const paymentIntent = isSession(payment) ? idOf((await findSession(stripe, payment)).payment_intent) : payment
  if (!paymentIntent) throw new ProviderRefused('Stripe never took the money of this payment')
  const { data } = await stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 })
  return { paymentIntent, made: data }
}

/** Stripe forgets an idempotency key after a day. The key in the metadata also stops a repetition that comes later. */
async function makeRefund(stripe: Stripe, { key, payment, cents }: NewRefund) {
  const { paymentIntent, made } = await refundsOf(stripe, payment)
  const same = made.find(({ metadata }) => metadata?.['key'] === key)
  if (same && same.amount !== cents) throw new ProviderRefused('This key was used for another refund.')
  return refundSeen(
    same ??
      (await stripe.refunds.create(
        { payment_intent: paymentIntent, amount: cents, metadata: { key } },
        { idempotencyKey: key },
      )),
  )
}

async function findDispute(stripe: Stripe, reference: string) {
  const dispute = await stripe.disputes.retrieve(reference, { expand: ['payment_intent'] })
  return {
    payment: await paymentOf(stripe, dispute.payment_intent),
    state: disputeState(dispute),
    isInquiry: isInquiry(dispute),
    cents: dispute.amount,
    reason: dispute.reason.replaceAll('_', ' '),
  }
}

/** The reference by which this shop started the payment of an intent. */
async function paymentOf(stripe: Stripe, intent: string | Stripe.PaymentIntent | null) {
  if (!isOfSession(intent)) return idOf(intent)
  const { data } = await stripe.checkout.sessions.list({ payment_intent: idOf(intent), limit: 1 })
  return idOf(data[0] ?? intent)
}

const isOfSession = (thing: unknown) =>
  (thing as { metadata?: Record<string, string> } | null)?.metadata?.['method'] === 'google'

type Received = { body: Buffer; signature: string | string[] | undefined; webhookSecret: string | undefined }

function verified(stripe: Stripe, { body, signature, webhookSecret }: Received) {
  if (!webhookSecret)
    throw new ForgedEvent('Messages of Stripe can’t be checked, because STRIPE_WEBHOOK_SECRET is not set')
  try {
    return stripe.webhooks.constructEvent(body, String(signature), webhookSecret)
  } catch {
    throw new ForgedEvent('The message does not carry a fresh signature of Stripe') // the SDK's own error repeats the message
  }
}

/** An intent of a session is told by the events of its session, which carry the payment's reference. */
async function subjectOf(stripe: Stripe, event: Stripe.Event) {
  const thing = event.data.object as { object: string; id?: string }
  const reference = thing.id ?? event.id
  if (thing.object === 'checkout.session') return { about: aboutOf(thing), reference } as const
  if (thing.object === 'payment_intent' && !isOfSession(thing)) return { about: 'payment', reference } as const
  if (thing.object === 'refund') return { about: 'refund', reference } as const
  if (thing.object === 'dispute') return { about: 'dispute', reference } as const
  const subscription = subscriptionOf(thing)
  return subscription && isOfShop(subscription.metadata)
    ? ({ about: 'subscription', reference: await subscriptionReference(stripe, subscription) } as const)
    : ({ about: 'other', reference } as const)
}

const aboutOf = (session: object) =>
  (session as Stripe.Checkout.Session).mode === 'subscription' ? 'subscription' : 'payment'

type Told = { id: string; metadata: Stripe.Metadata | null }

/** The subscription of an event about itself, or about one of its invoices. */
function subscriptionOf(thing: { object: string }): Told | null {
  if (thing.object === 'subscription') return thing as Stripe.Subscription
  const details = thing.object === 'invoice' ? (thing as Stripe.Invoice).parent?.subscription_details : null
  return details ? { id: idOf(details.subscription), metadata: details.metadata } : null
}

/** The reference by which this shop started a subscription. */
async function subscriptionReference(stripe: Stripe, { id, metadata }: Told) {
  if (!isOfSession({ metadata })) return id
  const { data } = await stripe.checkout.sessions.list({ subscription: id, limit: 1 })
  return idOf(data[0] ?? id)
}
