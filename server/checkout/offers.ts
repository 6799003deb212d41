import type { CartItem, CodeAnswer, LineItem, OrderPreview } from '#contract/checkout.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { dollars } from '#server/money.ts'
import { priceOrder, type Discount } from '#server/pricing/price-order.ts'
import type { AdjustedLine, Typed } from './adjusters.ts'
import { heldByOthers } from './holds.ts'
import type { Buyer, Offer } from './line-kinds.ts'
import type { Goods } from './shop.ts'

type Cart = { items: readonly CartItem[]; codes: readonly string[] }

/** The lines of a cart with their present offers and prices. Lines that can't be bought cost nothing. */
export async function priceCart(db: Db | Tx, { kinds, adjusters }: Goods, { items, codes }: Cart, buyer: Buyer) {
  const found = await askByKind(items, (type, ofKind) => kinds[type].offers(db, ofKind, buyer))
  const offers = items.map((item) => found.get(item)!)
  const held = await heldByOthers(db, offers.flatMap(neededBy), { buyer: buyer.id, now: buyer.now })
  const lines = offers.map((offer, index) => {
    const isHeld = neededBy(offer).some((itemId) => held.has(itemId))
    return { id: String(index), cents: offer.state === 'available' && !isHeld ? offer.cents : 0, offer, isHeld }
  })
  const cart = {
    lines: lines.flatMap((line, index) => adjustable(items[index]!, line)),
    buyer: buyer.id,
    now: buyer.now,
    typed: codes,
  }
  const adjusted = []
  for (const { adjust } of adjusters) adjusted.push(await adjust(db, cart)) // one connection asks one by one
  const places = [...lines.flatMap(ownDiscountOf), ...adjusted.flatMap((one) => one.places)]
  return { ...priceOrder(lines, places), typed: adjusted.flatMap(({ typed = [] }) => typed) }
}
export type PricedCart = Awaited<ReturnType<typeof priceCart>>

const neededBy = (offer: Offer) => (offer.state === 'available' ? offer.needs : [])

type Line = { id: string; cents: number; offer: Offer }

/** The line for the rooms that take something off; none for a line that costs nothing already. */
function adjustable(item: CartItem, { id, cents: price, offer }: Line): AdjustedLine[] {
  if (offer.state !== 'available') return []
  const { itemId, sellerId, discount, upgradeOf, credits = 0 } = offer
  const cents = price - (discount?.off.cents ?? 0)
  if (cents <= 0) return []
  return [
    {
      id,
      kind: item.type,
      itemId,
      sellerId,
      licenseType: 'licenseType' in item ? item.licenseType : null,
      cents,
      isUpgrade: upgradeOf !== null,
      credits,
    },
  ]
}

function ownDiscountOf({ id, offer }: Line): Discount[] {
  if (offer.state !== 'available' || !offer.discount) return []
  return [{ ...offer.discount, lines: [id] }]
}

/** The cart in the words of the API. */
export async function presentCart(db: Db | Tx, { kinds }: Goods, items: readonly CartItem[], cart: PricedCart) {
  const there = items.filter((_, index) => cart.lines[index]!.offer.state !== 'gone') // a line that is gone may be of a draft
  const facts = await askByKind(there, async (type, ofKind) => (await kinds[type].facts?.(db, ofKind)) ?? [])
  return present(
    cart,
    items.map((item) => facts.get(item) ?? null),
  )
}

const present = (
  { lines, typed, subtotal, tax, total }: PricedCart,
  facts: readonly (LineItem | null)[],
): OrderPreview => ({
  lines: lines.map(({ offer, isHeld, cents, adjustments, total }, index) => ({
    item: facts[index] ?? null,
    state: isHeld ? 'held' : offer.state,
    why: offer.state === 'available' ? null : (offer.why ?? null),
    license: offer.state === 'available' ? offer.license : null,
    price: dollars(cents),
    adjustments: adjustments.map(({ kind, reason, cents }) => ({ kind, reason, amount: dollars(cents) })),
    total: dollars(total),
  })),
  codes: typed.map((one) => presentCode(one, lines)),
  subtotal: dollars(subtotal),
  tax: dollars(tax),
  total: dollars(total),
})

function presentCode({ text: code, source, why }: Typed, lines: PricedCart['lines']): CodeAnswer {
  const taken = lines.map(({ adjustments }) =>
    adjustments.reduce((sum, one) => (one.kind === 'code' && one.source === source ? sum + one.cents : sum), 0),
  )
  const cents = taken.reduce((sum, one) => sum + one, 0)
  const isUsed = cents > 0
  return {
    code,
    isUsed,
    amount: dollars(cents),
    lines: taken.flatMap((one, index) => (one > 0 ? [index] : [])),
    why: isUsed ? null : why,
  }
}

/** Asks once for all lines of a kind. */
async function askByKind<Answer>(
  items: readonly CartItem[],
  ask: (type: CartItem['type'], items: CartItem[]) => Promise<Answer[]>,
) {
  const answers = new Map<CartItem, Answer>()
  for (const [type, ofKind] of Map.groupBy(items, ({ type }) => type))
    for (const [index, answer] of (await ask(type, ofKind)).entries()) answers.set(ofKind[index]!, answer)
  return answers
}
