import type { NewPayment, PaymentSeen, StartedPayment } from './port.ts'

/**
 * Payments that come again each month or year. The provider takes them by itself and tells the shop by an event about
 * the subscription; the shop asks then. Each of these payments is found, refunded and disputed like any other.
 */
export type Subscriptions = {
  /**
   * Takes the first payment of a card at once; PayPal and Google Pay wait for their buyer's approval. A declined card
   * throws `ProviderRefused`. If the answer has neither secret nor page, the buyer has nothing left to do.
   */
  start: (subscription: NewSubscription) => Promise<StartedPayment>
  find: (reference: string) => Promise<SubscriptionSeen>
  /** The payments that were begun since then, the oldest first. A period that costs nothing has none. */
  findPayments: (request: { reference: string; since: Date }) => Promise<SubscriptionPayment[]>
  /** Stops the renewals. The subscription ends with the period that is paid, or at once if none is. */
  cancel: (request: SubscriptionRequest) => Promise<SubscriptionSeen>
  /** Takes `cancel` back. A paused subscription is charged at once and begins a new period, or throws `ProviderRefused`. */
  resume: (request: SubscriptionRequest) => Promise<StartedPayment>
  /** Ends a subscription now. Nothing is paid back. */
  end: (request: SubscriptionRequest) => Promise<SubscriptionSeen>
}

export type SubscriptionPrice = {
  /** The shop's name of the plan. */
  plan: string
  cents: number
  every: 'month' | 'year'
}

/** `cents` is the first payment: the price, or less by what the shop has taken off. It may be 0. */
export type NewSubscription = NewPayment & {
  price: SubscriptionPrice
  /** For `credit`: the card that the buyer's browser has given to the provider, by its name there. */
  card: string | null
  /** Days before the first payment. */
  trialDays: number
}

export type SubscriptionRequest = { key: string; reference: string }

/** A subscription as its provider tells it now. */
export type SubscriptionSeen = {
  /**
   * `open`: the buyer has to act. `overdue`: a renewal has failed and is tried again. `paused`: every try has failed, and
   * nothing more is charged. `ended` is for good.
   */
  state: 'open' | 'active' | 'overdue' | 'paused' | 'ended'
  price: SubscriptionPrice
  currency: string
  /** The end of the last period that was paid or cost nothing; null before the first. */
  paidUntil: Date | null
  /** Canceled: there is no renewal after `paidUntil`. Where the provider only pauses, the shop calls `end` then. */
  endsWithPeriod: boolean
  /** For people: `Visa, ends 4242`. */
  paidWith: string | null
  /** The provider's sentence about the last attempt that failed. */
  failure: string | null
}

/** A payment for a period. `open`: it has failed and is tried again. `canceled`: it is not tried any more. */
export type SubscriptionPayment = PaymentSeen & {
  reference: string
  from: Date
  until: Date
  nextTryAt: Date | null
}
