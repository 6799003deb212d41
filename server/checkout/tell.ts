import { sql, type Selectable } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { Refund } from '#server/db/types.ts'
import { kinds } from '#server/items/index.ts'
import { earnersOf, lineSubject } from '#server/ledger/index.ts'
import { mailOf } from '#server/mail/mail.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import type { Part } from './credit.ts'
import { receiptMail, refundMail, saleMail } from './mails.ts'
import { adjustmentsOf, type LockedOrder, type OrderLineRow } from './orders.ts'

type Sale = { order: LockedOrder; lines: OrderLineRow[]; parts: ReadonlyMap<number, readonly Part[]> }

/** Writes the buyer's receipt, and tells each seller and those who share their earnings. Notices come last. */
export async function tellOfSale(app: App, tx: Tx, { order, lines, parts }: Sale) {
  const { buyer, slugs } = await factsOf(tx, order.id)
  const granted = lines.filter(isItemSold)
  const earned = granted.flatMap((line) => [
    { line, accountId: line.sellerId, cents: line.sellerCents, isShare: false },
    ...parts
      .get(line.id)!
      .filter(({ cents }) => cents > 0)
      .map(({ accountId, cents }) => ({ line, accountId, cents, isShare: true })),
  ])
  const mails = []
  if (buyer.email) {
    const { number, id: orderId, totalCents } = order
    const taken = totalCents < order.subtotalCents ? await adjustmentsOf(tx, orderId) : []
    const priced = lines.map((line) => ({ ...line, adjustments: taken.filter(({ lineId }) => lineId === line.id) }))
    const facts = { handle: buyer.handle, number, orderId, totalCents, lines: priced }
    mails.push(mailOf(receiptMail, buyer.email, facts, { dedupeKey: `receipt ${order.id}` }))
  }
  const earners = await peopleOf(
    tx,
    earned.map(({ accountId }) => accountId),
  )
  for (const [accountId, own] of Map.groupBy(earned, ({ accountId }) => accountId)) {
    const { email, handle } = earners.get(accountId)!
    const sold = own.map(({ line, cents, isShare }) => ({ ...line, earnedCents: cents, isShare }))
    if (email)
      mails.push(mailOf(saleMail, email, { handle, lines: sold }, { dedupeKey: `sale ${order.id} ${accountId}` }))
  }
  await app.mail.sendAll(tx, mails)
  const notices = [
    ...earned.map(({ line, accountId, cents, isShare }) => ({
      accountId,
      topic: 'sale' as const,
      title: isShare ? 'You earned a share' : 'You made a sale',
      message: `${line.label} of “${line.title}” was sold.`,
      amountCents: cents,
      line,
    })),
    ...granted.map((line) => ({
      accountId: order.buyerId,
      topic: 'purchase' as const,
      title: 'Your purchase is ready',
      message: `“${line.title}” is in your library.`,
      line,
    })),
  ]
  await notify(app, tx, ...notices.map(({ line, ...news }) => ({ ...news, ...itemOf(line, slugs) })))
}

type Returned = { order: LockedOrder; refund: Selectable<Refund>; lines: OrderLineRow[] }

/** Tells the buyer, and all that had been credited for the lines. */
export async function tellOfRefund(app: App, tx: Tx, { order, refund, lines }: Returned) {
  const { buyer, slugs } = await factsOf(tx, order.id)
  const { email, handle } = buyer
  const facts = { handle, number: order.number, cents: refund.cents, reason: refund.reason, lines }
  if (email) await app.mail.send(tx, refundMail, email, facts, { dedupeKey: `refund ${refund.id}` })
  const earners = await earnersOf(tx, { kind: 'sale', reference: String(order.id) })
  const notices = lines.flatMap((line) => {
    const about = {
      topic: 'purchase' as const,
      ...(isOfItem(line) ? itemOf(line, slugs) : { relatedType: 'SYSTEM' as const }),
    }
    const told = [
      {
        accountId: order.buyerId,
        ...about,
        title: 'Refund sent',
        message: `Your payment for “${line.title}” is on its way back.`,
      },
    ]
    if (!isItemSold(line)) return told
    const message = `A sale of “${line.title}” was refunded. Its earnings were taken back.`
    const sharers = earners.filter((one) => one.subject === lineSubject(line) && one.accountId !== line.sellerId)
    return [
      ...told,
      ...[line.sellerId, ...sharers.map(({ accountId }) => accountId)].map((accountId) => ({
        accountId,
        ...about,
        topic: 'sale' as const,
        title: 'A sale was refunded',
        message,
      })),
    ]
  })
  await notify(app, tx, ...notices)
}

type ItemKind = keyof typeof kinds
type ItemLine = OrderLineRow & { kind: ItemKind; itemId: number }
const isOfItem = (line: OrderLineRow): line is ItemLine => line.itemId !== null
const itemOf = ({ kind, itemId }: ItemLine, slugs: Map<number, string>) => ({
  relatedType: kinds[kind],
  slug: slugs.get(itemId)!,
})

/** News of other lines come from their own rooms. */
const isItemSold = (line: OrderLineRow): line is ItemLine => line.state === 'granted' && isOfItem(line)

/** The buyer of an order and the present addresses of its items. */
async function factsOf(tx: Tx, orderId: number) {
  const rows = await tx
    .selectFrom('shopOrder')
    .innerJoin('orderLine as line', 'line.orderId', 'shopOrder.id')
    .leftJoin('item', 'item.id', 'line.itemId')
    .innerJoin('account as buyer', 'buyer.id', 'shopOrder.buyerId')
    .where('shopOrder.id', '=', orderId)
    .select(['line.itemId', 'item.slug', 'buyer.handle', 'buyer.email', 'buyer.deletedAt'])
    .execute()
  return {
    buyer: addressed(rows[0]!),
    slugs: new Map(
      rows.flatMap(({ itemId, slug }) => (itemId === null || slug === null ? [] : [[itemId, slug] as const])),
    ),
  }
}

/** Names and addresses of accounts. */
async function peopleOf(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, ReturnType<typeof addressed>>()
  const rows = await tx
    .selectFrom('account')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .select(['id', 'handle', 'email', 'deletedAt'])
    .execute()
  return new Map(rows.map((row) => [row.id, addressed(row)]))
}

type Named = { handle: string; email: string | null; deletedAt: Date | null }
/** Deleted accounts have no mail address. */
const addressed = ({ handle, email, deletedAt }: Named) => ({ handle, email: deletedAt === null ? email : null })
