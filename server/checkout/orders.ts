import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { CartItem } from '#contract/checkout.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { MoneyMode } from '#server/db/types.ts'
import type { PaidLine } from './line-kinds.ts'
import type { PricedCart } from './offers.ts'
import { hold, releaseHolds } from './holds.ts'

export type NewOrder = {
  buyerId: number
  buyerName: string | null
  mode: MoneyMode
  key: string | null
  requestHash: Buffer
  items: readonly CartItem[]
  cart: PricedCart
  now: Date
}

/** Stores an order with its lines, its discounts and what it holds. All lines of the cart are available. */
export async function writeOrder(tx: Tx, { items, cart, key, now, ...given }: NewOrder) {
  const order = await tx
    .insertInto('shopOrder')
    .values({
      ...given,
      idempotencyKey: key,
      number: numberAt(now),
      subtotalCents: cart.subtotal,
      totalCents: cart.total,
      createdAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  for (const [position, line] of cart.lines.entries()) await writeLine(tx, order.id, position, items[position]!, line)
  const taken = cart.lines.flatMap(({ offer }) => (offer.state === 'available' ? offer.takes : []))
  return { ...order, holdUntil: await hold(tx, order.id, [...new Set(taken)], now) }
}

async function writeLine(tx: Tx, orderId: number, position: number, item: CartItem, line: PricedCart['lines'][number]) {
  const { offer, cents, total, adjustments } = line
  if (offer.state !== 'available') throw new Error('An order has available lines only.')
  const { id } = await tx
    .insertInto('orderLine')
    .values({
      orderId,
      position,
      kind: item.type,
      itemId: offer.itemId,
      sellerId: offer.sellerId,
      licenseType: item.type === 'kit' ? null : item.licenseType,
      upgradeOf: offer.upgrade?.purchaseId ?? null,
      title: offer.title,
      cents,
      totalCents: total,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (adjustments.length)
    await tx
      .insertInto('orderAdjustment')
      .values(adjustments.map((adjustment, nth) => ({ lineId: id, position: nth, ...adjustment })))
      .execute()
}

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ' // none that people confuse

/** For people: the day, and five letters that can't be guessed from the number before. */
function numberAt(now: Date) {
  const letters = Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)])
  return `SL-${now.toISOString().slice(0, 10).replaceAll('-', '')}-${letters.join('')}`
}

export const lockOrder = (tx: Tx, id: number) =>
  tx.selectFrom('shopOrder').where('id', '=', id).selectAll().forUpdate().executeTakeFirstOrThrow()
export type LockedOrder = Awaited<ReturnType<typeof lockOrder>>

/** Ends an order that was not paid. One that has ended already stays as it is. */
export async function endOrder(tx: Tx, id: number, state: 'canceled' | 'expired', now: Date) {
  await tx
    .updateTable('shopOrder')
    .set({ state, closedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
  await releaseHolds(tx, id)
}

export const linesOf = (db: Db | Tx, orderId: number) =>
  db
    .selectFrom('orderLine')
    .where('orderId', '=', orderId)
    .select(['id', 'itemId', 'sellerId', 'licenseType', 'title', 'totalCents', 'upgradeOf', 'state', 'refusal'])
    .select(['cents', 'refundedCents', sql<CartItem['type']>`kind`.as('kind')])
    .orderBy('position')
    .execute()
export type OrderLineRow = Awaited<ReturnType<typeof linesOf>>[number] & PaidLine
