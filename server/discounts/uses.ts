import { sql, type RawBuilder } from 'kysely'

/**
 * The lines on which a code or a deal counts: those of paid orders, and of open ones, which keep it. An order that ended
 * unpaid gives it back by its state alone. A line that was refused or refunded whole does not count.
 */
export const countedLines = (kind: 'code' | 'deal', source: RawBuilder<unknown>) => sql`order_adjustment taken
  join order_line line on line.id = taken.line_id join shop_order on shop_order.id = line.order_id
  where taken.kind = ${sql.lit(kind)} and taken.source_id = ${source} and shop_order.state in ('open', 'paid')
    and line.state <> 'refused' and (line.total_cents = 0 or line.refunded_cents < line.total_cents)`

/** The orders that use a code. The open order of this buyer is left out: a new one ends it. */
export const usesOf = (source: RawBuilder<unknown>, exceptOpenOf: number | null) => sql<number>`(
  select count(distinct line.order_id)::int from ${countedLines('code', source)}
    and not (shop_order.state = 'open' and shop_order.buyer_id is not distinct from ${exceptOpenOf}::bigint))`
