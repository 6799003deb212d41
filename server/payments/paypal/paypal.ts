import { z } from 'zod'
import {
  ForgedEvent,
  ProviderRefused,
  type NewPayment,
  type NewRefund,
  type Provider,
  type ProviderEvent,
} from '#server/payments/port.ts'
import type { PayPalSettings } from '#server/payments/settings.ts'
import { centsOf, usd } from './amounts.ts'
import { createCalls, isIssue, UNKNOWN, type Ask } from './calls.ts'
import { paypalPayouts } from './payouts.ts'
import * as paypal from './seen.ts'
import { captureIdOf, referenceOf } from './subscription-seen.ts'
import { paypalSubscriptions } from './subscriptions.ts'
import { createVerify } from './verify.ts'

const TIMEOUT = 10_000
const DESCRIPTION = 127 // characters
const LIVE = { address: 'https://api-m.paypal.com', certs: ['https://api.paypal.com', 'https://api-m.paypal.com'] }
const TEST = {
  address: 'https://api-m.sandbox.paypal.com',
  certs: ['https://api.sandbox.paypal.com', 'https://api-m.sandbox.paypal.com'],
}

type Options = {
  live: boolean
  /** Another address than PayPal's own. Its certificates are accepted, too. */
  address?: URL | undefined
  timeout?: number | undefined
}

/** PayPal: an order is approved by its buyer on PayPal's page, and captured by this shop. A payment's reference is the order's id. */
export function openPayPal(settings: PayPalSettings, { live, address, timeout = TIMEOUT }: Options): Provider {
  const own = live ? LIVE : TEST
  const at = address ?? new URL(own.address)
  const ask = createCalls(settings, { address: at, timeout })
  const certOrigins = address ? [address.origin] : own.certs
  const verify = createVerify({ webhookId: settings.webhookId, certOrigins, timeout })
  const find = (reference: string) => findPayment(ask, reference)
  const refundNamed = async (reference: string) => paypal.refundSeen(await findRefund(ask, reference))

  return {
    name: 'paypal',
    methods: ['paypal'],
    startPayment: (payment) => startOrder(ask, payment),
    findPayment: find,
    capturePayment: (request) => capture(ask, request),
    /** PayPal can't end an order. It takes money only when this shop captures, so an order that is left alone lapses. */
    async cancelPayment(reference) {
      const seen = await find(reference)
      return seen.state === 'paid' || seen.state === 'processing' ? seen : { ...seen, state: 'canceled' }
    },
    refund: (refund) => makeRefund(ask, refund),
    findRefund: ({ reference }) => refundNamed(reference),
    listRefunds: async (payment, told) =>
      captureIdOf(payment) === undefined
        ? paypal.refundsOf(await findOrder(ask, payment))
        : Promise.all(told.map(refundNamed)),
    findRefundedPayment: async ({ reference }) =>
      referenceOfCapture(await findCapture(ask, paypal.captureIdOfRefund(await findRefund(ask, reference)))),
    findDispute: (reference) => findDispute(ask, reference),
    payouts: paypalPayouts(ask),
    subscriptions: paypalSubscriptions(ask),
    async readEvent(message) {
      await verify(message)
      return eventOf(message.body)
    },
  }
}

/** A reference goes into a path. */
const idOf = (reference: string) => encodeURIComponent(reference)

const findOrder = (ask: Ask, reference: string) =>
  ask<paypal.Order>({ method: 'GET', path: `/v2/checkout/orders/${idOf(reference)}` })

async function startOrder(ask: Ask, { key, cents, orderId, description, returnUrl, cancelUrl }: NewPayment) {
  const order = await ask<paypal.Order>({
    method: 'POST',
    path: '/v2/checkout/orders',
    key,
    body: {
      intent: 'CAPTURE',
      purchase_units: [
        { custom_id: String(orderId), description: description.slice(0, DESCRIPTION), amount: usd(cents) },
      ],
      payment_source: {
        paypal: {
          experience_context: {
            return_url: returnUrl,
            cancel_url: cancelUrl,
            user_action: 'PAY_NOW',
            shipping_preference: 'NO_SHIPPING',
            payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED', // an eCheck takes days, and keeps its buyer from other orders
          },
        },
      },
    },
  })
  return { reference: order.id, clientSecret: null, approvalUrl: paypal.approvalUrlOf(order) }
}

const findCapture = (ask: Ask, id: string) =>
  ask<paypal.Capture>({ method: 'GET', path: `/v2/payments/captures/${idOf(id)}` })

async function findPayment(ask: Ask, reference: string) {
  const captureId = captureIdOf(reference)
  if (captureId !== undefined) return paypal.captureSeen(await findCapture(ask, captureId))
  try {
    return paypal.orderSeen(await findOrder(ask, reference))
  } catch (error) {
    if (isIssue(error, ...UNKNOWN)) return paypal.FORGOTTEN
    throw error
  }
}

/** Refusals that say what the buyer has to do. The order stays open, and its approval page stays good. */
const BUYERS_TURN = ['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED', 'PAYER_CANNOT_PAY']
/** Refusals that the order's state explains. */
const SEE_ORDER = ['ORDER_ALREADY_CAPTURED', 'ORDER_NOT_APPROVED', ...UNKNOWN]

async function capture(ask: Ask, { key, reference }: { key: string; reference: string }) {
  try {
    const path = `/v2/checkout/orders/${idOf(reference)}/capture`
    return paypal.orderSeen(await ask<paypal.Order>({ method: 'POST', path, key, body: {} }))
  } catch (error) {
    if (isIssue(error, ...BUYERS_TURN))
      return { ...(await findPayment(ask, reference)), state: 'open', failure: error.message } as const
    if (isIssue(error, ...SEE_ORDER)) return await findPayment(ask, reference)
    throw error
  }
}

async function makeRefund(ask: Ask, { key, payment, cents }: NewRefund) {
  const captureId = captureIdOf(payment) ?? paypal.captureOf(await findOrder(ask, payment))?.id
  if (!captureId) throw new ProviderRefused('PayPal never took the money of this payment')
  const path = `/v2/payments/captures/${idOf(captureId)}/refund`
  const made = await ask<paypal.Refund>({ method: 'POST', path, key, body: { amount: usd(cents) } })
  if (centsOf(made.amount) !== cents) throw new ProviderRefused('This key was used for another refund.')
  return paypal.refundSeen(made)
}

const findRefund = (ask: Ask, reference: string) =>
  ask<paypal.Refund>({ method: 'GET', path: `/v2/payments/refunds/${idOf(reference)}` })

/** The reference by which this shop knows the payment of a capture. */
const referenceOfCapture = ({ id, supplementary_data }: paypal.Capture) =>
  supplementary_data?.related_ids?.order_id ?? referenceOf(id)

async function findDispute(ask: Ask, reference: string) {
  const path = `/v1/customer/disputes/${idOf(reference)}`
  const dispute = await ask<paypal.Dispute>({ method: 'GET', path })
  const captureId = dispute.disputed_transactions[0]?.seller_transaction_id ?? ''
  const disputed = await findCapture(ask, captureId)
  const state = paypal.disputeState(dispute)
  return {
    payment: referenceOfCapture(disputed),
    state,
    isInquiry: false, // PayPal holds the money from the first complaint on
    cents: paypal.disputeCents(dispute, state),
    reason: paypal.wordsOf(dispute.reason),
  }
}

/** The signature proves little about the body, so its shape is checked. */
const Message = z.object({
  id: z.string(),
  event_type: z.string(),
  resource_type: z.string().optional(),
  resource: z.object({
    id: z.string().optional(),
    dispute_id: z.string().optional(),
    payout_batch_id: z.string().optional(),
    batch_header: z.object({ payout_batch_id: z.string() }).optional(),
    billing_agreement_id: z.string().optional(),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: z.string() }).partial() })
      .partial()
      .optional(),
  }),
})

function eventOf(body: Buffer): ProviderEvent {
  const { success, data } = Message.safeParse(jsonOf(body))
  if (!success) throw new ForgedEvent('The message is none of PayPal’s')
  return { id: data.id, ...subjectOf(data) }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** `REVERSED`: PayPal itself has taken the money back. */
const SALE_REFUNDS = ['PAYMENT.SALE.REFUNDED', 'PAYMENT.SALE.REVERSED']

function subjectOf({ event_type, resource_type, resource }: z.infer<typeof Message>) {
  const id = resource.id ?? ''
  if (event_type.startsWith('CHECKOUT.ORDER.')) return { about: 'payment', reference: id } as const
  if (event_type.startsWith('CUSTOMER.DISPUTE.'))
    return { about: 'dispute', reference: resource.dispute_id ?? id } as const
  const batch = resource.payout_batch_id ?? resource.batch_header?.payout_batch_id
  if (event_type.startsWith('PAYMENT.PAYOUTS') && batch) return { about: 'payout', reference: batch } as const
  if (event_type.startsWith('BILLING.SUBSCRIPTION.')) return { about: 'subscription', reference: id } as const
  // of a plan's payment, the message may name its kind as `sale`
  if (resource_type === 'refund' || SALE_REFUNDS.includes(event_type))
    return { about: 'refund', reference: id } as const
  if (event_type.startsWith('PAYMENT.SALE.') && resource.billing_agreement_id)
    return { about: 'subscription', reference: resource.billing_agreement_id } as const
  const orderId = resource.supplementary_data?.related_ids?.order_id
  if (event_type.startsWith('PAYMENT.CAPTURE.') && orderId) return { about: 'payment', reference: orderId } as const
  return { about: 'other', reference: id } as const
}
