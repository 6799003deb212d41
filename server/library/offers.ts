import { sql, type RawBuilder } from 'kysely'
import type { CartItem, PromotionItem, SubscriptionItem } from '#contract/checkout.ts'
import { LICENSE_NAMES, LICENSE_TYPES, type LicenseType } from '#contract/license-types.ts'
import { keptCents, type Offer } from '#server/checkout/index.ts'
import { builtOnce } from '#server/db/built-once.ts'
import { listed, plannedOnce, type Db, type Tx } from '#server/db/connect.ts'
import { isOwnedExclusively, isTwinOwned, shown } from '#server/items/index.ts'

/** A line of a cart that asks for an item. */
export type ItemAsked = Exclude<CartItem, PromotionItem | SubscriptionItem>

export const idOf = (item: ItemAsked) =>
  item.type === 'beat' ? item.beatId : item.type === 'pack' ? item.packId : item.kitId
export const licenseOf = (item: ItemAsked) => (item.type === 'kit' ? null : item.licenseType)
const asksUpgrade = (item: ItemAsked) => item.type !== 'kit' && item.upgradeOf !== undefined
const nameOf = (item: ItemAsked) => `${item.type} ${idOf(item)} ${licenseOf(item)}`

/**
 * The offers for the lines of a cart. The second of two equal lines is bought already; a license is replaced once. A line
 * that is not offered is gone however often it is asked for: its item may be a draft.
 */
export async function cartOffers(db: Db | Tx, items: readonly ItemAsked[], buyer: number | null): Promise<Offer[]> {
  const offers = await findOffers(db, items, buyer)
  const seen = new Set<string>()
  const replaced = new Set<number>()
  const named = new Set(
    offers.map((offer, nth) => (offer.state === 'available' && asksUpgrade(items[nth]!) ? offer.upgradeOf : null)),
  )
  return items.map((item, nth) => {
    const offer = offers[nth]!
    if (offer.state !== 'available') return offer
    if (seen.has(nameOf(item))) return { state: 'owned' }
    seen.add(nameOf(item))
    if (offer.upgradeOf === null) return offer
    const isReplaced = replaced.has(offer.upgradeOf)
    if (!asksUpgrade(item) && (isReplaced || named.has(offer.upgradeOf)))
      return { ...offer, upgradeOf: null, discount: null }
    if (isReplaced) return { state: 'gone' }
    replaced.add(offer.upgradeOf)
    return offer
  })
}

/** The offers of items for a buyer, each by itself. */
export async function findOffers(db: Db | Tx, items: readonly ItemAsked[], buyer: number | null): Promise<Offer[]> {
  const ids = items.map(idOf)
  const facts: Facts = {
    rows: await onOffer(db, { ids, types: items.flatMap((item) => licenseOf(item) ?? []) }),
    beats: items.some(({ type }) => type === 'pack') ? await beatsIn(db, ids) : [],
    owned: buyer === null ? [] : await ownedOf(db, { buyer, ids }),
    buyer,
  }
  return items.map((item) => offerOf(item, facts))
}

/** Items on sale, a row for each license of these types that is offered. Kits have a price of their own. */
const onOffer = builtOnce((db, { ids, types }: { ids: number[]; types: LicenseType[] }) =>
  shown(db)
    .leftJoin('licenseOnOffer as license', (join) =>
      join
        .onRef('license.itemId', '=', 'item.id')
        .on(sql<boolean>`license.type = any(${listed(types, 'license_type')})`),
    )
    .leftJoin('itemWaiting as waiting', 'waiting.itemId', 'item.id')
    .where('item.status', '=', 'published')
    .where(sql<boolean>`item.id = any(${listed(ids)})`)
    .select(['item.id', 'item.kind', 'item.ownerId', 'item.title', 'item.priceCents as kitCents'])
    .select(['license.id as licenseId', 'license.type as licenseType', 'license.priceCents'])
    .select('waiting.itemId as waits')
    .modifyEnd(plannedOnce),
)

/** The beats in packs that are also sold alone. */
const beatsIn = (db: Db | Tx, ids: number[]) =>
  db
    .selectFrom('itemTrack')
    .innerJoin('item as beat', 'beat.id', 'itemTrack.beatId')
    .where(sql<boolean>`item_id = any(${ids}::bigint[])`)
    .where('removedAt', 'is', null)
    .select(['itemId', 'beat.id as beatId'])
    .select(
      sql<boolean>`beat.status = 'sold' or ${isOwnedExclusively(sql`beat.id`)} or ${isTwinOwned(sql`beat.id`)}`.as(
        'isSold',
      ),
    )
    .execute()

type Asked = { buyer: number; ids: number[] }

/** Most buyers have none of the items, so what was paid is asked afterwards. */
async function ownedOf(db: Db | Tx, asked: Asked) {
  const owned = await ownedBy(db, asked, { withPaid: false })
  return owned.length > 0 ? ownedBy(db, asked, { withPaid: true }) : owned
}

/** A replaced license is still its buyer's: it comes back when the higher one is refunded. */
const ownedBy = builtOnce((db, { buyer, ids }: Asked, { withPaid }: { withPaid: boolean }) =>
  db
    .selectFrom('purchase')
    .where('buyerId', '=', buyer)
    .where('state', '<>', 'refunded')
    .where(sql<boolean>`item_id = any(${listed(ids)})`)
    .select(['id', 'itemId', 'licenseType', isReplaceable.as('isReplaceable')])
    .select((withPaid ? paidFor(sql.ref('purchase.id')) : sql<number>`0`).as('paidCents'))
    .modifyEnd(plannedOnce),
)

/** Whether a purchase is still its buyer's, and no refund of it is on its way. */
export const isReplaceable = sql<boolean>`(purchase.state = 'owned' and not exists (
  select from refund_line join refund on refund.id = refund_id
    where refund_line.line_id = purchase.line_id and refund.state = 'pending'))`

/** The sum that was paid for a license and for those that it replaced. */
export const paidFor = (purchase: RawBuilder<unknown>) => sql<number>`(
  with recursive chain as (
    select p.id, ${keptCents('l')} as cents, l.upgrade_of
      from purchase p join order_line l on l.id = p.line_id where p.id = ${purchase}
    union all
    select p.id, ${keptCents('l')}, l.upgrade_of
      from chain join purchase p on p.id = chain.upgrade_of join order_line l on l.id = p.line_id)
  select coalesce(sum(cents), 0)::bigint from chain)`

type Facts = {
  rows: Awaited<ReturnType<typeof onOffer>>
  beats: Awaited<ReturnType<typeof beatsIn>>
  owned: Awaited<ReturnType<typeof ownedBy>>
  buyer: number | null
}

function offerOf(item: ItemAsked, { rows, beats, owned, buyer }: Facts): Offer {
  const itemId = idOf(item)
  const ownedHere = owned.filter((one) => one.itemId === itemId)
  if (ownedHere.some(({ licenseType }) => licenseType === licenseOf(item))) return { state: 'owned' } // on sale or not
  const ofItem = rows.filter(({ id, kind }) => id === itemId && kind === item.type)
  const [first] = ofItem
  if (!first) return { state: 'gone' }
  if (first.ownerId === buyer) return { state: 'own' }
  if (first.waits !== null) return { state: 'waiting' }
  const beatsHere = beats.filter((beat) => beat.itemId === itemId)
  if (beatsHere.some(({ isSold }) => isSold)) return { state: 'gone' }
  const parts = [itemId, ...beatsHere.map(({ beatId }) => beatId)]
  const common = { title: first.title, itemId, sellerId: first.ownerId, needs: parts }
  if (item.type === 'kit')
    return {
      state: 'available',
      ...common,
      cents: first.kitCents,
      license: null,
      label: 'Kit',
      takes: [],
      upgradeOf: null,
      discount: null,
    }
  const { licenseId, priceCents } = ofItem.find(({ licenseType }) => licenseType === item.licenseType) ?? {}
  const former = formerOf(item, ownedHere)
  if (!licenseId || !priceCents || former === undefined) return { state: 'gone' }
  const name = LICENSE_NAMES[item.licenseType]
  return {
    state: 'available',
    ...common,
    cents: priceCents,
    license: { id: licenseId, name },
    label: name,
    takes: item.licenseType === 'EXCLUSIVE' ? parts : [],
    upgradeOf: former?.id ?? null,
    discount: former && {
      kind: 'upgrade',
      reason: `Paid for ${LICENSE_NAMES[former.licenseType]}`,
      off: { cents: former.paidCents },
    },
  }
}

type Owned = Facts['owned'][number]

type License = Owned & { licenseType: LicenseType }

/**
 * The license that is replaced: the one that is named, or else the highest that the buyer owns. Null: there is none to
 * replace; undefined: the buyer has no such lower license.
 */
function formerOf({ upgradeOf, licenseType }: Exclude<ItemAsked, { type: 'kit' }>, owned: Owned[]) {
  const lower = owned.filter(
    (one): one is License => one.isReplaceable && one.licenseType !== null && rank(one.licenseType) < rank(licenseType),
  )
  if (upgradeOf !== undefined) return lower.find(({ id }) => id === upgradeOf)
  return lower.toSorted((one, other) => rank(other.licenseType) - rank(one.licenseType))[0] ?? null
}

const rank = (type: LicenseType) => LICENSE_TYPES.indexOf(type)
