import { sql, type RawBuilder } from 'kysely'
import { expectNoSide } from '#server/accounts/index.ts'
import { record } from '#server/audit/audit.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { App } from '#server/services.ts'

/** The differences of all payments of an order to their provider's books, as one text. */
export const differenceOf = (orderId: RawBuilder<unknown>) => sql<string | null>`(
  select string_agg(difference, ' ' order by id) from payment where order_id = ${orderId} and difference is not null)`

/** A difference that was settled, and that the last comparison has still seen. */
export const settledDifferenceOf = (orderId: RawBuilder<unknown>) => sql<string | null>`(
  select string_agg(settled_difference, ' ' order by id) from payment where order_id = ${orderId})`

type Settled = { difference: string; reason: string }

/**
 * An admin accepts what the provider's books say otherwise. Nothing is booked. It stands at the desk again when a later
 * comparison finds anything else.
 */
export async function settleDifference(app: App, adminId: number, orderId: number, { difference, reason }: Settled) {
  await app.db.transaction().execute(async (tx) => {
    const order = await tx
      .selectFrom('shopOrder')
      .where('id', '=', orderId)
      .select('buyerId')
      .forUpdate()
      .executeTakeFirst()
    if (!order) throw notFound('Order')
    const lines = await tx.selectFrom('orderLine').where('orderId', '=', orderId).select('sellerId').execute()
    const sides = [order.buyerId, ...lines.map(({ sellerId }) => sellerId)]
    await expectNoSide(tx, adminId, sides, 'You bought or sold in this order: another admin settles it.')
    const { present } = await tx.selectNoFrom(differenceOf(sql.val(orderId)).as('present')).executeTakeFirstOrThrow()
    if (present === null) throw conflict('settled', 'This order has no difference any more.')
    if (present !== difference)
      throw conflict('changed', 'The difference has changed. Read it again before you settle it.')
    await tx
      .updateTable('payment')
      .set({ settledDifference: sql.ref('difference'), difference: null })
      .where('orderId', '=', orderId)
      .where('difference', 'is not', null)
      .execute()
    await record(app, tx, adminId, { action: 'settle difference', subject: { kind: 'order', id: orderId }, reason })
  })
}
