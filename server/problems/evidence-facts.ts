import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import { dollars } from '#server/money.ts'
import { presentProblem } from './present.ts'
import { problemsOfOrder } from './rows.ts'

/**
 * Everything that is known about a sale, as it was recorded. Columns are named one by one: no secret of a payment and
 * nothing of a card gets in.
 */
export async function evidenceOf(db: Db, orderId: number) {
  const order = await db
    .selectFrom('shopOrder as shop')
    .innerJoin('account as buyer', 'buyer.id', 'shop.buyerId')
    .where('shop.id', '=', orderId)
    .select(['shop.number', 'shop.state', 'shop.createdAt as placedAt', 'shop.paidAt as confirmedAt', 'shop.closedAt'])
    .select(['shop.buyerName as legalName', 'buyer.id as account', 'buyer.handle', 'buyer.email'])
    .select(['shop.subtotalCents', 'shop.totalCents'])
    .executeTakeFirst()
  if (!order) throw notFound('Order')
  const { number, state, placedAt, confirmedAt, closedAt, subtotalCents, totalCents, ...buyer } = order
  const [payments, refunds, disputes, items, mails, notices, problems] = await Promise.all([
    paymentsOf(db, orderId),
    refundsOf(db, orderId),
    disputesOf(db, orderId),
    itemsOf(db, orderId),
    mailsOf(db, orderId),
    noticesOf(db, orderId),
    problemsOfOrder(db, orderId),
  ])
  return {
    order: {
      number,
      state,
      placedAt,
      confirmedAt,
      closedAt,
      subtotal: dollars(subtotalCents),
      total: dollars(totalCents),
      buyer,
    },
    payments,
    refunds,
    disputes,
    items,
    mails,
    notices,
    problems: problems.map((row) => presentProblem(row, 'operator')),
  }
}
export type Evidence = Awaited<ReturnType<typeof evidenceOf>>

const inDollars = <Row extends { cents: number }>({ cents, ...row }: Row) => ({ amount: dollars(cents), ...row })

const paymentsOf = async (db: Db, orderId: number) =>
  (
    await db
      .selectFrom('payment')
      .where('orderId', '=', orderId)
      .select(['cents', 'provider', 'method', 'reference', 'state', 'createdAt as begunAt', 'paidAt'])
      .orderBy('id')
      .execute()
  ).map(inDollars)

const refundsOf = async (db: Db, orderId: number) =>
  (
    await db
      .selectFrom('refund')
      .where('orderId', '=', orderId)
      .select(['cents', 'reason', 'state', 'createdAt as promisedAt', 'doneAt as sentAt'])
      .orderBy('id')
      .execute()
  ).map(inDollars)

const disputesOf = async (db: Db, orderId: number) =>
  (
    await db
      .selectFrom('dispute')
      .innerJoin('payment', 'payment.id', 'dispute.paymentId')
      .where('payment.orderId', '=', orderId)
      .select(['dispute.cents', 'dispute.reference', 'dispute.reason', 'isInquiry', 'openedAt', 'closedAt'])
      // nobody wins or loses a question
      .select(
        sql<string>`case when is_inquiry and dispute.state <> 'open' then 'settled'
        else dispute.state::text end`.as('state'),
      )
      .orderBy('dispute.id')
      .execute()
  ).map(inDollars)

type Terms = { name: string; terms: { name: string; value?: string }[] }
type Delivered = { role: string; version: number; bytes: number; sha256: string }
type Downloaded = { file: string; day: string; firstAt: string | null; lastAt: string | null }

/** The lines of an order: what was sold under which terms, which files belong to it, and when they were asked for. */
async function itemsOf(db: Db, orderId: number) {
  const rows = await db
    .selectFrom('orderLine as line')
    .innerJoin('account as seller', 'seller.id', 'line.sellerId')
    .leftJoin('purchase', 'purchase.lineId', 'line.id')
    .leftJoin('termsVersion', 'termsVersion.id', 'purchase.termsId')
    .leftJoin('licensePaper as paper', 'paper.purchaseId', 'purchase.id')
    .where('line.orderId', '=', orderId)
    .select(['purchase.id as purchaseId', 'line.title', 'line.kind', 'line.label', 'line.cents', 'line.totalCents'])
    .select(['line.refundedCents', 'line.refusal', 'purchase.state', 'purchase.grantedAt', 'purchase.endedAt'])
    .select(['seller.id as sellerId', 'seller.handle as sellerHandle', 'paper.sellerName', 'paper.buyerName'])
    .select(['paper.number as licenseNumber', 'termsVersion.terms', 'termsVersion.since as termsSince'])
    .select([
      sql<Delivered[]>`coalesce((select json_agg(json_build_object('role', role, 'version', version,
        'bytes', size_bytes, 'sha256', encode(sha256, 'hex')) order by item_file.id) from purchase_file
        join item_file on item_file.id = file_id where purchase_file.purchase_id = purchase.id), '[]')`.as('files'),
      sql<Downloaded[]>`coalesce((select json_agg(json_build_object('file', file, 'day', day,
        'firstAt', to_char(first_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'lastAt', to_char(last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by day, first_at, file)
        from download where download.purchase_id = purchase.id), '[]')`.as('downloads'),
    ])
    .orderBy('line.position')
    .execute()
  return rows.map(({ cents, totalCents, refundedCents, terms, ...row }) => ({
    ...row,
    price: dollars(cents),
    paid: dollars(totalCents),
    refunded: dollars(refundedCents),
    terms: terms as Terms | null,
  }))
}

/** Mails name what they are about in their keys. Those with a one-time token are none of them. */
async function mailsOf(db: Db, orderId: number) {
  const { rows } = await sql<{ to: string; subject: string; text: string; writtenAt: Date; sentAt: Date | null }>`
    select recipient as "to", subject, text, created_at, sent_at from mail
    where secret is null and (dedupe_key = ${`receipt ${orderId}`} or dedupe_key like ${`sale ${orderId} %`}
      or dedupe_key in (select 'refund ' || id from refund where order_id = ${orderId})
      or (kind = 'problem' and split_part(dedupe_key, ' ', 2) in (select problem.id::text from purchase_problem problem
        join purchase on purchase.id = purchase_id join order_line line on line.id = purchase.line_id
        where line.order_id = ${orderId})))
    order by mail.id`.execute(db)
  return rows
}

/** Notices about the problems of an order to both sides, and about its purchases to the buyer. */
async function noticesOf(db: Db, orderId: number) {
  const { rows } = await sql<{ to: string; title: string; message: string; createdAt: Date; readAt: Date | null }>`
    select account.handle as "to", title, message, notification.created_at, read_at
    from notification join account on account.id = account_id
    where problem_id in (select problem.id from purchase_problem problem join purchase on purchase.id = purchase_id
        join order_line line on line.id = purchase.line_id where line.order_id = ${orderId})
      or (topic = 'purchase' and problem_id is null
        and account_id = (select buyer_id from shop_order where id = ${orderId})
        and slug in (select slug from order_line line join item on item.id = line.item_id where line.order_id = ${orderId})
        and notification.created_at >= (select paid_at from shop_order where id = ${orderId}))
    order by notification.id`.execute(db)
  return rows
}
