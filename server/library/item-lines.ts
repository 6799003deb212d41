import { sql } from 'kysely'
import type { CartItem } from '#contract/checkout.ts'
import { LICENSES } from '#contract/license-terms.ts'
import type { LineKind, LineKinds, Offer } from '#server/checkout/index.ts'
import type { Db } from '#server/db/connect.ts'
import { shown } from '#server/items/index.ts'

const idOf = (item: CartItem) => (item.type === 'beat' ? item.beatId : item.type === 'pack' ? item.packId : item.kitId)

/** Items on sale, a row for each license that is offered. Kits have a price of their own. */
const findOffers = (db: Db, items: readonly CartItem[]) =>
  shown(db)
    .leftJoin('licenseOnOffer as license', 'license.itemId', 'item.id')
    .where('item.status', '=', 'published')
    .where(sql<boolean>`item.id = any(${items.map(idOf)}::bigint[])`)
    .select(['item.id', 'item.kind', 'item.ownerId', 'item.priceCents as kitCents'])
    .select(['license.id as licenseId', 'license.type as licenseType', 'license.priceCents'])
    .execute()
type Row = Awaited<ReturnType<typeof findOffers>>[number]

const itemLine: LineKind = {
  async offers(db, items, buyer) {
    const rows = await findOffers(db, items)
    return items.map((item) => offerOf(item, rows, buyer))
  },
}

function offerOf(item: CartItem, rows: Row[], buyer: number | null): Offer {
  const ofItem = rows.filter(({ id, kind }) => id === idOf(item) && kind === item.type)
  const [first] = ofItem
  if (!first) return { state: 'gone' }
  if (first.ownerId === buyer) return { state: 'own' }
  if (item.type === 'kit') return { state: 'available', cents: first.kitCents, license: null }
  const { licenseId, priceCents } = ofItem.find(({ licenseType }) => licenseType === item.licenseType) ?? {}
  if (!licenseId || !priceCents) return { state: 'gone' }
  return {
    state: 'available',
    cents: priceCents,
    license: { id: licenseId, name: LICENSES[item.licenseType].name },
  }
}

/** Beats, packs and kits as lines of an order. */
export const itemLines: LineKinds = { beat: itemLine, pack: itemLine, kit: itemLine }
