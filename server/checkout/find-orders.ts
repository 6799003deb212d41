import { sql, type RawBuilder } from 'kysely'
import { begins } from '#server/db/like.ts'

export type Asked = {
  q: string
  state: 'needs-you' | 'paid' | 'refunded' | 'disputed' | 'open' | 'different' | undefined
}

/** A search for the beginning of a name looks at the orders of so many people. */
const MOST_BUYERS = 200

const ESCALATED = sql`select line.order_id from purchase_problem problem join purchase on purchase.id = purchase_id
  join order_line line on line.id = purchase.line_id where problem.state = 'escalated'`
export const HAS_PROBLEM = sql<boolean>`shop_order.id in (${ESCALATED})`

/** Orders from which something went back, or is to go back. */
function refundedOf(part: RawBuilder<unknown>) {
  return sql`(select distinct order_id from order_line where refunded_cents > 0 ${part})
    union all (select order_id from refund where state = 'pending' ${part})`
}

/** Orders of which there are few. Each set is found by an index, however many orders there are. */
export const FEW = {
  'needs-you': sql`select order_id from refund where due_at is not null
    union select order_id from payment where difference is not null
    union select order_id from dispute join payment on payment.id = payment_id where dispute.state = 'open'
    union ${ESCALATED}`,
  refunded: refundedOf(sql``),
  disputed: sql`select order_id from dispute join payment on payment.id = payment_id where dispute.state = 'open'`,
  different: sql`select order_id from payment where difference is not null`,
}

/** The number of orders that wait for the operator. */
export const NEEDY = sql<number>`select count(*) from (${FEW['needs-you']}) needy`

/** `rare` is a rare number in the part of a title, which is looked up first. */
export type Typed = { typed: string; number: string; part: string; rare: string | null }
export type Shape = { state: Asked['state']; isSearch: boolean; hasRare: boolean; most: number }

/**
 * The ids of orders, newest first; of those that wait for the operator, the oldest first. The newest orders have the
 * highest ids: orders that many ways lead to are not looked at for their time.
 */
export function idsOf(given: Typed, { state, isSearch, hasRare, most }: Shape) {
  const few = state && state in FEW ? FEW[state as keyof typeof FEW] : null
  // there may be many of these
  if (state === 'refunded' && !isSearch) {
    const refunded = refundedOf(sql`order by order_id desc limit ${sql.lit(most)}`)
    return { found: newest(sql`select order_id as id from (${refunded}) refunded`) }
  }
  if (few)
    return set(ordered(sql`id in (${few}) ${isSearch ? sql`and ${matches(given)}` : sql``}`, state === 'needs-you'))
  const only = state ? sql`state = ${sql.lit(state)}` : sql`true`
  return isSearch ? set(newest(searched(given, { state, hasRare, only, most }))) : { found: ordered(only) }
}

const set = (found: RawBuilder<{ id: number }>) => ({ found, isSet: true })
const newest = (ids: RawBuilder<unknown>) => sql<{ id: number }>`select distinct id from (${ids}) ways order by id desc`

const ordered = (which: RawBuilder<unknown>, isOldestFirst = false) =>
  isOldestFirst
    ? sql<{ id: number }>`select id from shop_order where ${which} order by created_at, id`
    : sql<{ id: number }>`select id from shop_order where ${which} order by created_at desc, id desc`

const NUMBER = sql`number collate "C"`
const HANDLE = sql`lower(handle) collate "C"`
const EMAIL = sql`email_key collate "C"`

type Searched = Pick<Shape, 'state' | 'hasRare' | 'most'> & { only: RawBuilder<unknown> }

/** The beginning of a number or of the buyer's name or email, or a part of an item's title. Each way has its index. */
function searched({ typed, number, part, rare }: Typed, { state, hasRare, only, most }: Searched) {
  const buyers = (text: RawBuilder<unknown>) => sql`(select id from account where deleted_at is null
    and ${begins(text, typed)} order by ${text}, id limit ${sql.lit(MOST_BUYERS)})`
  // 'offset 0' keeps the whole part away from the index
  const lines = hasRare
    ? sql`(select order_id, title from order_line where title ilike ${rare} offset 0) lines`
    : sql`order_line`
  return sql`(select id from shop_order where ${begins(NUMBER, number)} and ${only} limit ${sql.lit(most)})
    union all (select id from shop_order where ${only} and buyer_id = any(array(
      ${buyers(HANDLE)} union ${buyers(EMAIL)}))
      order by id desc limit ${sql.lit(most)})
    union all (select order_id from ${lines} where title ilike ${part}
      ${state ? sql`and exists (select from shop_order where id = order_id and ${only})` : sql``}
      order by order_id desc limit ${sql.lit(most)})`
}

/** The same for orders of which there are few. */
const matches = ({ typed, number, part }: Typed) => sql`(${begins(NUMBER, number)}
  or exists (select from account where account.id = buyer_id
    and (${begins(HANDLE, typed)} or ${begins(EMAIL, typed)}))
  or exists (select from order_line where order_id = shop_order.id and title ilike ${part}))`
