import type { Db, Tx } from '#server/db/connect.ts'
import { ApiError } from '#server/errors.ts'
import { ProviderRefused, type PaymentSeen, type ProviderEvent, type ProviderName } from '#server/payments/port.ts'
import { providerNamed } from '#server/payments/payments.ts'
import type { App } from '#server/services.ts'
import { beginPayment } from './begin-payment.ts'
import type { Shop } from './shop.ts'
import { completeOrder } from './complete-order.ts'
import { endOrder, lockOrder } from './orders.ts'
import { compareAfter, FIRST_LOOK, keyOf, lockPayment, type PaymentRow } from './payments.ts'
import { endSubscription, findFirstPayment, type FirstPayment } from './subscribed.ts'
import { returnPayment } from './refunds.ts'

const DAY = 24 * 60 * 60_000
/** PayPal's pages of approval lapse long before. */
const APPROVABLE = 4 * DAY

/** Where a payment is to be brought: to its end if possible, or out of the way. */
type Wish = { ends?: 'canceled' | 'expired'; event?: ProviderEvent }

/**
 * Asks the provider how a payment stands, and brings the order to the same. Webhook, return page, reconciler and a new
 * start call it, at once or again: an order is completed once, under its lock. A provider's event is only the occasion.
 * Returns the lines of an order that it has completed.
 */
export async function settle(shop: Shop, payment: PaymentRow, { ends, event }: Wish = {}) {
  const { app } = shop
  const seen = payment.state === 'paid' ? null : await look(app, payment, Boolean(ends))
  return app.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, payment.orderId)
    if (event) await keepEvent(app, tx, payment.provider, event)
    const present = await lockPayment(tx, payment.id)
    if (!seen || present.state === 'paid') return null
    if (seen.state === 'paid') return take(shop, tx, { order, payment: present, seen })
    const state = seen.state === 'approved' ? 'open' : seen.state
    const isEnded = present.state === 'canceled'
    const isOver = state === 'canceled' || (isEnded && state === 'open')
    const dueAt = isOver ? lateLook(app, present) : nextLook(app, present)
    await tx
      .updateTable('payment')
      .set(isEnded ? { dueAt } : { state, failure: failureOf(seen, present), dueAt })
      .where('id', '=', payment.id)
      .execute()
    if (isEnded) return null
    if (state === 'canceled') await endOrder(tx, order.id, ends ?? 'canceled', app.clock.now())
    return null
  })
}

/** PayPal tells a decline once, as the answer to a capture. It stays known as long as the buyer can try again. */
const failureOf = (seen: PaymentSeen, { failure }: PaymentRow) =>
  seen.failure ?? (seen.state === 'open' ? failure : null)

/** A young payment is looked at each minute, an older one every ten. */
function nextLook({ clock }: App, { createdAt }: PaymentRow) {
  const now = clock.now().getTime()
  return new Date(now + (now - createdAt.getTime() < 10 * FIRST_LOOK ? FIRST_LOOK / 2 : 5 * FIRST_LOOK))
}

/**
 * PayPal can't end what its buyer has not approved, and takes the money of a subscription that is approved later. So an
 * ended payment there is looked at each day until nobody can approve it any more: its messages may get lost.
 */
function lateLook({ clock }: App, { method, createdAt }: PaymentRow) {
  const now = clock.now().getTime()
  return method === 'paypal' && now - createdAt.getTime() < APPROVABLE ? new Date(now + DAY) : null
}

/**
 * Takes the money of an approved payment as long as its order is open, or ends the payment. Returns null for one that the
 * provider refuses to begin: it has ended.
 */
async function look(app: App, payment: PaymentRow, ends: boolean): Promise<FirstPayment | null> {
  const provider = providerNamed(app.payments, payment.provider)
  const begun = await beginPayment(app, payment, { origin: app.config.publicUrl ?? 'http://localhost' }).catch(
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 'payment_refused') return null
      throw error
    },
  )
  if (!begun) return null
  const { reference } = begun
  if (payment.renews)
    return findFirstPayment(
      provider,
      { ...payment, subscription: reference },
      { ends: ends || !(await mayCapture(app, payment)), now: app.clock.now() },
    )
  if (ends) return provider.cancelPayment(reference)
  const seen = await provider.findPayment(reference)
  if (seen.state !== 'approved' || !(await mayCapture(app, payment))) return seen
  try {
    const captured = await provider.capturePayment({ key: keyOf(payment, `capture-${payment.tries}`), reference })
    if (captured.failure) await countTry(app, payment)
    return captured
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    await countTry(app, payment)
    return { ...(await provider.findPayment(reference)), failure: error.message }
  }
}

/** A payment that the shop has ended is never captured, even if its buyer approves it afterwards. */
const mayCapture = async ({ db }: App, { id }: PaymentRow) =>
  (await db
    .selectFrom('payment')
    .innerJoin('shopOrder', 'shopOrder.id', 'payment.orderId')
    .where('payment.id', '=', id)
    .where('payment.state', 'in', ['open', 'processing'])
    .where('shopOrder.state', '=', 'open')
    .select('payment.id')
    .executeTakeFirst()) !== undefined

/** Providers repeat a failure under its key, so the next try gets another one. */
const countTry = ({ db }: App, { id, tries }: PaymentRow) =>
  db
    .updateTable('payment')
    .set({ tries: tries + 1 })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .execute()

/** A message that came is kept once. */
export const keepEvent = (
  { clock }: App,
  db: Db | Tx,
  provider: ProviderName,
  { id, about, reference }: ProviderEvent,
) =>
  db
    .insertInto('providerEvent')
    .values({ provider, eventId: id, about, reference, receivedAt: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

type Paid = { order: Awaited<ReturnType<typeof lockOrder>>; payment: PaymentRow; seen: FirstPayment }

/** The money is there: it completes the order it is for, or goes back. */
async function take(shop: Shop, tx: Tx, { order, payment, seen }: Paid) {
  const { app } = shop
  const now = app.clock.now()
  const { charge } = seen
  await tx
    .updateTable('payment')
    .set({
      state: 'paid',
      ...(charge && { reference: charge.reference }), // refunds and disputes name the payment itself
      paidAt: now,
      dueAt: null,
      compareAt: compareAfter(now),
      paidWith: seen.paidWith,
      feeCents: seen.feeCents,
      failure: null,
    })
    .where('id', '=', payment.id)
    .execute()
  const isRight = seen.cents === order.totalCents && seen.currency === 'USD'
  if (order.state === 'open' && isRight && !charge?.isOver)
    return completeOrder(shop, tx, order, { ...payment, feeCents: seen.feeCents, charge })
  if (charge) await endSubscription(tx, charge, now)
  const reason = isRight ? 'The payment arrived after the order had ended.' : 'Another amount was paid than was asked.'
  await returnPayment(app, tx, { payment, cents: seen.cents, reason })
  await endOrder(tx, order.id, 'canceled', now)
  return null
}
