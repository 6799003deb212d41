import type { Item, Kind } from '#contract/item.ts'
import type { LicenseType } from '#contract/license-types.ts'
import type { License } from '#contract/licenses.ts'
import type { BillingCycle, PaidPlan } from '#contract/plans.ts'
import type { Duration, Tier } from '#contract/promotion-values.ts'

type Common = {
  id: string
  title: string
  artist: string
  img: string | null
  /** In dollars, at the time of adding. The server computes the price of every cart itself. */
  price: number
  qty: 1
}
type Licensed = {
  slug: string
  licenseId: number
  licenseName: string
  licenseType: LicenseType
  /** The purchase whose license this one replaces. */
  upgradeOf?: number
}
type BeatLine = Common & Licensed & { type: 'beat'; beatId: number }
type PackLine = Common & Licensed & { type: 'pack'; packId: number }
type KitLine = Common & { type: 'kit'; kitId: number; slug: string }
export type SubscriptionLine = Common & {
  type: 'subscription'
  planId: PaidPlan
  planName: string
  billingCycle: BillingCycle
  trialDays: number
}
export type PromotionLine = Common & {
  type: 'promotion'
  targetType: Kind
  targetId: number
  tier: Tier
  days: Duration
  /** The most credits that it takes, in dollars. */
  creditsUsed: number
}
export type CartLine = BeatLine | PackLine | KitLine | SubscriptionLine | PromotionLine

/** The id of a line and its license, since a pack has one line whatever its license. */
export const nameOf = (line: CartLine) => ('licenseType' in line ? `${line.id} ${line.licenseType}` : line.id)

/** The fields of an item that a cart line needs. */
export type Buyable = Pick<Item, 'id' | 'kind' | 'slug' | 'title' | 'artistName' | 'coverUrl' | 'price'>
type Chosen = Pick<License, 'id' | 'type' | 'name' | 'price'>

const common = ({ title, artistName, coverUrl }: Buyable) =>
  ({ title, artist: artistName, img: coverUrl, qty: 1 }) as const

/** A beat has a line for each license. A pack has one line whatever its license. */
export function licenseLine(item: Buyable, license: Chosen): CartLine {
  const licensed = {
    ...common(item),
    slug: item.slug,
    price: license.price,
    licenseId: license.id,
    licenseName: license.name,
    licenseType: license.type,
  }
  return item.kind === 'PACK'
    ? { ...licensed, id: `pack:${item.id}`, type: 'pack', packId: item.id }
    : { ...licensed, id: `beat:${item.id}:${license.type}`, type: 'beat', beatId: item.id }
}

export const kitLine = (item: Buyable): CartLine => ({
  ...common(item),
  id: `kit:${item.id}`,
  type: 'kit',
  kitId: item.id,
  slug: item.slug,
  price: item.price,
})
