import type { Selectable } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { Refund } from '#server/db/types.ts'
import { kinds } from '#server/items/index.ts'
import { mailOf } from '#server/mail/mail.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { receiptMail, refundMail, saleMail } from './mails.ts'
import { adjustmentsOf, type LockedOrder, type OrderLineRow } from './orders.ts'

type Sale = { order: LockedOrder; lines: OrderLineRow[] }

/** Writes the buyer's receipt, and tells each seller. Notices come last. */
export async function tellOfSale(app: App, tx: Tx, { order, lines }: Sale) {
  const { buyer, sellers, slugs } = await factsOf(tx, order.id)
  const granted = lines.filter(isItemSold)
  const mails = []
  if (buyer.email) {
    const { number, id: orderId, totalCents } = order
    const taken = totalCents < order.subtotalCents ? await adjustmentsOf(tx, orderId) : []
    const priced = lines.map((line) => ({ ...line, adjustments: taken.filter(({ lineId }) => lineId === line.id) }))
    const facts = { handle: buyer.handle, number, orderId, totalCents, lines: priced }
    mails.push(mailOf(receiptMail, buyer.email, facts, { dedupeKey: `receipt ${order.id}` }))
  }
  for (const [sellerId, sold] of Map.groupBy(granted, ({ sellerId }) => sellerId)) {
    const { email, handle } = sellers.get(sellerId)!
    if (email)
      mails.push(mailOf(saleMail, email, { handle, lines: sold }, { dedupeKey: `sale ${order.id} ${sellerId}` }))
  }
  await app.mail.sendAll(tx, mails)
  const notices = [
    ...granted.map((line) => ({
      accountId: line.sellerId,
      topic: 'sale' as const,
      title: 'You made a sale',
      message: `${line.label} of “${line.title}” was sold.`,
      amountCents: line.totalCents,
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

/** Tells the buyer, and the sellers of lines that they had been credited for. */
export async function tellOfRefund(app: App, tx: Tx, { order, refund, lines }: Returned) {
  const { buyer, slugs } = await factsOf(tx, order.id)
  const { email, handle } = buyer
  const facts = { handle, number: order.number, cents: refund.cents, reason: refund.reason, lines }
  if (email) await app.mail.send(tx, refundMail, email, facts, { dedupeKey: `refund ${refund.id}` })
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
    return [
      ...told,
      { accountId: line.sellerId, ...about, topic: 'sale' as const, title: 'A sale was refunded', message },
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

/** The people of an order and the present addresses of its items. Deleted accounts have no mail address. */
async function factsOf(tx: Tx, orderId: number) {
  const rows = await tx
    .selectFrom('shopOrder')
    .innerJoin('orderLine as line', 'line.orderId', 'shopOrder.id')
    .leftJoin('item', 'item.id', 'line.itemId')
    .innerJoin('account as buyer', 'buyer.id', 'shopOrder.buyerId')
    .innerJoin('account as seller', 'seller.id', 'line.sellerId')
    .where('shopOrder.id', '=', orderId)
    .select([
      'line.itemId',
      'item.slug',
      'line.sellerId',
      'seller.handle as sellerHandle',
      'seller.email as sellerEmail',
    ])
    .select(['seller.deletedAt as sellerLeft', 'buyer.handle', 'buyer.email', 'buyer.deletedAt as buyerLeft'])
    .execute()
  const { handle, email, buyerLeft } = rows[0]!
  return {
    buyer: { handle, email: buyerLeft === null ? email : null },
    sellers: new Map(
      rows.map(({ sellerId, sellerHandle, sellerEmail, sellerLeft }) => [
        sellerId,
        { handle: sellerHandle, email: sellerLeft === null ? sellerEmail : null },
      ]),
    ),
    slugs: new Map(
      rows.flatMap(({ itemId, slug }) => (itemId === null || slug === null ? [] : [[itemId, slug] as const])),
    ),
  }
}
