import type { Tx } from '#server/db/connect.ts'
import { post, type LedgerLine } from '#server/ledger/index.ts'
import type { ProviderName } from '#server/payments/port.ts'
import type { App } from '#server/services.ts'
import { bookFee } from './book-fee.ts'
import type { Shop } from './shop.ts'
import { linesByKind, type PaidOrder } from './line-kinds.ts'
import { releaseHolds } from './holds.ts'
import { lineSubject } from './line-subject.ts'
import { linesOf, lockOrder, type LockedOrder, type OrderLineRow } from './orders.ts'
import { askRefund } from './refunds.ts'
import { tellOfSale } from './tell.ts'

const DAY = 24 * 60 * 60 * 1000

/**
 * Gives a paid order to its buyer and credits its sellers, once: an order that is complete stays as it is. Everything is
 * read under the order's lock. A line that can't be given any more is refunded by itself.
 */
export async function completeOrder({ app, kinds }: Shop, tx: Tx, orderId: number) {
  const order = await lockOrder(tx, orderId)
  if (order.state === 'paid') return
  if (order.state !== 'open') throw new Error(`Order ${orderId} was ${order.state}.`)
  const payment = await paidPayment(tx, order)
  const now = app.clock.now()
  await tx.updateTable('shopOrder').set({ state: 'paid', paidAt: now }).where('id', '=', orderId).execute()
  await releaseHolds(tx, orderId)

  const paid: PaidOrder = { id: order.id, buyerId: order.buyerId, buyerName: order.buyerName, paidAt: now }
  const lines = await linesOf(tx, orderId)
  const byKind = linesByKind(kinds, lines)
  for (const [kind, ofKind] of byKind) await kind.lock(tx, ofKind)
  for (const line of lines) await grant({ app, kinds }, tx, paid, line)
  for (const [kind, ofKind] of byKind) await kind.granted(app, tx, paid, ofKind.filter(isGranted))

  await credit(app, tx, order, lines, payment)
  const refused = lines.filter((line) => !isGranted(line))
  for (const { id, totalCents, refusal } of refused)
    if (payment && totalCents > 0)
      await askRefund(app, tx, { payment, lines: [{ id, cents: totalCents }], reason: refusal!, askedBy: null })
  await tellOfSale(app, tx, { order, lines })
}

const isGranted = ({ state }: OrderLineRow) => state === 'granted'

async function paidPayment(tx: Tx, { id, totalCents }: LockedOrder) {
  if (totalCents === 0) return null
  return tx
    .selectFrom('payment')
    .where('orderId', '=', id)
    .where('state', '=', 'paid')
    .where('cents', '=', totalCents)
    .select(['id', 'orderId', 'provider', 'cents', 'feeCents'])
    .$narrowType<{ provider: ProviderName }>()
    .orderBy('id')
    .executeTakeFirstOrThrow(() => new Error(`Order ${id} was not paid.`))
}
type PaidPayment = NonNullable<Awaited<ReturnType<typeof paidPayment>>>

async function grant({ app, kinds }: Shop, tx: Tx, order: PaidOrder, line: OrderLineRow) {
  const refusal = await kinds[line.kind].grant(app, tx, order, line)
  Object.assign(line, { state: refusal === null ? 'granted' : 'refused', refusal })
  await tx.updateTable('orderLine').set({ state: line.state, refusal }).where('id', '=', line.id).execute()
}

/** The sellers get what was paid. Money for refused lines stays with the house until it is refunded. */
async function credit(app: App, tx: Tx, order: LockedOrder, lines: OrderLineRow[], payment: PaidPayment | null) {
  if (!payment) return
  const now = app.clock.now()
  const provider = { kind: 'provider', provider: payment.provider } as const
  const availableAt = new Date(now.getTime() + app.config.earningsHoldDays * DAY)
  const paid = lines.filter(({ totalCents }) => totalCents > 0)
  const credits = paid.map((line): LedgerLine => ({
    ...(isGranted(line)
      ? { account: { kind: 'earnings', owner: line.sellerId }, availableAt }
      : { account: { kind: 'house' } }),
    cents: line.totalCents,
    subject: lineSubject(line),
    memo: line.title,
  }))
  await post(tx, {
    kind: 'sale',
    reference: String(order.id),
    lines: [{ account: provider, cents: -payment.cents, memo: order.number }, ...credits],
    at: now,
  })
  await bookFee(tx, payment, paid, now)
}
