import { sql } from 'kysely'
import { ADJUSTMENT_KINDS } from '#contract/adjustment-kinds.ts'
import type { CartItem } from '#contract/checkout.ts'
import type { OrderDetail } from '#contract/purchases.ts'
import type { Db } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import { dollars } from '#server/money.ts'
import type { App } from '#server/services.ts'
import { downloadsOf } from './deliver.ts'
import { presentPurchase, purchasesOfOrder } from './purchases.ts'

/** An own order with what it bought. Orders of other people are not found. */
export async function findOrder(app: App, buyer: number, orderId: number): Promise<OrderDetail> {
  const { db } = app
  const order = await db
    .selectFrom('shopOrder')
    .where('id', '=', orderId)
    .where('buyerId', '=', buyer)
    .select(['id', 'number', 'state', 'createdAt', 'subtotalCents', 'totalCents'])
    .executeTakeFirst()
  if (!order) throw notFound('Order')
  const [adjustments, money, bought, services, refused] = await Promise.all([
    adjustmentsOf(db, orderId),
    moneyOf(db, orderId),
    purchasesOfOrder(db, buyer, orderId),
    servicesOf(db, orderId),
    refusedOf(db, orderId),
  ])
  return {
    orderId: order.id,
    number: order.number,
    state: order.state,
    createdAt: order.createdAt.toISOString(),
    subtotal: dollars(order.subtotalCents),
    adjustments: adjustments.map(({ reason, cents }) => ({ reason, amount: dollars(cents) })),
    tax: 0,
    total: dollars(order.totalCents),
    refunded: dollars(money.refundedCents),
    refunding: dollars(money.refundingCents),
    paidWith: money.paidWith,
    purchases: await Promise.all(
      bought.map(async (row) => ({
        ...presentPurchase(row),
        refunded: dollars(row.refundedCents),
        downloads: row.state === 'refunded' ? [] : await downloadsOf(app, row),
      })),
    ),
    services: services.map(({ totalCents, ...service }) => ({ ...service, price: dollars(totalCents) })),
    refused: refused.map(({ type, title, totalCents, refusal }) => ({
      type,
      title,
      price: dollars(totalCents),
      reason: refusal!,
    })),
  }
}

/** Each reason once, in the order in which it was taken off. */
const adjustmentsOf = (db: Db, orderId: number) =>
  db
    .selectFrom('orderAdjustment as one')
    .innerJoin('orderLine as line', 'line.id', 'one.lineId')
    .where('line.orderId', '=', orderId)
    .groupBy('one.reason')
    .select(['one.reason', sql<number>`sum(one.cents)::bigint`.as('cents')])
    .orderBy(sql`min(array[array_position(${ADJUSTMENT_KINDS}::text[], one.kind), line.position])`)
    .execute()

/** A refund that came back is sent again by another one. */
async function moneyOf(db: Db, orderId: number) {
  const { rows } = await sql<{ paidWith: string | null; refundedCents: number; refundingCents: number }>`select
    (select paid_with from payment where order_id = ${orderId} and state = 'paid' order by id limit 1) as paid_with,
    (select coalesce(sum(cents), 0)::bigint from refund where order_id = ${orderId} and state = 'done'
      and failure is null) as refunded_cents,
    (select coalesce(sum(cents), 0)::bigint from refund where order_id = ${orderId} and state = 'pending') as refunding_cents`.execute(
    db,
  )
  return rows[0]!
}

/** Lines that sell no item. */
const servicesOf = (db: Db, orderId: number) =>
  db
    .selectFrom('orderLine')
    .where('orderId', '=', orderId)
    .where('state', '=', 'granted')
    .where('itemId', 'is', null)
    .select(['title', 'label', 'totalCents', sql<'subscription' | 'promotion'>`kind`.as('type')])
    .orderBy('position')
    .execute()

const refusedOf = (db: Db, orderId: number) =>
  db
    .selectFrom('orderLine')
    .where('orderId', '=', orderId)
    .where('state', '=', 'refused')
    .select(['title', 'totalCents', 'refusal', sql<CartItem['type']>`kind`.as('type')])
    .orderBy('position')
    .execute()
