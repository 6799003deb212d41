import { sql, type ExpressionBuilder, type SelectQueryBuilder } from 'kysely'
import type { CartItem } from '#contract/checkout.ts'
import type { DeskOrder, DeskOrderDetail, OrderState } from '#contract/orders.ts'
import type { Db } from '#server/db/connect.ts'
import { containing } from '#server/db/like.ts'
import { listPages, REACH } from '#server/db/list-pages.ts'
import { rareNumbersOf } from '#server/db/rare-number.ts'
import type { DB } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import { mediaUrl } from '#server/http/media-url.ts'
import { dollars } from '#server/money.ts'
import { differenceOf, settledDifferenceOf } from './differences.ts'
import { FEW, HAS_PROBLEM, idsOf, NEEDY, type Asked, type Shape, type Typed } from './find-orders.ts'
import { leftOfLine } from './kept-cents.ts'
import { adjustmentsOf } from './orders.ts'
import { disputeOf } from './payments.ts'

const PENDING = sql<boolean>`exists (select from refund where order_id = shop_order.id and state = 'pending')`
const DISPUTED = sql<boolean>`exists (select from dispute join payment on payment.id = dispute.payment_id
  where payment.order_id = shop_order.id and dispute.state = 'open')`
/** Few payments differ, so their orders are looked up first. */
const DIFFERENCE = sql<string | null>`case when shop_order.id in (${FEW.different})
  then ${differenceOf(sql`shop_order.id`)} end`
const PAID_WITH = sql<
  string | null
>`(select paid_with from payment where order_id = shop_order.id order by id desc limit 1)`

const ordersOf = (db: Db) => db.selectFrom('shopOrder').innerJoin('account', 'account.id', 'shopOrder.buyerId')

const pageOfOrders = listPages(
  (db, given: Typed, shape: Shape) => ({
    ...idsOf(given, shape),
    rowOf: (id) => withFacts(ordersOf(db).where('shopOrder.id', '=', id)),
  }),
  { needYou: NEEDY },
)

const rareNumber = rareNumbersOf('orderLine', ['title'])

/** One page of all orders, newest first; of those that wait for the operator, the oldest first. */
export async function listOrders(db: Db, { q, state, page, limit }: Asked & { page: number; limit: number }) {
  const isSearch = q !== ''
  const rare = await rareNumber(db, q)
  return pageOfOrders(db, {
    given: { typed: q.toLowerCase(), number: q.toUpperCase(), part: containing(q), rare },
    shape: { state, isSearch, hasRare: rare !== null, most: Math.max(REACH, limit) + 1 },
    page,
    limit,
    isSearch,
  })
}

type Orders<O = object> = SelectQueryBuilder<DB, 'shopOrder' | 'account', O>

/** The lines are read once for all that is shown of them. */
const linesOf = (all: ExpressionBuilder<DB, 'shopOrder'>) =>
  all
    .selectFrom('orderLine')
    .whereRef('orderId', '=', 'shopOrder.id')
    .select([
      sql<number>`count(*)::int`.as('lines'),
      sql<number>`coalesce(sum(refunded_cents), 0)::bigint`.as('refundedCents'),
      sql<string | null>`min(title) filter (where position = 0)`.as('title'),
      sql<string | null>`min(label) filter (where position = 0)`.as('label'),
      sql<number | null>`min(item_id) filter (where position = 0)`.as('itemId'),
      sql<DeskOrder['service']>`min(coalesce(asked->>'planId', asked->>'type')) filter (where position = 0)`.as(
        'service',
      ),
    ])
    .as('line')

const withFacts = (orders: Orders) =>
  orders
    .innerJoinLateral(linesOf, (join) => join.onTrue())
    .leftJoin('item', 'item.id', 'line.itemId')
    .select(['shopOrder.id', 'number', 'shopOrder.createdAt', 'shopOrder.state', 'totalCents', 'buyerName'])
    .select(['account.id as buyerId', 'account.handle', 'line.title', 'line.label', 'line.service', 'item.coverKey'])
    .select(['line.lines', 'line.refundedCents', PENDING.as('isRefunding'), DISPUTED.as('isDisputed')])
    .select([HAS_PROBLEM.as('hasProblem'), DIFFERENCE.as('difference'), PAID_WITH.as('paidWith')])
export type OrderRow = Awaited<ReturnType<ReturnType<typeof withFacts>['execute']>>[number]

export function presentOrder(row: OrderRow): DeskOrder {
  const more = row.lines > 1 ? ` and ${row.lines - 1} more` : ''
  return {
    id: row.id,
    number: row.number,
    createdAt: row.createdAt.toISOString(),
    buyer: { id: row.buyerId, name: row.handle },
    what: `${row.title ?? ''}, ${row.label ?? ''}${more}`,
    coverUrl: row.coverKey && mediaUrl(`${row.coverKey}/640.webp`),
    service: row.service,
    paidWith: row.paidWith,
    total: dollars(row.totalCents),
    state: stateOf(row),
    difference: row.difference,
    needs: needsOf(row),
  }
}

const needsOf = ({ isDisputed, isRefunding, hasProblem, difference }: OrderRow) => [
  ...(hasProblem ? ['Decide a problem.'] : []),
  ...(isDisputed ? ['Answer a dispute.'] : []),
  ...(isRefunding ? ['A refund is not sent yet.'] : []),
  ...(difference === null ? [] : [difference]),
]

function stateOf({ state, isDisputed, isRefunding, refundedCents, totalCents }: OrderRow): OrderState {
  if (isDisputed) return 'disputed'
  if (isRefunding) return 'refund pending'
  if (refundedCents > 0) return refundedCents === totalCents ? 'refunded' : 'partly refunded'
  return state
}

/** One order with everything that happened to it. */
export async function findOrder(db: Db, id: number): Promise<DeskOrderDetail> {
  const row = await withFacts(ordersOf(db).where('shopOrder.id', '=', id))
    .select(settledDifferenceOf(sql`shop_order.id`).as('settledDifference'))
    .executeTakeFirst()
  if (!row) throw notFound('Order')
  const lines = await linesAt(db, id)
  const isSettled = row.state === 'paid' && !row.isRefunding && !(await disputeOf(db, id))
  return {
    ...presentOrder(row),
    buyerName: row.buyerName,
    settledDifference: row.settledDifference,
    lines,
    canBeRefunded: isSettled && lines.some(({ refundable }) => refundable > 0),
    happened: await historyOf(db, id),
  }
}

async function linesAt(db: Db, orderId: number) {
  const [rows, taken] = await Promise.all([lineRows(db, orderId), adjustmentsOf(db, orderId)])
  return rows.map(({ label, sellerId, handle, cents, totalCents, returnedCents, leftCents, ...line }) => ({
    ...line,
    licenseName: label,
    seller: { id: sellerId, name: handle },
    price: dollars(cents),
    adjustments: taken
      .filter(({ lineId }) => lineId === line.id)
      .map(({ reason, cents }) => ({ reason, amount: dollars(cents) })),
    total: dollars(totalCents),
    refunded: dollars(returnedCents),
    refundable: dollars(leftCents),
  }))
}

const lineRows = (db: Db, orderId: number) =>
  db
    .selectFrom('orderLine as line')
    .innerJoin('account', 'account.id', 'line.sellerId')
    .where('orderId', '=', orderId)
    .select(['line.id', 'title', 'label', 'sellerId', 'handle', 'cents', 'totalCents', 'refusal'])
    .select(sql<CartItem['type']>`line.kind`.as('type'))
    .select([
      sql<number>`refunded_cents + (select coalesce(sum(r.cents), 0)::bigint from refund_line r
        join refund on refund.id = r.refund_id where r.line_id = line.id and refund.state = 'pending')`.as(
        'returnedCents',
      ),
      leftOfLine.as('leftCents'),
      sql<number>`(select count(distinct day)::int from download join purchase on purchase.id = purchase_id
        where purchase.line_id = line.id)`.as('downloads'),
    ])
    .orderBy('position')
    .execute()

type Moment = { at: Date; what: string }

/** Steps of one moment stand in the order in which they are listed here. */
async function historyOf(db: Db, orderId: number) {
  const { rows } = await sql<Moment>`
    select 0 as step, created_at as at, 'Order stored' as what from shop_order where id = ${orderId}
    union all select 1, created_at, 'Payment begun: ' || provider || ', ' || method from payment where order_id = ${orderId}
    union all select 2, e.received_at, 'Message of ' || e.provider || ' about the ' || e.about || ' came'
      from provider_event e join payment p on p.provider = e.provider and p.reference = e.reference
      where p.order_id = ${orderId}
    union all select 3, paid_at, 'Paid' || coalesce(' with ' || paid_with, '') ||
      coalesce(', fee $' || round(fee_cents / 100.0, 2), '') from payment where order_id = ${orderId} and paid_at is not null
    union all select 4, paid_at, 'Order completed' from shop_order where id = ${orderId} and paid_at is not null
    union all select 5, closed_at, 'Order ' || state from shop_order where id = ${orderId} and closed_at is not null
    union all select 6, created_at, 'Refund of $' || round(cents / 100.0, 2) || ' asked: ' || reason
      from refund where order_id = ${orderId}
    union all select 7, done_at, 'Refund of $' || round(cents / 100.0, 2) || ' sent' from refund
      where order_id = ${orderId} and done_at is not null
    union all select 8, opened_at, case when d.is_inquiry then 'The buyer’s bank asks about $' else 'Dispute of $' end
      || round(d.cents / 100.0, 2) || case when d.is_inquiry then ': ' else ' opened: ' end || d.reason
      from dispute d join payment p on p.id = d.payment_id where p.order_id = ${orderId}
    union all select 9, p.created_at, 'Problem reported with “' || purchase.title || '”'
      from purchase_problem p join purchase on purchase.id = p.purchase_id
      join order_line l on l.id = purchase.line_id where l.order_id = ${orderId}
    union all select 10, p.ended_at, 'Problem with “' || purchase.title || '” ended: ' || p.state
      from purchase_problem p join purchase on purchase.id = p.purchase_id
      join order_line l on l.id = purchase.line_id where l.order_id = ${orderId} and p.ended_at is not null
    union all select 11, closed_at,
      case when d.is_inquiry then 'The bank’s question is settled' else 'Dispute ' || d.state end
      from dispute d join payment p on p.id = d.payment_id
      where p.order_id = ${orderId} and closed_at is not null
    union all select 12, created_at, 'Difference settled: ' || reason from admin_action
      where subject_kind = 'order' and subject_id = ${orderId} and action = 'settle difference'
    order by at, step`.execute(db)
  return rows.map(({ at, what }) => ({ at: at.toISOString(), what }))
}
