import { sql } from 'kysely'
import { lostCents } from './lost-cents.ts'

const ownLeft = sql`greatest(0, l.total_cents - l.refunded_cents - ${lostCents('l')}
  - coalesce((select sum(r.cents) from refund_line r join refund on refund.id = r.refund_id
      where r.line_id = l.id and refund.state <> 'done'), 0))`

const leftOfPayment = sql`sum(l.total_cents) over ()
  - coalesce((select sum(r.cents) from refund_line r join refund on refund.id = r.refund_id
      where refund.order_id = line.order_id), 0)
  - coalesce((select sum(d.cents) from dispute d join payment on payment.id = d.payment_id
      where payment.order_id = line.order_id and d.state = 'lost'), 0)`

/**
 * The cents of an `order_line as line` that can go back: neither refunds took them, sent or promised, nor lost disputes.
 * All lines of an order together have no more than the provider has: a line that was refunded before a dispute bears none
 * of its loss.
 */
export const leftOfLine = sql<number>`(select greatest(0, least(own, whole - earlier))::bigint from (
  select id, own, whole, sum(own) over (order by position) - own as earlier from (
    select l.id, l.position, ${ownLeft} as own, ${leftOfPayment} as whole
      from order_line l where l.order_id = line.order_id) every) lines where id = line.id)`
