import type { Selectable } from 'kysely'
import { LICENSES } from '#contract/license-terms.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Refund } from '#server/db/types.ts'
import { kinds } from '#server/items/index.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { receiptMail, refundMail, saleMail } from './mails.ts'
import type { LockedOrder, OrderLineRow } from './orders.ts'

type Sale = { order: LockedOrder; lines: OrderLineRow[] }

/** Writes the buyer's receipt, and tells each seller. Notices come last. */
export async function tellOfSale(app: App, tx: Tx, { order, lines }: Sale) {
  const people = await peopleOf(tx, [order.buyerId, ...lines.map(({ sellerId }) => sellerId)])
  const slugs = await slugsOf(tx, lines)
  const buyer = people.get(order.buyerId)!
  const granted = lines.filter(({ state }) => state === 'granted')
  const named = lines.map((line) => ({ ...line, licenseName: licenseNameOf(line) }))
  if (buyer.email)
    await app.mail.send(
      tx,
      receiptMail,
      buyer.email,
      { handle: buyer.handle, number: order.number, orderId: order.id, totalCents: order.totalCents, lines: named },
      { dedupeKey: `receipt ${order.id}` },
    )
  const bySeller = Map.groupBy(granted, ({ sellerId }) => sellerId)
  for (const [sellerId, sold] of bySeller) {
    const { email, handle } = people.get(sellerId)!
    const facts = { handle, lines: sold.map((line) => ({ ...line, licenseName: licenseNameOf(line) })) }
    if (email) await app.mail.send(tx, saleMail, email, facts, { dedupeKey: `sale ${order.id} ${sellerId}` })
  }
  const notices = [
    ...granted.map((line) => ({
      accountId: line.sellerId,
      topic: 'sale' as const,
      title: 'You made a sale',
      message: `${licenseNameOf(line)} of “${line.title}” was sold.`,
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
  await notify(
    app,
    tx,
    ...notices.map(({ line, ...news }) => ({ ...news, relatedType: kinds[line.kind], slug: slugs.get(line.itemId)! })),
  )
}

type Returned = { order: LockedOrder; refund: Selectable<Refund>; lines: OrderLineRow[] }

/** Tells the buyer, and the sellers of lines that they had been credited for. */
export async function tellOfRefund(app: App, tx: Tx, { order, refund, lines }: Returned) {
  const people = await peopleOf(tx, [order.buyerId])
  const slugs = await slugsOf(tx, lines)
  const { email, handle } = people.get(order.buyerId)!
  const facts = { handle, number: order.number, cents: refund.cents, reason: refund.reason, lines }
  if (email) await app.mail.send(tx, refundMail, email, facts, { dedupeKey: `refund ${refund.id}` })
  const notices = lines.flatMap((line) => {
    const about = { topic: 'purchase' as const, relatedType: kinds[line.kind], slug: slugs.get(line.itemId)! }
    const told = [
      {
        accountId: order.buyerId,
        ...about,
        title: 'Refund sent',
        message: `Your payment for “${line.title}” is on its way back.`,
      },
    ]
    if (line.state !== 'granted') return told
    const message = `A sale of “${line.title}” was refunded. Its earnings were taken back.`
    return [
      ...told,
      { accountId: line.sellerId, ...about, topic: 'sale' as const, title: 'A sale was refunded', message },
    ]
  })
  await notify(app, tx, ...notices)
}

const licenseNameOf = ({ licenseType }: Pick<OrderLineRow, 'licenseType'>) =>
  licenseType ? LICENSES[licenseType].name : 'Kit'

/** Deleted accounts have no address. */
async function peopleOf(tx: Tx, ids: number[]) {
  const rows = await tx
    .selectFrom('account')
    .where('id', 'in', ids)
    .select(['id', 'handle', 'email', 'deletedAt'])
    .execute()
  return new Map(
    rows.map(({ id, handle, email, deletedAt }) => [id, { handle, email: deletedAt === null ? email : null }]),
  )
}

async function slugsOf(tx: Tx, lines: OrderLineRow[]) {
  if (lines.length === 0) return new Map<number, string>()
  const rows = await tx
    .selectFrom('item')
    .where(
      'id',
      'in',
      lines.map(({ itemId }) => itemId),
    )
    .select(['id', 'slug'])
    .execute()
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}
