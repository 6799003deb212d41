import type { Tx } from '#server/db/connect.ts'
import { stepEach, type Taker } from '#server/jobs/due.ts'
import { providerNamed } from '#server/payments/payments.ts'
import {
  UnknownToProvider,
  type NewPayment,
  type PaymentSeen,
  type Provider,
  type ProviderName,
  type StartedPayment,
} from '#server/payments/port.ts'
import type { App } from '#server/services.ts'
import { findPayment, keyOf, type PaymentRow } from './payments.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** A provider that has begun a subscription takes its first payment within some days. */
const PATIENCE = 4 * DAY
/** A subscription has no payments before its own first one. */
const EVER = new Date(0)

/** The payment of one period of a subscription. */
export type Charge = {
  provider: ProviderName
  /** Names the subscription at the provider. */
  subscription: string
  paidWith: string | null
  from: Date
  until: Date
}

/** A first payment as its provider tells it now, and the period that it pays for. */
export type FirstPayment = PaymentSeen & { charge?: Charge & { reference: string; isOver: boolean } }

/** Begins the first payment of a subscription. */
export const startSubscription = (
  { subscriptions }: Provider,
  { renews, card }: PaymentRow,
  request: NewPayment,
): Promise<StartedPayment> => subscriptions.start({ ...request, price: renews!, card, trialDays: 0 })

type Wish = { ends: boolean; now: Date }

/**
 * How the first payment of a subscription stands. `ends`: one that was not paid must not begin any more. An active one is
 * about to be paid, unless its provider has taken nothing for days. A provider may forget one that nobody has approved.
 */
export function findFirstPayment(provider: Provider, payment: PaymentRow, wish: Wish): Promise<FirstPayment> {
  return findKnown(provider, payment, wish).catch((error: unknown) => {
    if (!(error instanceof UnknownToProvider)) throw error
    return { state: 'canceled', cents: payment.cents, currency: 'USD', feeCents: null, paidWith: null, failure: null }
  })
}

async function findKnown(provider: Provider, payment: PaymentRow, { ends, now }: Wish): Promise<FirstPayment> {
  const calls = provider.subscriptions
  const reference = payment.subscription!
  const findPayments = () => calls.findPayments({ reference, since: EVER })
  const isAwaited = async () =>
    now.getTime() - payment.createdAt.getTime() < PATIENCE ||
    (await findPayments()).some(({ state }) => state !== 'canceled')
  let seen = await calls.find(reference)
  if (ends && (seen.state !== 'active' || !(await isAwaited())))
    seen = await calls.end({ key: keyOf(payment, 'end'), reference })
  const payments = await findPayments()
  const first = payments.find(({ state }) => state === 'paid') // a declined one may come before
  const { currency, paidWith, failure } = seen
  if (first) {
    const { from, until } = first
    const period = { provider: provider.name, subscription: reference, paidWith, from, until }
    return { ...first, paidWith, charge: { ...period, reference: first.reference, isOver: seen.state === 'ended' } }
  }
  const state = seen.state === 'ended' ? 'canceled' : seen.state === 'active' ? 'processing' : 'open'
  return { state, cents: payment.cents, currency, feeCents: null, paidWith, failure }
}

/** Ends a subscription at its provider, as soon as the transaction is over. */
export const endSubscription = (
  tx: Tx,
  { provider, subscription }: { provider: string; subscription: string },
  now: Date,
) =>
  tx
    .updateTable('payment')
    .set({ endSubscriptionAt: now })
    .where('id', '=', (payments) =>
      payments
        .selectFrom('payment')
        .where('provider', '=', provider)
        .where('subscription', '=', subscription)
        .select(({ fn }) => fn.min('id').as('id')),
    )
    .execute()

/** Ends subscriptions at their providers. One that nobody has any more must not be renewed. */
export const endTaker: Taker = {
  name: 'end subscriptions at their providers',
  takeDue: (app, now) =>
    stepEach(app, now, {
      table: 'payment',
      column: 'end_subscription_at',
      retryAfter: MINUTE,
      isTogether: true,
      act: (id) => end(app, id),
    }),
}

async function end({ db, payments }: App, id: number) {
  const { provider, subscription } = await findPayment(db, id)
  const { subscriptions } = providerNamed(payments, provider)
  const seen = await subscriptions.end({ key: keyOf({ id }, 'end'), reference: subscription! })
  if (seen.state !== 'ended') throw new Error(`${provider} has not ended subscription ${subscription}.`)
  await db.updateTable('payment').set({ endSubscriptionAt: null }).where('id', '=', id).execute()
}
