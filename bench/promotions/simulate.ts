import { impressionsOf, MOST_TIMES, type Place, type Tier } from '#contract/promotion-values.ts'
import { STYLES } from '#contract/styles.ts'
import { Random } from '#server/art/random.ts'
import { candidatesOf, draw, SLOTS, type About, type Running } from '#server/promotions/draw.ts'

const HOUR = 60 * 60_000
export const DAY = 24 * HOUR
const START = Date.UTC(2026, 0, 1)

export const SIMULATED = { promotions: 500, producers: 180, views: 200_000, days: 35, viewers: 6_000 }

type Promotion = Running & { startsAt: number; metAt: number | null; first: number; shown: number }

const styles = Object.keys(STYLES)
const KINDS = ['BEAT', 'BEAT', 'BEAT', 'BEAT', 'PACK', 'KIT']
/** The shares of page views, of promotions by tier and by days. */
const VIEWS: [Place, number][] = [
  ['browse', 0.36],
  ['landing', 0.22],
  ['style', 0.2],
  ['search', 0.12],
  ['charts', 0.1],
]
const BOUGHT: [Tier, number][] = [
  ['standard', 0.82],
  ['premium', 0.14],
  ['spotlight', 0.04],
]
const DAYS: [number, number][] = [
  [3, 0.9],
  [7, 0.1],
]

function pick<T>(random: Random, shares: readonly [T, number][]): T {
  let left = random.between(0, 1)
  for (const [value, share] of shares) if ((left -= share) <= 0) return value
  return shares.at(-1)![0]
}

/** Promotions that begin one after the other, each of another item, some producers with many. */
function bought(random: Random): Promotion[] {
  const last = SIMULATED.days - 8
  return Array.from({ length: SIMULATED.promotions }, (_, index) => {
    const tier = pick(random, BOUGHT)
    const days = pick(random, DAYS)
    const startsAt = START + random.between(0, last) * DAY
    return {
      id: index + 1,
      ownerId: 1 + Math.floor(SIMULATED.producers * random.between(0, 1) ** 2),
      tier,
      kind: KINDS[random.whole(0, KINDS.length - 1)]!,
      style: styles[random.whole(0, styles.length - 1)]!,
      words: new Set(['drill']),
      days,
      guaranteed: impressionsOf(tier, days),
      delivered: 0,
      startsAt,
      endsAt: new Date(startsAt + days * DAY),
      lastsUntil: new Date(startsAt + MOST_TIMES * days * DAY),
      metAt: null,
      first: 0,
      shown: 0,
    }
  })
}

/** The times of page views: three times as many in the evening as in the night. */
function times(random: Random) {
  const all: number[] = []
  while (all.length < SIMULATED.views) {
    const at = START + random.between(0, SIMULATED.days) * DAY
    const hour = new Date(at).getUTCHours()
    if (random.chance(hour >= 16 ? 1 : hour >= 8 ? 0.6 : 0.33)) all.push(at)
  }
  return all.toSorted((a, b) => a - b)
}

/** The part of visitors who scroll to the nth place of a page. */
const SEEN = [0.92, 0.75, 0.6, 0.5, 0.4]

export type Simulated = ReturnType<typeof simulate>

/** Lives through the days with real draws. A viewer counts once an hour, as in the shop. */
export function simulate(seed: string) {
  const random = new Random(seed)
  const promotions = bought(random)
  const viewers = new Map<string, number>()
  const faults = { twice: 0, producers: 0, fifth: 0 }
  let seenPlaces = 0
  let drawMs = 0
  let draws = 0
  const dice = () => random.between(0, 1)

  function view(at: number) {
    const place = pick(random, VIEWS)
    const running = promotions.filter(({ startsAt, lastsUntil }) => startsAt <= at && lastsUntil.getTime() > at)
    const viewer = random.whole(1, SIMULATED.viewers)
    const page: Promotion[] = []
    const began = performance.now()
    const candidates = candidatesOf(running, at)
    for (const about of aboutsOf(random, place)) {
      const taken = new Set(page.map(({ ownerId }) => ownerId))
      const count = SLOTS[place]
      const drawn = draw(candidates, about, { count, random: dice, taken }).slice(0, count)
      page.push(...drawn)
      seenPlaces += count
    }
    drawMs += performance.now() - began
    draws++
    if (new Set(page.map(({ id }) => id)).size < page.length) faults.twice++
    if (new Set(page.map(({ ownerId }) => ownerId)).size < page.length) faults.producers++
    page.forEach((promotion, nth) => {
      promotion.shown++
      if (nth === 0) promotion.first++
      const isSeen = random.chance(place === 'landing' ? 0.7 : SEEN[nth]!)
      if (isSeen && isFirstInHour(viewer, promotion.id, at)) count(promotion, at)
    })
  }
  function isFirstInHour(viewer: number, id: number, at: number) {
    const key = `${viewer} ${id}`
    const last = viewers.get(key)
    if (last !== undefined && at - last < HOUR) return false
    viewers.set(key, at)
    return true
  }
  function count(promotion: Promotion, at: number) {
    promotion.delivered++
    if (promotion.delivered >= promotion.guaranteed) promotion.metAt ??= at
  }

  for (const at of times(random)) view(at)
  return { promotions, faults, seenPlaces, drawMs: drawMs / draws }
}

function aboutsOf(random: Random, place: Place): About[] {
  const style = styles[random.whole(0, styles.length - 1)]!
  if (place === 'landing') return ['BEAT', 'PACK', 'KIT'].map((kind) => ({ place, kinds: [kind] }))
  if (place === 'style') return [{ place, styles: [style], kinds: ['BEAT'] }]
  if (place === 'charts') return [{ place, kinds: ['BEAT'] }]
  return [{ place, ...(place === 'browse' && random.chance(0.15) && { styles: [style] }) }]
}
