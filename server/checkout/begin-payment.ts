import { builtOnce } from '#server/db/built-once.ts'
import { plannedOnce } from '#server/db/connect.ts'
import { ApiError, conflict } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { ProviderDown, ProviderRefused, type StartedPayment } from '#server/payments/port.ts'
import { providerNamed } from '#server/payments/payments.ts'
import { endOrder, lockOrder } from './orders.ts'
import { findPayment, keyOf, lockPayment, type PaymentRow } from './payments.ts'
import { startSubscription } from './subscribed.ts'

/** The pages of this shop to which a provider sends the buyer back begin with this. */
type Asked = { origin: string; number?: string | undefined }

/**
 * Begins a stored payment at its provider, or finds the one that was begun: the provider knows it by its key. A crash in
 * between leaves a payment that the reconciler begins once more and ends.
 */
export async function beginPayment(app: App, payment: PaymentRow, { origin, number }: Asked): Promise<StartedPayment> {
  if (payment.reference)
    return { reference: payment.reference, clientSecret: payment.clientSecret, approvalUrl: payment.approvalUrl }
  const back = payment.provider === 'paypal' || payment.method === 'paypal' ? 'paypal' : 'stripe'
  try {
    const provider = providerNamed(app.payments, payment.provider)
    const request = {
      key: keyOf(payment, 'start'),
      method: payment.method,
      cents: payment.cents,
      orderId: payment.orderId,
      description: `Slide order ${number ?? (await numberOf(app, payment))}`,
      returnUrl: `${origin}/payment/confirm?provider=${back}&orderId=${payment.orderId}`,
      cancelUrl: `${origin}/checkout?canceled=${payment.orderId}`,
    }
    const begun = await (payment.renews
      ? startSubscription(provider, payment, request)
      : provider.startPayment(request))
    return await keepReference(app, payment, begun)
  } catch (error) {
    if (error instanceof ProviderDown) throw payment.card === null ? providerDown() : stillAsking() // a start charges a card
    if (!(error instanceof ProviderRefused)) throw error
    await giveUp(app, payment, error.message)
    throw new ApiError(402, 'payment_refused', `${error.message} Nothing was charged.`)
  }
}

const numberOf = async ({ db }: App, { orderId }: PaymentRow) =>
  (await db.selectFrom('shopOrder').where('id', '=', orderId).select('number').executeTakeFirstOrThrow()).number

const providerDown = () =>
  new ApiError(
    503,
    'provider_down',
    'The payment provider does not answer. Nothing was charged. Try again in a moment, or pay another way.',
    { retryAfter: 30 },
  )

/** The buyer may have paid: nothing is called failed before the provider says so. */
export const stillAsking = () =>
  new ApiError(
    503,
    'provider_down',
    'The payment provider does not answer. If you have paid, your order completes by itself: do not pay again.',
    { retryAfter: 5 },
  )

/**
 * Ends a payment whose provider did not answer the start: the buyer got no address to pay at, and an answer that comes
 * later finds it ended. The start of a subscription by card charges it, so that one is never given up.
 */
export async function giveUpUnbegun(app: App, payment: PaymentRow, error: unknown) {
  const isUnbegun = payment.state === 'starting' && payment.card === null
  if (!isUnbegun || !(error instanceof ApiError) || error.code !== 'provider_down') throw error
  await giveUp(app, payment, error.message)
}

async function keepReference({ db }: App, { id, renews }: PaymentRow, begun: StartedPayment) {
  const { reference, clientSecret, approvalUrl } = begun
  const [kept] = await markOpen(db, { id, reference, clientSecret, approvalUrl, subscription: renews && reference })
  // another request may have kept it first
  if (!kept && (await findPayment(db, id)).reference !== begun.reference)
    throw conflict('payment_ended', 'This payment was ended. Nothing was charged. Start it again.')
  return begun
}

const markOpen = builtOnce((db, { id, ...begun }: StartedPayment & { id: number; subscription: string | null }) =>
  db
    .updateTable('payment')
    .set({ state: 'open', ...begun })
    .where('id', '=', id)
    .where('state', '=', 'starting')
    .returning('id')
    .modifyEnd(plannedOnce),
)

/** The provider has not begun, or nobody has the address to pay at, so no money can move. */
const giveUp = (app: App, { id, orderId }: PaymentRow, failure: string) =>
  app.db.transaction().execute(async (tx) => {
    await lockOrder(tx, orderId)
    const payment = await lockPayment(tx, id)
    if (payment.state !== 'starting') return
    await tx.updateTable('payment').set({ state: 'canceled', failure, dueAt: null }).where('id', '=', id).execute()
    await endOrder(tx, orderId, 'canceled', app.clock.now())
  })
