import { builtOnce } from '#server/db/built-once.ts'
import { plannedOnce, type Tx } from '#server/db/connect.ts'
import { credit, partsOf, type Part } from './credit.ts'
import type { Shop } from './shop.ts'
import { linesByKind, type PaidOrder } from './line-kinds.ts'
import { releaseHolds } from './holds.ts'
import { linesOf, type LockedOrder, type OrderLineRow } from './orders.ts'
import type { PaymentRow } from './payments.ts'
import { askRefund } from './refunds.ts'
import { endSubscription, type Charge } from './subscribed.ts'
import { tellOfSale } from './tell.ts'

/**
 * Gives an open order to its buyer and credits its sellers. Its caller holds the order's lock and has the payment of the
 * whole sum, or null for an order that costs nothing. A line that can't be given any more is refunded by itself.
 */
export async function completeOrder(shop: Shop, tx: Tx, order: LockedOrder, payment: PaidPayment | null) {
  if (order.state !== 'open') throw new Error(`Order ${order.id} was ${order.state}.`)
  if ((payment?.cents ?? 0) !== order.totalCents) throw new Error(`Order ${order.id} was not paid.`)
  const now = shop.app.clock.now()
  await markPaid(tx, { id: order.id, now })
  return deliver(shop, tx, order, payment)
}

const markPaid = builtOnce((db, { id, now }: { id: number; now: Date }) =>
  db
    .with('released', (holds) => releaseHolds(holds, id))
    .updateTable('shopOrder')
    .set({ state: 'paid', paidAt: now })
    .where('id', '=', id)
    .modifyEnd(plannedOnce),
)

/** Gives a paid order to its buyer, and credits its sellers. Returns its lines. */
export async function deliver(shop: Shop, tx: Tx, order: LockedOrder, payment: PaidPayment | null) {
  const { app, kinds } = shop
  const now = app.clock.now()
  const charge = payment?.charge ?? null
  const paid = { id: order.id, buyerId: order.buyerId, buyerName: order.buyerName, paidAt: now, charge }
  const lines = await linesOf(tx, order.id)
  const byKind = linesByKind(kinds, lines)
  for (const [kind, ofKind] of byKind) await kind.lock(tx, ofKind)
  const earners = await shop.earners(tx, lines)
  const parts = new Map(lines.map((line) => [line.id, partsOf(line, earners.get(line.id)!)]))
  for (const line of lines) await grant(shop, tx, paid, line, parts.get(line.id)!)
  const others = []
  for (const [kind, ofKind] of byKind) others.push(...(await kind.granted(app, tx, paid, ofKind.filter(isGranted))))

  const given = lines.filter(isGranted).map(({ id }) => id)
  if (order.totalCents < order.subtotalCents)
    for (const { spend } of shop.adjusters) await spend?.(tx, { ...paid, now }, given)
  await credit(app, tx, order, { lines, parts, payment })
  const refused = lines.filter((line) => !isGranted(line))
  for (const { id, totalCents, refusal } of refused)
    if (payment && totalCents > 0)
      await askRefund(app, tx, { payment, lines: [{ id, cents: totalCents }], reason: refusal!, askedBy: null })
  if (charge && refused.length) await endSubscription(tx, charge, now)
  const isRenewal = payment?.isRenewal === true && refused.length === 0
  await tellOfSale(app, tx, { order, lines, parts, isRenewal, others })
  return lines
}

const isGranted = ({ state }: OrderLineRow) => state === 'granted'

type PaidPayment = Pick<PaymentRow, 'id' | 'orderId' | 'provider' | 'cents' | 'feeCents'> & {
  charge?: Charge | undefined
  isRenewal?: boolean
}

async function grant({ app, kinds }: Shop, tx: Tx, order: PaidOrder, line: OrderLineRow, parts: readonly Part[]) {
  const refusal = await kinds[line.kind].grant(app, tx, order, line)
  const state = refusal === null ? ('granted' as const) : ('refused' as const)
  const sellerCents = refusal === null ? parts.reduce((left, { cents }) => left - cents, line.totalCents) : 0
  Object.assign(line, { state, refusal, sellerCents })
  await keepOutcome(tx, { id: line.id, state, refusal, sellerCents })
}

type Outcome = { id: number; state: 'granted' | 'refused'; refusal: string | null; sellerCents: number }
const keepOutcome = builtOnce((db, { id, ...outcome }: Outcome) =>
  db.updateTable('orderLine').set(outcome).where('id', '=', id).modifyEnd(plannedOnce),
)
