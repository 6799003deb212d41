import { sql } from 'kysely'
import { expectNoSide } from '#server/accounts/index.ts'
import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { conflict, notFound } from '#server/errors.ts'
import { cents } from '#server/money.ts'
import type { ProviderName } from '#server/payments/port.ts'
import type { App } from '#server/services.ts'
import type { WatchedShop } from './shop.ts'
import { lockOrder } from './orders.ts'
import { isDisputed } from './payments.ts'
import { askRefund, sendRefund } from './refunds.ts'

type Asked = { lines: { id: number; amount: number }[]; reason: string }

/** Promises the money, then sends it. If the provider fails, the refund stays pending and is sent by a later round. */
export async function refundByAdmin(shop: WatchedShop, adminId: number, orderId: number, { lines, reason }: Asked) {
  const { app, watch } = shop
  const id = await app.db.transaction().execute(async (tx) => {
    const asked = lines.map(({ id, amount }) => ({ id, cents: cents(amount) }))
    const id = await promiseRefund(app, tx, orderId, { lines: asked, reason, askedBy: adminId })
    const { buyerId } = await lockOrder(tx, orderId)
    await expectNoSide(tx, adminId, [buyerId], 'This order is yours: another admin refunds it.')
    await record(app, tx, adminId, { action: 'refund order', subject: { kind: 'order', id: orderId }, reason })
    await watch.refunded(app, tx, { id, orderId, reason, by: adminId })
    return id
  })
  await sendRefund(shop, id)
}

type Promised = {
  lines: { id: number; cents: number }[]
  reason: string
  askedBy: number | null
  reference?: string
}

/**
 * Locks a paid order and promises money back for its lines, as far as nothing else has a claim on it. The caller sends
 * the refund after its transaction.
 */
export async function promiseRefund(app: App, tx: Tx, orderId: number, promised: Promised) {
  const { lines } = promised
  const order = await tx.selectFrom('shopOrder').where('id', '=', orderId).selectAll().forUpdate().executeTakeFirst()
  if (!order) throw notFound('Order')
  const payment = await tx
    .selectFrom('payment')
    .where('orderId', '=', orderId)
    .where('state', '=', 'paid')
    .select(['id', 'orderId', 'provider'])
    .$narrowType<{ provider: ProviderName }>()
    .orderBy('id')
    .executeTakeFirst()
  if (order.state !== 'paid' || !payment) throw conflict('not_paid', 'Nothing was paid for this order.')
  if (await isDisputed(tx, payment.id))
    throw conflict('disputed', 'The buyer’s bank is asking for this money itself. Wait for the end of the dispute.')
  if (new Set(lines.map(({ id }) => id)).size < lines.length) throw conflict('too_much', 'A line was chosen twice.')
  await refuseUpgraded(tx, lines)
  return askRefund(app, tx, { payment, ...promised })
}

/**
 * The price of a lower license is a part of the price of its upgrade. Upgrades that cost nothing can't be refunded: they
 * end with it.
 */
async function refuseUpgraded(tx: Tx, lines: Promised['lines']) {
  const former = await tx
    .selectFrom('purchase')
    .where(
      'lineId',
      'in',
      lines.map(({ id }) => id),
    )
    .select('id')
    .orderBy('id')
    .forUpdate() // an upgrade that is being completed sees the refund, or is seen here
    .execute()
  const { rows } = await sql<{ title: string }>`with recursive later as (
      select title, superseded_by from purchase where id = any(${former.map(({ id }) => id)}::bigint[])
      union all
      select later.title, purchase.superseded_by from later join purchase on purchase.id = later.superseded_by)
    select later.title from later join purchase on purchase.id = later.superseded_by
      join order_line line on line.id = purchase.line_id
      where line.total_cents > line.refunded_cents limit 1`.execute(tx)
  if (rows[0])
    throw conflict('upgraded', `A higher license has replaced this one of “${rows[0].title}”. Refund that one first.`)
}
