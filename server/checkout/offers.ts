import type { CartItem, OrderPreview } from '#contract/checkout.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { dollars } from '#server/money.ts'
import { priceOrder, type Discount } from '#server/pricing/price-order.ts'
import { heldByOthers } from './holds.ts'
import type { Buyer, LineKinds, Offer } from './line-kinds.ts'

/** The lines of a cart with their present offers and prices. Lines that can't be bought cost nothing. */
export async function priceCart(db: Db | Tx, kinds: LineKinds, items: readonly CartItem[], buyer: Buyer) {
  const offers = await offersOf(items, (type, ofKind) => kinds[type].offers(db, ofKind, buyer))
  const held = await heldByOthers(db, offers.flatMap(neededBy), { buyer: buyer.id, now: buyer.now })
  const lines = offers.map((offer, index) => {
    const isHeld = neededBy(offer).some((itemId) => held.has(itemId))
    return { id: String(index), cents: offer.state === 'available' && !isHeld ? offer.cents : 0, offer, isHeld }
  })
  return priceOrder(lines, lines.flatMap(ownDiscountOf))
}
export type PricedCart = Awaited<ReturnType<typeof priceCart>>

const neededBy = (offer: Offer) => (offer.state === 'available' ? offer.needs : [])

function ownDiscountOf({ id, cents, offer }: { id: string; cents: number; offer: Offer }): Discount[] {
  if (offer.state !== 'available' || !offer.discount || cents === 0) return []
  return [{ ...offer.discount, lines: [id] }]
}

/** The cart in the words of the API. */
export const presentCart = ({ lines, subtotal, tax, total }: PricedCart): OrderPreview => ({
  lines: lines.map(({ offer, isHeld, cents, adjustments, total }) => ({
    state: isHeld ? 'held' : offer.state,
    license: offer.state === 'available' ? offer.license : null,
    price: dollars(cents),
    adjustments: adjustments.map(({ kind, reason, cents }) => ({ kind, reason, amount: dollars(cents) })),
    total: dollars(total),
  })),
  subtotal: dollars(subtotal),
  tax: dollars(tax),
  total: dollars(total),
})

type Find = (type: CartItem['type'], items: CartItem[]) => Promise<Offer[]>

/** Asks once for all lines of a kind. */
async function offersOf(items: readonly CartItem[], find: Find): Promise<Offer[]> {
  const offers = new Map<CartItem, Offer>()
  for (const [type, ofKind] of Map.groupBy(items, ({ type }) => type))
    for (const [index, offer] of (await find(type, ofKind)).entries()) offers.set(ofKind[index]!, offer)
  return items.map((item) => offers.get(item)!)
}
