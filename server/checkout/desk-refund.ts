import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { conflict, notFound } from '#server/errors.ts'
import { cents } from '#server/money.ts'
import type { ProviderName } from '#server/payments/port.ts'
import type { Shop } from './shop.ts'
import { isDisputed } from './payments.ts'
import { askRefund, sendRefund } from './refunds.ts'

type Asked = { lines: { id: number; amount: number }[]; reason: string }

/** Promises the money, then sends it. If the provider fails, the refund stays pending and is sent by a later round. */
export async function refundByAdmin(shop: Shop, adminId: number, orderId: number, { lines, reason }: Asked) {
  const { app } = shop
  const refundId = await app.db.transaction().execute(async (tx) => {
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
    await record(app, tx, adminId, { action: 'refund order', subject: { kind: 'order', id: orderId }, reason })
    const asked = lines.map(({ id, amount }) => ({ id, cents: cents(amount) }))
    return askRefund(app, tx, { payment, lines: asked, reason, askedBy: adminId })
  })
  await sendRefund(shop, refundId)
}

/** The price of a lower license is a part of the price of its upgrade. */
async function refuseUpgraded(tx: Tx, lines: Asked['lines']) {
  const upgraded = await tx
    .selectFrom('purchase')
    .where(
      'lineId',
      'in',
      lines.map(({ id }) => id),
    )
    .where('state', '=', 'superseded')
    .select('title')
    .executeTakeFirst()
  if (upgraded)
    throw conflict('upgraded', `A higher license has replaced this one of “${upgraded.title}”. Refund that one first.`)
}
