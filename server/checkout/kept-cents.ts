import { sql } from 'kysely'

/**
 * The cents of an order's line that neither refunds nor lost disputes over parts of its payment took. A part of a cent
 * counts as a whole one. `line` names the line in the query.
 */
export function keptCents(line: string) {
  const [orderId, totalCents, refundedCents] = ['orderId', 'totalCents', 'refundedCents'].map((column) =>
    sql.ref(`${line}.${column}`),
  )
  return sql<number>`greatest(0, ${totalCents} - ${refundedCents} - coalesce(
    (select sum(ceil(d.cents::numeric * ${totalCents} / paid.cents)) from dispute d join payment paid on paid.id = d.payment_id
      where paid.order_id = ${orderId} and d.state = 'lost'), 0))::bigint`
}
