import type { CartItem, OrderPreview } from '#contract/checkout.ts'
import { dollars } from '#server/money.ts'
import { priceOrder } from '#server/pricing/price-order.ts'
import type { App } from '#server/services.ts'
import type { LineKinds, Offer } from './line-kinds.ts'

/** Prices a cart as an order would be priced now. Lines that can't be bought cost nothing. */
export async function previewOf({ db }: App, kinds: LineKinds, items: CartItem[], buyer: number | null) {
  const offers = await offersOf(items, (type, ofKind) => kinds[type].offers(db, ofKind, buyer))
  const { lines, subtotal, tax, total } = priceOrder(
    offers.map((offer, index) => ({ id: String(index), cents: offer.state === 'available' ? offer.cents : 0, offer })),
    [],
  )
  return {
    lines: lines.map(({ offer, cents, adjustments, total }) => ({
      state: offer.state,
      license: offer.state === 'available' ? offer.license : null,
      price: dollars(cents),
      adjustments: adjustments.map(({ kind, reason, cents }) => ({ kind, reason, amount: dollars(cents) })),
      total: dollars(total),
    })),
    subtotal: dollars(subtotal),
    tax: dollars(tax),
    total: dollars(total),
  } satisfies OrderPreview
}

type Find = (type: CartItem['type'], items: CartItem[]) => Promise<Offer[]>

/** Asks once for all lines of a kind. */
async function offersOf(items: CartItem[], find: Find): Promise<Offer[]> {
  const offers = new Map<CartItem, Offer>()
  for (const [type, ofKind] of Map.groupBy(items, ({ type }) => type))
    for (const [index, offer] of (await find(type, ofKind)).entries()) offers.set(ofKind[index]!, offer)
  return items.map((item) => offers.get(item)!)
}
