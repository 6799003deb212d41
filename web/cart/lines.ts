import { MOST_DOLLARS } from '#contract/filter-values.ts'
import type { Item, Kind } from '#contract/item.ts'
import type { LicenseType } from '#contract/license-terms.ts'
import type { License } from '#contract/licenses.ts'
import { BILLING_CYCLES, PAID_PLANS, PLANS, type BillingCycle, type PaidPlan } from '#contract/plans.ts'
import { DURATIONS, priceOf, TIER_FACTS, TIERS, type Duration, type Tier } from '#contract/promotion-values.ts'
import { KINDS } from '#web/items/kinds.ts'
import { fieldsOf, idFrom, textFrom } from '#web/stored.ts'

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
type SubscriptionLine = Common & {
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

export const subscriptionLine = (planId: PaidPlan, billingCycle: BillingCycle): SubscriptionLine => ({
  id: `subscription:${planId}`,
  type: 'subscription',
  title: `${PLANS[planId].name} plan`,
  artist: '',
  img: null,
  price: PLANS[planId].price[billingCycle] / 100,
  qty: 1,
  planId,
  planName: PLANS[planId].name,
  billingCycle,
  trialDays: 0,
})

type Promoted = Pick<Item, 'id' | 'kind' | 'title' | 'coverUrl'>

/** It takes credits up to its price. */
export function promotionLine({ id, kind, title, coverUrl }: Promoted, tier: Tier, days: Duration): PromotionLine {
  const price = priceOf(tier, days) / 100
  return {
    id: ['promo', kind, id, tier, days].join(':'),
    type: 'promotion',
    title,
    artist: '',
    img: coverUrl,
    price,
    qty: 1,
    targetType: kind,
    targetId: id,
    tier,
    days,
    creditsUsed: price,
  }
}

/** 'Premium promotion, 14 days' */
export const promotionWords = ({ tier, days }: PromotionLine) => `${TIER_FACTS[tier].name} promotion, ${days} days`

type Fields = Record<string, unknown>
const isText = (value: unknown) => Boolean(textFrom(value))
const isOneOf = (values: readonly unknown[], value: unknown) => values.includes(value)
const isId = (value: unknown) => idFrom(value) !== null
const isLicensed = ({ slug, licenseId, licenseName, licenseType, upgradeOf }: Fields) =>
  isText(slug) &&
  isId(licenseId) &&
  isText(licenseName) &&
  isText(licenseType) &&
  (upgradeOf === undefined || isId(upgradeOf))
/** Subscriptions and promotions have no page in the shop, and so no slug. */
const isElsewhere = (line: Fields) => !('slug' in line)

type Sort = {
  /** Whether the line has all fields of its type. */
  known: (line: Fields) => boolean
  /** The id that the line must have. */
  id: (line: Fields) => string
  /** Default values of fields that may be missing. */
  standards?: Fields
}
const sorts = new Map<unknown, Sort>([
  [
    'beat',
    {
      known: (line) => isId(line.beatId) && isLicensed(line),
      id: ({ beatId, licenseType }) => ['beat', beatId, licenseType].join(':'),
    },
  ],
  ['pack', { known: (line) => isId(line.packId) && isLicensed(line), id: ({ packId }) => ['pack', packId].join(':') }],
  ['kit', { known: (line) => isId(line.kitId) && isText(line.slug), id: ({ kitId }) => ['kit', kitId].join(':') }],
  [
    'subscription',
    {
      known: (line) =>
        isElsewhere(line) &&
        isText(line.planName) &&
        isOneOf(PAID_PLANS, line.planId) &&
        isOneOf(BILLING_CYCLES, line.billingCycle),
      id: ({ planId }) => ['subscription', planId].join(':'),
      standards: { billingCycle: 'monthly', trialDays: 0 },
    },
  ],
  [
    'promotion',
    {
      known: (line) =>
        isElsewhere(line) &&
        isOneOf(KINDS, line.targetType) &&
        isId(line.targetId) &&
        isOneOf(TIERS, line.tier) &&
        isOneOf(DURATIONS, line.days) &&
        Number.isFinite(line.creditsUsed) &&
        Number(line.creditsUsed) >= 0,
      id: ({ targetType, targetId, tier, days }) => ['promo', targetType, targetId, tier, days].join(':'),
      standards: { tier: 'standard', creditsUsed: 0 },
    },
  ],
])

/**
 * Reads a stored line and fills in defaults; null for anything else. Written by hand, because a schema library would be
 * larger than the cart.
 */
export function lineFrom(stored: unknown): CartLine | null {
  const given = fieldsOf(stored)
  const sort = sorts.get(given.type)
  if (!sort) return null
  const line: Fields = { artist: '', img: null, ...sort.standards, ...given, qty: 1 }
  const whole =
    sort.known(line) &&
    line.id === sort.id(line) &&
    isText(line.title) &&
    typeof line.artist === 'string' &&
    (line.img === null || isText(line.img)) &&
    Number.isFinite(line.price) &&
    Number(line.price) >= 0 &&
    Number(line.price) <= MOST_DOLLARS
  return whole ? (line as CartLine) : null
}
