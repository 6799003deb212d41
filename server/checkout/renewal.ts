import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { CartItem, PaymentMethod } from '#contract/checkout.ts'
import { HOUSE } from '#contract/support.ts'
import type { Tx } from '#server/db/connect.ts'
import type { SubscriptionPayment } from '#server/payments/port-subscriptions.ts'
import { deliver } from './complete-order.ts'
import { numberAt } from './orders.ts'
import { compareAfter, paymentOf } from './payments.ts'
import type { Shop } from './shop.ts'
import type { Charge } from './subscribed.ts'

type Renewal = {
  buyerId: number
  asked: CartItem
  title: string
  label: string
  method: PaymentMethod
  payment: SubscriptionPayment
  charge: Charge
}

/**
 * Books a payment that a provider has taken for the next period of a subscription. It gets an order of its own, which is
 * paid already, so receipts, refunds, disputes and the comparison of books treat it like any other. Its caller holds the
 * subscription's lock. A payment that is booked already changes nothing.
 */
export async function bookRenewal(shop: Shop, tx: Tx, renewal: Renewal) {
  const { buyerId, asked, title, label, method, payment, charge } = renewal
  const { cents, reference, feeCents } = payment
  if (await paymentOf(tx, { provider: charge.provider, reference })) return
  const now = shop.app.clock.now()
  const order = await tx
    .insertInto('shopOrder')
    .values({
      buyerId,
      state: 'paid',
      mode: shop.app.payments.mode,
      requestHash: createHash('sha256').update(reference).digest(),
      number: numberAt(now),
      subtotalCents: cents,
      totalCents: cents,
      createdAt: now,
      paidAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('orderLine')
    .values({
      orderId: order.id,
      position: 0,
      kind: asked.type,
      sellerId: HOUSE,
      title,
      label,
      asked: sql`${JSON.stringify(asked)}::jsonb`,
      cents,
      totalCents: cents,
    })
    .execute()
  const paid = await tx
    .insertInto('payment')
    .values({
      orderId: order.id,
      provider: charge.provider,
      method,
      reference,
      subscription: charge.subscription,
      state: 'paid',
      cents,
      feeCents,
      paidWith: charge.paidWith,
      createdAt: now,
      paidAt: now,
      compareAt: compareAfter(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { provider } = charge
  const booked = { id: paid.id, orderId: order.id, provider, cents, feeCents, charge, isRenewal: true }
  await deliver(shop, tx, order, booked)
}
