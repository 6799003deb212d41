import type { Tx } from '#server/db/connect.ts'
import { leftOf, lineSubject, partOf } from '#server/ledger/index.ts'
import { shareOf } from '#server/money.ts'
import { linesByKind } from './line-kinds.ts'
import { linesOf, type LockedOrder, type OrderLineRow } from './orders.ts'
import type { Shop } from './shop.ts'

/** Comes under an order's lock, before anything of its lines is locked: taking it back may take discounts back, too. */
export async function takeTurns({ adjusters }: Shop, tx: Tx, { buyerId }: LockedOrder) {
  for (const { takeTurn } of adjusters) await takeTurn?.(tx, buyerId)
}

type Refund = { id: number; orderId: number; now: Date }
type Returned = { lineId: number; cents: number; keptCents: number }

/**
 * Takes back what refunded lines gave. A line that is refunded in part stays with its buyer, unless lost disputes took the
 * rest. What a deal gave for nothing goes with the last line of its seller that was paid. Discounts come back first: what a
 * line gave may be taken from them.
 */
export async function returnLines(shop: Shop, tx: Tx, { orderId, ...refund }: Refund, returned: readonly Returned[]) {
  const { app, kinds, adjusters } = shop
  const asked = new Map(returned.map((line) => [line.lineId, line]))
  const lines = []
  const all = await linesOf(tx, orderId)
  for (const line of all) {
    const part = asked.get(line.id)
    if (!part) continue
    const returnedCents = Math.min(part.cents, line.totalCents - line.refundedCents) // a lost dispute may have taken it before
    const isWhole = returnedCents >= part.keptCents
    const sellerReturnedCents = isWhole ? line.sellerCents : await partOfSeller(tx, orderId, line, returnedCents)
    lines.push({ ...line, returnedCents, sellerReturnedCents, isWhole })
  }
  const taken = lines.filter(({ returnedCents }) => returnedCents > 0)
  const gone = new Set(lines.flatMap(({ id, isWhole }) => (isWhole ? id : [])))
  const paid = all.filter(({ id, totalCents, refundedCents }) => refundedCents < totalCents && !gone.has(id))
  const without = taken.filter(({ sellerId }) => !paid.some((line) => line.sellerId === sellerId))
  const given = (await givenWith(tx, orderId, all, without)).map((line) => ({
    ...line,
    returnedCents: 0,
    sellerReturnedCents: 0,
    isWhole: true,
  }))
  const granted = [...taken, ...given].filter(({ state }) => state === 'granted')
  for (const [kind, ofKind] of linesByKind(kinds, granted)) await kind.lock(tx, ofKind)
  for (const line of lines)
    await tx
      .updateTable('orderLine')
      .set({
        refundedCents: line.isWhole ? line.totalCents : line.refundedCents + line.returnedCents,
        sellerCents: line.sellerCents - line.sellerReturnedCents,
      })
      .where('id', '=', line.id)
      .execute()
  for (const line of lines) for (const { giveBack } of adjusters) await giveBack?.(tx, { ...line, orderId }, refund)
  for (const line of granted) await kinds[line.kind].revoke(app, tx, line)
  for (const [kind, ofKind] of linesByKind(kinds, granted)) await kind.revoked?.(app, tx, ofKind)
  return { lines, given }
}

/** The granted lines of an order that cost nothing because lines of the same seller were paid. */
export async function givenWith(
  tx: Tx,
  orderId: number,
  all: readonly OrderLineRow[],
  paid: readonly Pick<OrderLineRow, 'sellerId'>[],
) {
  const free = all.filter(
    ({ state, totalCents, sellerId }) =>
      state === 'granted' && totalCents === 0 && paid.some((line) => line.sellerId === sellerId),
  )
  if (free.length === 0) return []
  const rows = await tx
    .selectFrom('orderLine')
    .innerJoin('orderAdjustment as taken', 'taken.lineId', 'orderLine.id')
    .where('orderId', '=', orderId)
    .where('taken.kind', '=', 'deal')
    .whereRef('taken.cents', '=', 'orderLine.cents') // else a code took the rest
    .select('orderLine.id')
    .execute()
  const ofDeals = new Set(rows.map(({ id }) => id))
  return free.filter(({ id }) => ofDeals.has(id))
}

/**
 * The seller's part of cents that are less than the rest of a line. The ledger knows it for cents that it still has. For
 * cents that a dispute has taken before, it is the seller's part of the rest.
 */
async function partOfSeller(tx: Tx, orderId: number, line: OrderLineRow, cents: number) {
  const { sellerId, sellerCents, totalCents, refundedCents } = line
  const [of, subject] = [{ kind: 'sale', reference: String(orderId) }, lineSubject(line)]
  const there = Math.min(cents, await leftOf(tx, of, subject))
  const taken = await partOf(tx, { of, subject, cents: there, account: { kind: 'earnings', owner: sellerId } })
  const rest = totalCents - refundedCents - there // above 0: something of the line is left
  return taken + shareOf(cents - there, sellerCents - taken, rest)
}
