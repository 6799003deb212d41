import { sql, type RawBuilder } from 'kysely'
import { plannedOnce, type Db } from '#server/db/connect.ts'
import { REACH } from '#server/db/count-up-to.ts'
import { containing } from '#server/db/like.ts'

export type Asked = {
  q: string
  state: 'needs-you' | 'paid' | 'refunded' | 'disputed' | 'open' | 'different' | undefined
}

const LAST = '\u{10FFFF}'
/** A search for the beginning of a name looks at the orders of so many people. */
const MOST_BUYERS = 200

const ESCALATED = sql`select line.order_id from purchase_problem problem join purchase on purchase.id = purchase_id
  join order_line line on line.id = purchase.line_id where problem.state = 'escalated'`
export const HAS_PROBLEM = sql<boolean>`shop_order.id in (${ESCALATED})`

/** Orders from which something went back, or is to go back. */
function refundedOf(part: RawBuilder<unknown>) {
  return sql`(select distinct order_id from order_line where refunded_cents > 0 ${part})
    union (select order_id from refund where state = 'pending' ${part})`
}

/** Orders of which there are few. Each set is found by an index, however many orders there are. */
const FEW = {
  'needs-you': sql`select order_id from refund where due_at is not null
    union select order_id from payment where difference is not null
    union select order_id from dispute join payment on payment.id = payment_id where dispute.state = 'open'
    union ${ESCALATED}`,
  refunded: refundedOf(sql``),
  disputed: sql`select order_id from dispute join payment on payment.id = payment_id where dispute.state = 'open'`,
  different: sql`select order_id from payment where difference is not null`,
}

export const countNeedy = async (db: Db) =>
  (await sql<{ total: number }>`select count(*) as total from (${FEW['needs-you']}) needy ${plannedOnce}`.execute(db))
    .rows[0]!.total

/** One page of the ids of orders, newest first; of those that wait for the operator, the oldest first. */
export async function findOrders(db: Db, { page, limit, ...asked }: Asked & { page: number; limit: number }) {
  const reach = Math.max(REACH, limit)
  const { rows } = await sql<{ total: number; ids: number[] | null }>`
    with found as materialized (${idsOf(asked, reach + 1)})
    select (select count(*) from found) as total, (select array_agg(id order by place) from
      (select id, place from found order by place limit ${limit} offset ${Math.min(page * limit, reach)}) page) as ids
    ${asked.q ? sql`` : plannedOnce}`.execute(db)
  const { total, ids } = rows[0]!
  return { ids: page * limit >= reach ? [] : (ids ?? []), total: Math.min(total, reach), capped: total > reach }
}

function idsOf({ q, state }: Asked, most: number) {
  const few = state && state in FEW ? FEW[state as keyof typeof FEW] : null
  // there may be many of these; the newest orders have the highest ids
  if (state === 'refunded' && !q)
    return ordered(sql`id in (${refundedOf(sql`order by order_id desc limit ${sql.lit(most)}`)})`, most)
  if (few) return ordered(sql`id in (${few}) ${q ? sql`and ${matches(q)}` : sql``}`, most, state === 'needs-you')
  const only = state ? sql`state = ${state}::order_state` : sql`true`
  return ordered(q ? sql`${only} and id in (${searched({ q, state }, only, most)})` : only, most)
}

const ordered = (which: RawBuilder<unknown>, most: number, isOldestFirst = false) =>
  isOldestFirst
    ? sql`select id, row_number() over (order by created_at, id) as place from shop_order
        where ${which} order by created_at, id limit ${sql.lit(most)}`
    : sql`select id, row_number() over (order by created_at desc, id desc) as place from shop_order
        where ${which} order by created_at desc, id desc limit ${sql.lit(most)}`

const begins = (text: RawBuilder<unknown>, typed: string) => sql`(${text} >= ${typed} and ${text} < ${typed + LAST})`
const NUMBER = sql`number collate "C"`

/** The beginning of a number or of the buyer's name or email, or a part of an item's title. Each way has its index. */
function searched({ q, state }: Asked, only: RawBuilder<unknown>, most: number) {
  const typed = q.toLowerCase()
  const buyers = (text: RawBuilder<unknown>) => sql`(select id from account where deleted_at is null
    and ${begins(text, typed)} order by ${text}, id limit ${sql.lit(MOST_BUYERS)})`
  return sql`(select id from shop_order where ${begins(NUMBER, q.toUpperCase())} and ${only} limit ${sql.lit(most)})
    union all (select id from shop_order where ${only} and buyer_id = any(array(
      ${buyers(sql`lower(handle) collate "C"`)} union ${buyers(sql`email_key collate "C"`)}))
      order by id desc limit ${sql.lit(most)})
    union all (select order_id from order_line where title ilike ${containing(q)}
      ${state ? sql`and exists (select from shop_order where id = order_id and ${only})` : sql``}
      order by order_id desc limit ${sql.lit(most)})`
}

/** The same for orders of which there are few. */
const matches = (q: string) => sql`(${begins(NUMBER, q.toUpperCase())}
  or exists (select from account where account.id = buyer_id
    and (${begins(sql`lower(handle) collate "C"`, q.toLowerCase())} or ${begins(sql`email_key collate "C"`, q.toLowerCase())}))
  or exists (select from order_line where order_id = shop_order.id and title ilike ${containing(q)}))`
