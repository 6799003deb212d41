import { sql, type RawBuilder } from 'kysely'

/** The cents that lost disputes over parts of a payment took from the lines up to these cents of its order. */
const lostUpTo = (cents: RawBuilder<unknown>) => sql`ceil(d.cents::numeric * (${cents}) / paid.cents)`

/** Sums are rounded in the order of the lines, so that the parts of all lines are exactly the loss. */
const lostOfLine = sql`coalesce(
  (select sum(${lostUpTo(sql`before.cents + each.total_cents`)} - ${lostUpTo(sql`before.cents`)})
    from dispute d join payment paid on paid.id = d.payment_id
    cross join lateral (select coalesce(sum(total_cents), 0) as cents from order_line
      where order_id = paid.order_id and position < each.position) before
    where paid.order_id = each.order_id and d.state = 'lost'), 0)`

const lostOfOrder = sql`coalesce((select sum(d.cents) from dispute d join payment on payment.id = d.payment_id
  where payment.order_id = each.order_id and d.state = 'lost'), 0)`

const refundsOf = (which: RawBuilder<unknown>, states: RawBuilder<unknown>) =>
  sql`coalesce((select sum(r.cents) from refund_line r join refund on refund.id = r.refund_id
    where ${which} and refund.state ${states}), 0)`

/** All lines together have no more than the whole order: a line that was refunded before a dispute bears none of its loss. */
const restOf = (line: string, { refunded, ofOrder }: { refunded: RawBuilder<unknown>; ofOrder: RawBuilder<unknown> }) =>
  sql<number>`(
  select greatest(0, least(own, whole - earlier))::bigint from (
    select id, own, whole, sum(own) over (order by position) - own as earlier from (
      select each.id, each.position, greatest(0, each.total_cents - ${refunded} - ${lostOfLine}) as own,
          sum(each.total_cents) over () - ${ofOrder} - ${lostOfOrder} as whole
        from order_line each where each.order_id = ${sql.ref(`${line}.order_id`)}) every) rests
    where id = ${sql.ref(`${line}.id`)})`

/** The cents of an order's line that neither refunds nor lost disputes took. `line` names the line in the query. */
export const keptCents = (line: 'l' | 'order_line') =>
  restOf(line, {
    refunded: sql`each.refunded_cents`,
    ofOrder: refundsOf(sql`refund.order_id = each.order_id`, sql`= 'done'`),
  })

/** The cents of an `order_line as line` that can be refunded: those of a promised refund are spoken for. */
export const leftOfLine = restOf('line', {
  refunded: sql`(each.refunded_cents + ${refundsOf(sql`r.line_id = each.id`, sql`= 'pending'`)})`,
  ofOrder: refundsOf(sql`refund.order_id = each.order_id`, sql`<> 'failed'`),
})
