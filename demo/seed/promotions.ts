import type { Duration, Place, Tier } from '#contract/promotion-values.ts'

export type DemoPromotion = {
  /** The seller's handle. */
  seller: string
  /** Of the item. */
  title: string
  tier: Tier
  days: Duration
  daysAgo: number
  /** In cents. */
  credits: number
  /** Of the guarantee, in its own days. */
  delivered: number
  /** It was canceled so many days after its start. */
  canceledAfter?: number
}

/** Promotions in every state: they run, have delivered, were short, were canceled. The first can be run again. Oldest first. */
export const PROMOTIONS: readonly DemoPromotion[] = [
  {
    seller: 'LogDrumLola',
    title: 'Peckham Highlife',
    tier: 'spotlight',
    days: 3,
    daysAgo: 40,
    credits: 18_00,
    delivered: 1.04,
  },
  {
    seller: 'LogDrumLola',
    title: 'One-Hit Estate',
    tier: 'standard',
    days: 7,
    daysAgo: 30,
    credits: 0,
    delivered: 0.3,
  },
  { seller: 'LogDrumLola', title: 'Harmattan', tier: 'premium', days: 14, daysAgo: 26, credits: 0, delivered: 1.01 },
  {
    seller: 'LogDrumLola',
    title: 'Two Airports',
    tier: 'standard',
    days: 7,
    daysAgo: 20,
    credits: 0,
    delivered: 0.9,
    canceledAfter: 3,
  },
  {
    seller: 'ColdHarbour',
    title: 'Hats in Sixes',
    tier: 'spotlight',
    days: 30,
    daysAgo: 10,
    credits: 75_00,
    delivered: 0.94,
  },
  {
    seller: 'LogDrumLola',
    title: 'Lagos to Leeds',
    tier: 'premium',
    days: 14,
    daysAgo: 5,
    credits: 10_00,
    delivered: 1.08,
  },
]

/** How often people saw the places for promoted items each day; of style pages, one. */
export const SEEN_A_DAY: Record<Place, number> = { landing: 1_100, browse: 900, charts: 420, style: 60, search: 150 }
