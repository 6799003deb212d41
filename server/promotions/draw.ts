import { TIER_FACTS, type Place, type Tier } from '#contract/promotion-values.ts'
import { DAY } from './figures.ts'

/** The most promoted items of a page; of the landing page, those of each of its lists. */
export const SLOTS: Record<Place, number> = { landing: 1, browse: 5, charts: 4, style: 4, search: 4 }
/** One more, since a page may show one of the drawn items already. */
const SPARE = 1
/**
 * A page that so few promotions fit may show all of the drawn items already. They owe more and more, so they would be
 * drawn each time, and others never: such a draw has twice as many.
 */
const FEW = 50

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

/** The subject of a page: a promoted item must fit it. */
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

/** Multiplies the weight of a tier's promotions in a draw. */
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

const fits = ({ kind, style, words }: Running, about: About) =>
  has(about.kinds, kind) && has(about.styles, style) && (!about.words?.length || meets(about.words, words))

export type Weighed<P> = { promotion: P; weight: number }
export type Candidates<P> = Record<Place, Weighed<P>[]>

/** The promotions that each place may draw now. Those that rest are left out. */
export function candidatesOf<P extends Running>(running: readonly P[], now: number): Candidates<P> {
  const weighed = running
    .map((promotion) => ({ promotion, weight: weightOf(promotion, now) }))
    .filter(({ weight }) => weight > 0)
  const at = (place: Place) => weighed.filter(({ promotion }) => TIER_FACTS[promotion.tier].places.includes(place))
  return {
    landing: at('landing'),
    browse: at('browse'),
    charts: at('charts'),
    style: at('style'),
    search: at('search'),
  }
}

type Drawn<P> = { promotion: P; key: number }
type Drawing = { count: number; random: () => number; taken?: ReadonlySet<number> }

/**
 * Draws promotions for a page: weighted, without putting any back, and at most one of each producer. The first `count` are
 * in the order of their tiers; those after them are spare. `taken` are producers who stand on the page already.
 */
export function draw<P extends Running>(
  candidates: Candidates<P>,
  about: About,
  { count, random, taken }: Drawing,
): P[] {
  const fitting = candidates[about.place].filter(
    ({ promotion }) => !taken?.has(promotion.ownerId) && fits(promotion, about),
  )
  const most = about.place === 'landing' ? count : count + (fitting.length <= FEW ? count : SPARE)
  const best: Drawn<P>[] = []
  for (const { promotion, weight } of fitting) {
    // the smallest key of all is drawn in proportion to its weight
    const key = -Math.log(1 - random()) / weight
    if (best.length === most && key >= best.at(-1)!.key) continue
    keepBest(best, { promotion, key }, most)
  }
  const drawn = best.map(({ promotion }) => promotion)
  const first = drawn.slice(0, count).toSorted((a, b) => RANK[a.tier] - RANK[b.tier])
  return [...first, ...drawn.slice(count)]
}

/** Adds to a short list that is in the order of its keys, and has each producer once. */
function keepBest<P extends Running>(best: Drawn<P>[], one: Drawn<P>, most: number) {
  const other = best.findIndex(({ promotion }) => promotion.ownerId === one.promotion.ownerId)
  if (other >= 0 && best[other]!.key <= one.key) return
  if (other >= 0) best.splice(other, 1)
  const after = best.findIndex(({ key }) => key > one.key)
  best.splice(after < 0 ? best.length : after, 0, one)
  if (best.length > most) best.pop()
}
