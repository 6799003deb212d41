import type { CartItem } from '#contract/checkout.ts'
import { factsOfLines } from '#server/catalogue/index.ts'
import type { LineKind, PaidLine } from '#server/checkout/index.ts'
import { completeSale, grant, lockItems, type ItemLine } from './grant.ts'
import { cartOffers, idOf, licenseOf, type ItemAsked } from './offers.ts'
import { countBack, revoke } from './revoke.ts'

function ofItem<Line extends PaidLine>(line: Line): Line & ItemLine {
  const { itemId } = line
  if (itemId === null) throw new Error(`Line ${line.id} has no item.`)
  return { ...line, itemId }
}

function itemAsked(item: CartItem): ItemAsked {
  if (item.type === 'subscription' || item.type === 'promotion') throw new Error('This line asks for no item.')
  return item
}

/** Beats, packs and kits as lines of an order. */
export const itemLine: LineKind = {
  offers: (db, items, { id }) => cartOffers(db, items.map(itemAsked), id),
  facts: (db, items) =>
    factsOfLines(
      db,
      items.map(itemAsked).map((item) => ({ id: idOf(item), license: licenseOf(item) })),
    ),
  lock: (tx, lines) => lockItems(tx, lines.map(ofItem)),
  grant: (app, tx, order, line) => grant(app, tx, order, ofItem(line)),
  async granted(app, tx, order, lines) {
    await completeSale(app, tx, order, lines.map(ofItem))
    return []
  },
  revoke: (app, tx, line) => revoke(app, tx, ofItem(line)),
  revoked: (app, tx, lines) => countBack(app, tx, lines.map(ofItem)),
}
