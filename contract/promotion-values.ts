// This file imports no zod: server, screens and legal pages read it.

export const TIERS = ['standard', 'premium', 'spotlight'] as const
export type Tier = (typeof TIERS)[number]

/** In days. */
export const DURATIONS = [3, 7, 14, 30] as const
export type Duration = (typeof DURATIONS)[number]

/** The choice that the screen begins with. */
export const FIRST_CHOICE = { tier: 'premium', days: 14 } as const satisfies { tier: Tier; days: Duration }

/** The places that draw promoted items. */
export const PLACES = ['landing', 'browse', 'charts', 'style', 'search'] as const
export type Place = (typeof PLACES)[number]

type TierFacts = {
  name: string
  /** For one item and one day, in cents. */
  rate: number
  /** Guaranteed impressions for each dollar of rate × days. */
  factor: number
  places: readonly Place[]
  /** Said on its card. */
  reach: readonly [string, string]
}

/** Every figure of the tiers. */
export const TIER_FACTS: Record<Tier, TierFacts> = {
  standard: {
    name: 'Standard',
    rate: 1_50,
    factor: 83,
    places: ['browse', 'style'],
    reach: ['In Browse, among the results', 'On the style’s page'],
  },
  premium: {
    name: 'Premium',
    rate: 3_00,
    factor: 100,
    places: ['browse', 'style', 'landing', 'charts'],
    reach: ['All of Standard', 'In Featured on the home page, and on Charts'],
  },
  spotlight: {
    name: 'Spotlight',
    rate: 6_00,
    factor: 125,
    places: ['browse', 'style', 'landing', 'charts', 'search'],
    reach: ['All of Premium, first in line', 'In search'],
  },
}

/** A promotion that is short at its end runs on, up to so many times its days. */
export const MOST_TIMES = 2

/** A click counts towards plays and sales for so many days. */
export const ATTRIBUTED_DAYS = 7

/** The price of a promotion in cents, before credits and the plan's discount. */
export const priceOf = (tier: Tier, days: number) => TIER_FACTS[tier].rate * days

/** Credits and discounts don't shrink the guarantee. Rounded once. */
export const impressionsOf = (tier: Tier, days: number) =>
  Math.round((TIER_FACTS[tier].factor * priceOf(tier, days)) / 100)

export const PROMOTION_STATUSES = ['active', 'paused', 'canceled', 'ended'] as const
export type PromotionStatus = (typeof PROMOTION_STATUSES)[number]

/** Why a promotion has ended. */
export const PROMOTION_ENDS = ['delivered', 'short', 'canceled', 'item', 'refunded', 'account'] as const
export type PromotionEnd = (typeof PROMOTION_ENDS)[number]
export const END_WORDS: Record<PromotionEnd, string> = {
  delivered: 'It has delivered what was guaranteed.',
  short: 'It was short of the guarantee.',
  canceled: 'You have canceled it.',
  item: 'Its item is not on sale any more.',
  refunded: 'It was refunded.',
  account: 'Its account was banned or deleted.',
}
