import { sql, type RawBuilder } from 'kysely'

/** The cents of a line that lost disputes over parts of its payment took. A part of a cent counts as a whole one. */
export const lostCents = (orderId: RawBuilder<unknown>, totalCents: RawBuilder<unknown>) => sql<number>`coalesce(
  (select sum(ceil(d.cents::numeric * ${totalCents} / paid.cents)) from dispute d join payment paid on paid.id = d.payment_id
    where paid.order_id = ${orderId} and d.state = 'lost'), 0)::bigint`
