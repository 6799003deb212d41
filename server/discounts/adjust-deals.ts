import { PLANS } from '#contract/plans.ts'
import type { LicenseType } from '#contract/license-types.ts'
import type { AdjustedCart, AdjustedLine, Adjuster } from '#server/checkout/index.ts'
import { builtOnce } from '#server/db/built-once.ts'
import { listed, plannedOnce, type Db, type Tx } from '#server/db/connect.ts'
import type { Discount } from '#server/pricing/price-order.ts'
import { sql } from 'kysely'
import { isForItem } from './chosen.ts'
import { dealWords, type DealTerms } from './words.ts'

/** Deals count by themselves: the best one of each seller. */
export const dealAdjuster: Adjuster = {
  async adjust(db, cart) {
    const deals = await findDeals(db, sellersOf(cart), cart.now)
    const sellers = Map.groupBy(deals, ({ sellerId }) => sellerId)
    const places = [...sellers.values()].map((ofSeller) => ofSeller.flatMap((deal) => discountOf(deal, cart.lines)))
    return { places }
  },
}

const sellersOf = ({ lines }: AdjustedCart) => [
  ...new Set(lines.flatMap(({ itemId, sellerId }) => (itemId === null ? [] : sellerId))),
]

/** The deals of sellers that count now. */
export async function findDeals(db: Db | Tx, sellers: readonly number[], now: Date) {
  if (sellers.length === 0) return []
  const rows = await selectDeals(db, { sellers, now })
  return rows.filter(({ plan }) => PLANS[plan].hasCodes)
}

const selectDeals = builtOnce((db, { sellers, now }: { sellers: readonly number[]; now: Date }) =>
  db
    .selectFrom('deal')
    .innerJoin('account', 'account.id', 'sellerId')
    .where(sql<boolean>`seller_id = any(${listed(sellers)})`)
    .where('state', '=', 'active')
    .where('heldAt', 'is', null)
    .where((where) => where.or([where('startsAt', 'is', null), where('startsAt', '<=', now)]))
    .where((where) => where.or([where('endsAt', 'is', null), where('endsAt', '>', now)]))
    .select(['deal.id', 'sellerId', 'buy', 'free', 'basisPoints', 'itemIds', 'licenseType', 'plan'])
    .orderBy('deal.id')
    .modifyEnd(plannedOnce),
)

type Deal = DealTerms & {
  id: number
  sellerId: number
  itemIds: number[] | null
  licenseType: LicenseType | null
}

/** The discount of a deal; it takes nothing off a cart with too few of its items. Upgrades are no new items, so they don't count. */
export function discountOf(deal: Deal, lines: readonly AdjustedLine[]): Discount[] {
  const { id, sellerId, buy, free, basisPoints, itemIds, licenseType } = deal
  const ofDeal = lines.filter(
    (line) =>
      line.sellerId === sellerId &&
      isForItem(itemIds, line.itemId) &&
      !line.isUpgrade &&
      (licenseType === null || line.licenseType === licenseType),
  )
  const discount = { kind: 'deal', reason: dealWords(deal), source: id } as const
  if (free === null)
    return ofDeal.length < buy
      ? []
      : [{ ...discount, lines: ofDeal.map((line) => line.id), off: { basisPoints: basisPoints! } }]
  const given = Math.floor(ofDeal.length / (buy + free)) * free
  const cheapest = ofDeal.toSorted((one, other) => one.cents - other.cents).slice(0, given)
  return [{ ...discount, lines: cheapest.map((line) => line.id), off: { basisPoints: 10_000 } }]
}
