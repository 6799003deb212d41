import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Duration, Tier } from '#contract/promotion-values.ts'
import { createPromotions, promoted, type Promotions } from '#test/promotions.ts'

let shop: Promotions
beforeAll(async () => {
  shop = await createPromotions()
})
afterAll(() => shop.world.close())

/**
 * In dollars, counted by hand: of each plan without credits, with 5.00, and with 3.33 promo and 1.11 referral credits.
 * No rest is below 0.50.
 */
const TABLE: [tier: Tier, days: Duration, free: number[], growth: number[], pro: number[]][] = [
  ['standard', 3, [4.5, 0, 0.5], [4.05, 0, 0.5], [3.6, 0, 0.5]],
  ['standard', 7, [10.5, 5.5, 6.06], [9.45, 4.95, 5.45], [8.4, 4.4, 4.85]],
  ['standard', 14, [21, 16, 16.56], [18.9, 14.4, 14.9], [16.8, 12.8, 13.25]],
  ['standard', 30, [45, 40, 40.56], [40.5, 36, 36.5], [36, 32, 32.45]],
  ['premium', 3, [9, 4, 4.56], [8.1, 3.6, 4.1], [7.2, 3.2, 3.65]],
  ['premium', 7, [21, 16, 16.56], [18.9, 14.4, 14.9], [16.8, 12.8, 13.25]],
  ['premium', 14, [42, 37, 37.56], [37.8, 33.3, 33.8], [33.6, 29.6, 30.05]],
  ['premium', 30, [90, 85, 85.56], [81, 76.5, 77], [72, 68, 68.45]],
  ['spotlight', 3, [18, 13, 13.56], [16.2, 11.7, 12.2], [14.4, 10.4, 10.85]],
  ['spotlight', 7, [42, 37, 37.56], [37.8, 33.3, 33.8], [33.6, 29.6, 30.05]],
  ['spotlight', 14, [84, 79, 79.56], [75.6, 71.1, 71.6], [67.2, 63.2, 63.65]],
  ['spotlight', 30, [180, 175, 175.56], [162, 157.5, 158], [144, 140, 140.45]],
]

test('every tier and duration costs what the table says, on each plan, with and without credits', async () => {
  for (const [at, plan] of (['free', 'growth', 'pro'] as const).entries())
    for (const [nth, [promo, referral]] of [
      [0, 0],
      [500, 0],
      [333, 111],
    ].entries()) {
      const seller = await shop.world.signUp()
      await shop.putOn(plan, seller)
      if (promo) await shop.giveCredits(promo, seller)
      if (referral) await shop.giveCredits(referral, seller, 'referral')
      const beat = await shop.addBeat({ ownerId: seller.id })
      for (const [tier, days, ...totals] of TABLE) {
        const { total } = await shop.preview([promoted(beat, { tier, days })], seller)
        expect([plan, tier, days, nth, total]).toEqual([plan, tier, days, nth, totals[at]![nth]])
      }
    }
})
