import type { Payouts } from './port-payouts.ts'
import type { Subscriptions } from './port-subscriptions.ts'

/** The ways to pay, as the checkout's calls name them. */
export type Method = 'credit' | 'google' | 'paypal'
export type ProviderName = 'sandbox' | 'stripe' | 'paypal'

/**
 * A company that moves money. The checkout, the payouts and the plans know nothing else of it. Each call that changes
 * something carries a key: the same call with the same key happens once, so it may be repeated after any failure.
 */
export type Provider = {
  name: ProviderName
  methods: readonly Method[]

  startPayment: (payment: NewPayment) => Promise<StartedPayment>
  findPayment: (reference: string) => Promise<PaymentSeen>
  /** Takes the money of a payment that its buyer has approved. */
  capturePayment: (request: { key: string; reference: string }) => Promise<PaymentSeen>
  /** Ends a payment before it is paid. One that was paid meanwhile stays paid, and the answer says so. */
  cancelPayment: (reference: string) => Promise<PaymentSeen>

  refund: (refund: NewRefund) => Promise<RefundSeen>
  findRefund: (refund: { reference: string }) => Promise<RefundSeen>
  /**
   * Those of a payment, also those that somebody made at the provider itself. PayPal lists none of a plan's payments, but
   * finds those that its messages have told.
   */
  listRefunds: (payment: string, told: readonly string[]) => Promise<RefundSeen[]>
  /** The reference of the payment that a refund belongs to. */
  findRefundedPayment: (refund: { reference: string }) => Promise<string>

  findDispute: (reference: string) => Promise<DisputeSeen>

  subscriptions: Subscriptions
  /** Missing: this provider has none. */
  payouts?: Payouts

  /** Reads a message of the provider. A wrong signature throws `ForgedEvent`. */
  readEvent: (message: ReceivedMessage) => Promise<ProviderEvent>
}

export type NewPayment = {
  key: string
  method: Method
  cents: number
  orderId: number
  /** A line that the buyer sees at the provider. */
  description: string
  /** Pages of this shop to which the provider sends the buyer back. */
  returnUrl: string
  cancelUrl: string
}
export type StartedPayment = {
  reference: string
  /** Lets the buyer's browser, and nobody else, pay by card. */
  clientSecret: string | null
  /** The provider's page on which the buyer approves the payment. */
  approvalUrl: string | null
}

/** A payment as its provider tells it now. */
export type PaymentSeen = {
  /** `open`: the buyer has to act. `approved`: the buyer has agreed, and no money was taken yet. */
  state: 'open' | 'approved' | 'processing' | 'paid' | 'canceled'
  cents: number
  currency: string
  /** The provider's own fee, when it has told it. */
  feeCents: number | null
  /** For people: `Visa, ends 4242`. */
  paidWith: string | null
  /** The provider's sentence about the last attempt that failed. */
  failure: string | null
}

export type NewRefund = { key: string; payment: string; cents: number }
export type RefundSeen = { reference: string; state: 'pending' | 'done' | 'failed'; cents: number }

/** A buyer's bank takes money back, or asks to. */
export type DisputeSeen = {
  payment: string
  state: 'open' | 'won' | 'lost'
  /** The bank asks about the payment, and has taken nothing. It may become a dispute. */
  isInquiry: boolean
  cents: number
  reason: string
}

export type ReceivedMessage = { headers: Record<string, string | string[] | undefined>; body: Buffer }

/** A message is only a hint. Its receiver asks the provider how the thing stands before anything changes. */
export type ProviderEvent = {
  id: string
  about: 'payment' | 'refund' | 'dispute' | 'subscription' | 'payout' | 'other'
  /** Names the thing at the provider. A payment of a subscription is told as its subscription, a payout as its batch. */
  reference: string
}

/** The message was not sent by the provider, or is too old. */
export class ForgedEvent extends Error {
  override readonly name = 'ForgedEvent'
}

/** The provider says no, and a repetition would change nothing. Its sentence is for people. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused'
}

/** The provider does not know the thing, or has forgotten it. */
export class UnknownToProvider extends ProviderRefused {}

/** The provider did not answer. The outcome is unknown until a repetition with the same key tells it. */
export class ProviderDown extends Error {
  override readonly name = 'ProviderDown'
}
