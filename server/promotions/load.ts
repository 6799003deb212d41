import { sql } from 'kysely'
import { PLACES, TIER_FACTS, type Place, type Tier } from '#contract/promotion-values.ts'
import type { SlotLoad } from '#contract/promotions.ts'
import type { Db } from '#server/db/connect.ts'
import { KeptAMinute } from '#server/db/kept-a-minute.ts'
import { split } from '#server/money.ts'
import type { App } from '#server/services.ts'
import { trafficOf } from './traffic.ts'

/** So many running promotions take long to read, and one more changes little. Their load is kept for a minute. */
const MANY = 1_000
const kept = new KeptAMinute<SlotLoad[]>()

export async function loadOfSlots({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<SlotLoad[]> {
  const now = clock.now()
  const known = kept.of(db, 'load', now.getTime())
  if (known) return known
  const load = await readLoad(db, now)
  if (load.some(({ promotions }) => promotions > MANY)) kept.keep(db, 'load', load, now.getTime())
  return load
}

/** The impressions that running promotions still need each day, divided over their places by the traffic of these. */
async function readLoad(db: Db, now: Date) {
  const traffic = new Map<Place, number | null>()
  for (const place of PLACES) traffic.set(place, await trafficOf(db, place, { now }))
  const running = await owedByTier(db, now)
  const owed = new Map<Place, number>(PLACES.map((place) => [place, 0]))
  for (const { tier, owedPerDay } of running)
    for (const [place, share] of shares(tier, owedPerDay, traffic)) owed.set(place, owed.get(place)! + share)
  return PLACES.map((place) => ({
    place,
    promotions: running
      .filter(({ tier }) => TIER_FACTS[tier].places.includes(place))
      .reduce((sum, { promotions }) => sum + promotions, 0),
    owedPerDay: owed.get(place)!,
    perDay: traffic.get(place) ?? null,
  }))
}

/** The sums of `owedPerDay` of the running promotions. */
const owedByTier = (db: Db, now: Date) =>
  db
    .with('running', (from) =>
      from
        .selectFrom('promotion')
        .where('state', '=', 'active')
        .select([
          'tier',
          sql<number>`greatest(0, guaranteed - delivered)`.as('owed'),
          sql<number>`greatest(extract(epoch from case when ends_at > ${now} then ends_at else lasts_until end
            - ${now}::timestamptz), 3600) / 86400`.as('days'),
        ]),
    )
    .selectFrom('running')
    .groupBy('tier')
    .select([
      'tier',
      sql<number>`count(*)::int`.as('promotions'),
      sql<number>`sum(least(owed, round(owed / days)))::bigint`.as('owedPerDay'),
    ])
    .$narrowType<{ tier: Tier }>()
    .execute()

/** Without any known traffic all places of a tier are alike. */
function shares(tier: Tier, owed: number, traffic: ReadonlyMap<Place, number | null>) {
  const { places } = TIER_FACTS[tier]
  const weights = places.map((place) => traffic.get(place) ?? 0)
  const isKnown = weights.some((weight) => weight > 0)
  const parts = split(owed, isKnown ? weights : weights.map(() => 1))
  return places.map((place, index) => [place, parts[index]!] as const)
}
