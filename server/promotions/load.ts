import { PLACES, TIER_FACTS, type Place, type Tier } from '#contract/promotion-values.ts'
import type { SlotLoad } from '#contract/promotions.ts'
import { split } from '#server/money.ts'
import type { App } from '#server/services.ts'
import { owedPerDay } from './figures.ts'
import { trafficOf } from './traffic.ts'

/** The impressions that running promotions still need each day, divided over their places by the traffic of these. */
export async function loadOfSlots({ db, clock }: App): Promise<SlotLoad[]> {
  const now = clock.now()
  const traffic = new Map<Place, number | null>()
  for (const place of PLACES) traffic.set(place, await trafficOf(db, place, { now }))
  const running = await db
    .selectFrom('promotion')
    .where('state', '=', 'active')
    .select(['tier', 'days', 'guaranteed', 'delivered', 'endsAt', 'lastsUntil', 'pausedAt', 'endedAt'])
    .$narrowType<{ tier: Tier }>()
    .execute()
  const owed = new Map<Place, number>(PLACES.map((place) => [place, 0]))
  for (const promotion of running)
    for (const [place, share] of shares(promotion.tier, owedPerDay(promotion, now), traffic))
      owed.set(place, owed.get(place)! + share)
  return PLACES.map((place) => ({
    place,
    promotions: running.filter(({ tier }) => TIER_FACTS[tier].places.includes(place)).length,
    owedPerDay: owed.get(place)!,
    perDay: traffic.get(place) ?? null,
  }))
}

/** Without any known traffic all places of a tier are alike. */
function shares(tier: Tier, owed: number, traffic: ReadonlyMap<Place, number | null>) {
  const { places } = TIER_FACTS[tier]
  const weights = places.map((place) => traffic.get(place) ?? 0)
  const isKnown = weights.some((weight) => weight > 0)
  const parts = split(owed, isKnown ? weights : weights.map(() => 1))
  return places.map((place, index) => [place, parts[index]!] as const)
}
