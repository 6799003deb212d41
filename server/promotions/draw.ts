import { TIER_FACTS, type Place, type Tier } from '#contract/promotion-values.ts'
import { DAY } from './figures.ts'

/** The most promoted items of a page; of the landing page, those of each of its lists. */
export const SLOTS: Record<Place, number> = { landing: 1, browse: 5, charts: 4, style: 4, search: 4 }
/** Further ones, since a page may show one of the drawn items already. */
export const SPARE = 2

/** A running promotion, as draws know it. */
export type Running = {
  id: number
  ownerId: number
  tier: Tier
  kind: string
  style: string | null
  /** Its words, each in small letters. */
  words: ReadonlySet<string>
  days: number
  guaranteed: number
  delivered: number
  endsAt: Date
  lastsUntil: Date
}

/** What a page is about. */
export type About = {
  place: Place
  kinds?: readonly string[] | undefined
  styles?: readonly string[] | undefined
  words?: readonly string[] | undefined
}

/** A promotion aims to be delivered when this part of its days is over, so that the last of them is for stragglers. */
const AIM = 0.8
/** A promotion may be ahead of its pace by this part of a day's share, or by so many impressions. */
const AHEAD = 0.25
const AHEAD_AT_LEAST = 25
const HOUR = DAY / 24

/** Among equals, what a promotion of a tier is worth against the others. */
const TIER_WEIGHT: Record<Tier, number> = { standard: 1, premium: 1.25, spotlight: 2 }
const RANK: Record<Tier, number> = { spotlight: 0, premium: 1, standard: 2 }

/** The impressions that the pace asks for by now, and a little more. */
function paceOf({ guaranteed, days, endsAt }: Running, now: number) {
  const passed = 1 - (endsAt.getTime() - now) / (days * DAY)
  const ahead = Math.max(AHEAD_AT_LEAST, (guaranteed / days) * AHEAD)
  return Math.min(guaranteed, (guaranteed * passed) / AIM + ahead)
}

/**
 * The weight in a draw: the impressions that are owed over the hours that are left. 0: nothing is owed, or the promotion
 * is ahead of its pace and rests.
 */
export function weightOf(promotion: Running, now: number) {
  const { guaranteed, delivered, days, endsAt, tier } = promotion
  const owed = guaranteed - delivered
  if (owed <= 0 || delivered >= paceOf(promotion, now)) return 0
  const left = endsAt.getTime() - now - days * DAY * (1 - AIM)
  return (owed / Math.max(left / HOUR, 1)) * TIER_WEIGHT[tier]
}

const has = (wanted: readonly string[] | undefined, value: string | null) =>
  !wanted?.length || (value !== null && wanted.includes(value))

/** All words of a search are among those of the item, or begin one of them. */
const meets = (words: readonly string[], known: ReadonlySet<string>) =>
  words.every((word) => known.has(word) || (word.length > 2 && [...known].some((own) => own.startsWith(word))))

const fits = ({ tier, kind, style, words }: Running, about: About) =>
  TIER_FACTS[tier].places.includes(about.place) &&
  has(about.kinds, kind) &&
  has(about.styles, style) &&
  (!about.words?.length || meets(about.words, words))

type Drawn<P> = { promotion: P; key: number }

/**
 * Draws promotions for a page: weighted, without putting any back, and at most one of each producer. The first `count` are
 * in the order of their tiers; those after them are spare. `taken` are producers who stand on the page already.
 */
export function draw<P extends Running>(
  running: readonly P[],
  about: About,
  { now, count, random, taken = new Set() }: Drawing,
): P[] {
  const best = new Map<number, Drawn<P>>()
  for (const promotion of running) {
    if (taken.has(promotion.ownerId) || !fits(promotion, about)) continue
    const weight = weightOf(promotion, now)
    if (weight === 0) continue
    const key = -Math.log(1 - random()) / weight // the smallest key of all is drawn in proportion to its weight
    const other = best.get(promotion.ownerId)
    if (!other || key < other.key) best.set(promotion.ownerId, { promotion, key })
  }
  const drawn = [...best.values()].toSorted((a, b) => a.key - b.key).map(({ promotion }) => promotion)
  const first = drawn.slice(0, count).toSorted((a, b) => RANK[a.tier] - RANK[b.tier])
  return [...first, ...drawn.slice(count, count + (about.place === 'landing' ? 0 : SPARE))]
}
type Drawing = { now: number; count: number; random: () => number; taken?: ReadonlySet<number> }
