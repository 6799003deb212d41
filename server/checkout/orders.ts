import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { CartItem } from '#contract/checkout.ts'
import { builtOnce } from '#server/db/built-once.ts'
import { plannedOnce, type Db, type Tx } from '#server/db/connect.ts'
import type { MoneyMode } from '#server/db/types.ts'
import type { PaidLine } from './line-kinds.ts'
import type { StoredLine } from './adjusters.ts'
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
  const lines = cart.lines.map((line, position) => lineOf(position, items[position]!, line))
  const placed = tx.with('placed', (first) =>
    first
      .insertInto('shopOrder')
      .values({
        ...given,
        number: numberAt(now),
        subtotalCents: cart.subtotal,
        totalCents: cart.total,
        createdAt: now,
      })
      .returningAll(),
  )
  const orderId = sql<number>`(select id from placed)`
  const keyed =
    key === null
      ? placed
      : placed.with('keyed', (next) => next.insertInto('orderKey').values({ buyerId: given.buyerId, key, orderId }))
  const order = await keyed
    .with('listed', (next) => next.insertInto('orderLine').values(lines.map((line) => ({ ...line, orderId }))))
    .selectFrom('placed')
    .selectAll()
    .executeTakeFirstOrThrow()
  const stored = await writeAdjustments(tx, order.id, cart)
  const taken = cart.lines.flatMap(({ offer }) => (offer.state === 'available' ? offer.takes : []))
  const { id, buyerId } = order
  const holdUntil = await hold(tx, { orderId: id, buyerId, itemIds: [...new Set(taken)], now })
  return { ...order, lines: stored, holdUntil }
}

function lineOf(position: number, item: CartItem, { offer, cents, total }: PricedCart['lines'][number]) {
  if (offer.state !== 'available') throw new Error('An order has available lines only.')
  return {
    position,
    kind: item.type,
    itemId: offer.itemId,
    sellerId: offer.sellerId,
    licenseType: 'licenseType' in item ? item.licenseType : null,
    upgradeOf: offer.upgradeOf,
    title: offer.title,
    label: offer.label,
    asked: offer.itemId === null ? JSON.stringify(CartItem.parse(item)) : null, // without the client's words
    cents,
    totalCents: total,
  }
}

/** Returns the lines that have discounts. */
async function writeAdjustments(tx: Tx, orderId: number, { lines }: PricedCart): Promise<StoredLine[]> {
  if (lines.every(({ adjustments }) => adjustments.length === 0)) return []
  const ids = await tx.selectFrom('orderLine').where('orderId', '=', orderId).select(['id', 'position']).execute()
  const idAt = new Map(ids.map(({ id, position }) => [position, id]))
  const stored = lines.flatMap(({ adjustments }, at) =>
    adjustments.length ? [{ lineId: idAt.get(at)!, adjustments }] : [],
  )
  const rows = stored.flatMap(({ lineId, adjustments }) =>
    adjustments.map(({ source = null, ...one }, position) => ({ lineId, position, sourceId: source, ...one })),
  )
  await tx.insertInto('orderAdjustment').values(rows).execute()
  return stored
}

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ' // none that people confuse

/** For people: the day, and five letters that can't be guessed from the number before. */
export function numberAt(now: Date) {
  const letters = Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)])
  return `SL-${now.toISOString().slice(0, 10).replaceAll('-', '')}-${letters.join('')}`
}

const selectLocked = builtOnce((db, { id }: { id: number }) =>
  db.selectFrom('shopOrder').where('id', '=', id).selectAll().forUpdate().modifyEnd(plannedOnce),
)
export const lockOrder = async (tx: Tx, id: number) => (await selectLocked(tx, { id }))[0]!
export type LockedOrder = Awaited<ReturnType<typeof lockOrder>>

/** Ends an order that was not paid. One that has ended already stays as it is. */
export async function endOrder(tx: Tx, id: number, state: 'canceled' | 'expired', now: Date) {
  await tx
    .updateTable('shopOrder')
    .set({ state, closedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
  await releaseHolds(tx, id).execute()
}

/** The lines of an order, with the present addresses of their items. */
export const linesOf = (db: Db | Tx, orderId: number) => selectLines(db, { orderId })
const selectLines = builtOnce((db, { orderId }: { orderId: number }) =>
  db
    .selectFrom('orderLine as line')
    .leftJoin('item', 'item.id', 'line.itemId')
    .where('line.orderId', '=', orderId)
    .select(['line.id', 'line.itemId', 'line.sellerId', 'line.licenseType', 'line.title', 'line.label'])
    .select(['line.cents', 'line.totalCents', 'line.refundedCents', 'line.sellerCents', 'line.upgradeOf'])
    .select(['line.state', 'line.refusal', 'item.slug'])
    .select([sql<CartItem['type']>`line.kind`.as('kind'), sql<CartItem | null>`line.asked`.as('asked')])
    .orderBy('line.position')
    .modifyEnd(plannedOnce),
)

/** What was taken off the lines of an order, in their order. */
export const adjustmentsOf = (db: Db | Tx, orderId: number) =>
  db
    .selectFrom('orderAdjustment as one')
    .innerJoin('orderLine as line', 'line.id', 'one.lineId')
    .where('line.orderId', '=', orderId)
    .select(['one.lineId', 'one.reason', 'one.cents'])
    .orderBy('line.position')
    .orderBy('one.position')
    .execute()

export type OrderLineRow = Awaited<ReturnType<typeof linesOf>>[number] & PaidLine
