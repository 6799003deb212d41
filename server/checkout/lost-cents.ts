import { sql } from 'kysely'

/** The cents that lost disputes over parts of a payment took from the lines up to these cents of its order. */
const lostUpTo = (cents: string) => `ceil(d.cents::numeric * (${cents}) / paid.cents)`

/**
 * The cents of an `order_line` that lost disputes over parts of its payment took, by the name of the line's row. Sums are
 * rounded in the order of the lines, so that the parts of all lines are exactly the loss.
 */
export const lostCents = (line: 'line' | 'l' | 'order_line') => sql<number>`coalesce(
  (select sum(${sql.raw(lostUpTo(`before.cents + ${line}.total_cents`))} - ${sql.raw(lostUpTo('before.cents'))})
    from dispute d join payment paid on paid.id = d.payment_id
    cross join lateral (select coalesce(sum(total_cents), 0) as cents from order_line
      where order_id = paid.order_id and position < ${sql.ref(`${line}.position`)}) before
    where paid.order_id = ${sql.ref(`${line}.order_id`)} and d.state = 'lost'), 0)::bigint`
