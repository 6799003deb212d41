import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import { leftOfLine, lockOrder } from '#server/checkout/index.ts'
import type { App } from '#server/services.ts'

const rowsOf = (db: Db | Tx) =>
  db
    .selectFrom('purchaseProblem as problem')
    .innerJoin('purchase', 'purchase.id', 'problem.purchaseId')
    .innerJoin('orderLine as line', 'line.id', 'purchase.lineId')
    .innerJoin('item', 'item.id', 'purchase.itemId')
    .innerJoin('account as buyer', 'buyer.id', 'problem.buyerId')
    .innerJoin('account as seller', 'seller.id', 'problem.sellerId')
    .selectAll('problem')
    .select(['line.orderId', 'purchase.lineId', 'purchase.title', 'line.label', 'purchase.cents'])
    .select('purchase.state as purchaseState')
    .select(['item.slug', 'item.coverKey'])
    .select([
      sql<'beat' | 'pack' | 'kit'>`purchase.kind`.as('kind'),
      // a deleted account has a name that says nothing
      sql<string>`case when buyer.deleted_at is null then buyer.handle else 'A buyer who has left' end`.as('buyerName'),
      sql<string>`case when seller.deleted_at is null then seller.handle else 'A seller who has left' end`.as(
        'sellerName',
      ),
      sql<string | null>`case when buyer.deleted_at is null then buyer.email end`.as('buyerEmail'),
      sql<string | null>`case when seller.deleted_at is null then seller.email end`.as('sellerEmail'),
      sql<number>`coalesce((select r.cents from refund_line r where r.refund_id = problem.refund_id
        and r.line_id = purchase.line_id), 0)::bigint`.as('refundedCents'),
      leftOfLine.as('leftCents'),
    ])
export type ProblemRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

export type Role = 'buyer' | 'seller' | 'operator'

export const roleOf = ({ buyerId, sellerId }: Pick<ProblemRow, 'buyerId' | 'sellerId'>, account: number) =>
  account === buyerId ? 'buyer' : account === sellerId ? 'seller' : null

export async function findProblem(db: Db | Tx, id: number) {
  const row = await rowsOf(db).where('problem.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Problem')
  return row
}

/** A problem of one of its two sides. Those of other people are not found. */
export async function findOwnProblem(db: Db, id: number, account: number) {
  const row = await findProblem(db, id)
  if (roleOf(row, account) === null) throw notFound('Problem')
  return row
}

type Paging = { page: number; limit: number }

/** One page of the problems of an account: unfinished ones first, then the newest. */
export async function listProblems(db: Db, account: number, { page, limit }: Paging) {
  const [rows, counts] = await Promise.all([
    rowsOf(db)
      .where((where) => where.or([where('problem.buyerId', '=', account), where('problem.sellerId', '=', account)]))
      .orderBy(sql`problem.ended_at is not null`)
      .orderBy('problem.id', 'desc')
      .limit(limit)
      .offset(page * limit)
      .execute(),
    sql<{ total: number; waiting: number }>`select count(*)::int as total,
      (count(*) filter (where seller_id = ${account} and state = 'asked'))::int as waiting
      from purchase_problem where ${account} in (buyer_id, seller_id)`.execute(db),
  ])
  return { rows, ...counts.rows[0]! }
}

export const problemsOfOrder = (db: Db, orderId: number) =>
  rowsOf(db).where('line.orderId', '=', orderId).orderBy('problem.id', 'desc').execute()

/** Unfinished problems of an order. Their states change under the order's lock alone. */
export const unfinishedOf = (tx: Tx, orderId: number) =>
  rowsOf(tx).where('line.orderId', '=', orderId).where('problem.endedAt', 'is', null).orderBy('problem.id').execute()

/**
 * Does one step of a problem. Refunds and disputes end problems under the lock of the order, so each step takes that
 * lock, and reads the problem then.
 */
export async function step<Result>(app: App, id: number, act: (tx: Tx, problem: ProblemRow) => Promise<Result>) {
  const { orderId } = await findProblem(app.db, id)
  return app.db.transaction().execute(async (tx) => {
    await lockOrder(tx, orderId)
    await tx.selectFrom('purchaseProblem').where('id', '=', id).select('id').forUpdate().execute()
    return act(tx, await findProblem(tx, id))
  })
}
