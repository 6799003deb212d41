import { END_WORDS, TIER_FACTS, type Place, type PromotionStatus } from '#contract/promotion-values.ts'
import type { Promotion } from '#contract/promotions.ts'
import { exactly, inWords, price } from '#web/items/format.ts'
import { daysLeft } from '#web/ui/days-left.ts'
import { localShortDay } from '#web/ui/local-day.ts'

export const tierName = ({ tier }: Pick<Promotion, 'tier'>) => TIER_FACTS[tier].name

/** 'Premium, 14 days' */
export const tierWords = ({ tier, days }: Pick<Promotion, 'tier' | 'days'>) => `${TIER_FACTS[tier].name}, ${days} days`

export const STATUS_WORDS: Record<PromotionStatus, string> = {
  active: 'Active',
  paused: 'Paused',
  canceled: 'Canceled',
  ended: 'Ended',
}

export const isRunning = ({ status }: Pick<Promotion, 'status'>) => status === 'active' || status === 'paused'

/** The name of a place, and where something stands there. */
export const PLACE_WORDS: Record<Place, { name: string; at: string }> = {
  landing: { name: 'Home page', at: 'on the home page' },
  browse: { name: 'Browse', at: 'on Browse' },
  charts: { name: 'Charts', at: 'on Charts' },
  style: { name: 'Style pages', at: 'on the style’s page' },
  search: { name: 'Search', at: 'in search' },
}

/** 'It was short of the guarantee. $3.46 came back as promo credits.' */
export function endWords({ endedFor, creditsReturned }: Pick<Promotion, 'endedFor' | 'creditsReturned'>) {
  if (!endedFor || creditsReturned === 0) return endedFor && END_WORDS[endedFor]
  return `${END_WORDS[endedFor]} ${price(creditsReturned)} came back as promo credits.`
}

/** '896 of 872' */
export const deliveredWords = ({ delivered, guaranteed }: Pick<Promotion, 'delivered' | 'guaranteed'>) =>
  `${exactly(delivered)} of ${exactly(guaranteed)}`

type Paced = Pick<Promotion, 'status' | 'runsOn' | 'guaranteed' | 'delivered' | 'expected' | 'endsAt' | 'lastsUntil'>

export const leftWords = (end: string, now: Date) => {
  const days = daysLeft(end, now)
  return `${inWords(days)} ${days === 1 ? 'day' : 'days'} left`
}

/** '165 ahead of pace, five days left', or '120 behind pace, runs on until it is delivered'. */
export function paceWords({ status, runsOn, guaranteed, delivered, expected, endsAt, lastsUntil }: Paced, now: Date) {
  if (status === 'paused') return 'Its time stands still.'
  if (delivered >= guaranteed) return `All delivered, ${leftWords(endsAt, now)}`
  const short = `${exactly(Math.abs(delivered - expected))} behind pace`
  if (runsOn) return `${short}, runs on until it is delivered, ${localShortDay(lastsUntil)} at the latest`
  if (delivered < expected) return `${short}, runs on until it is delivered`
  const ahead = delivered === expected ? 'On pace' : `${exactly(delivered - expected)} ahead of pace`
  return `${ahead}, ${leftWords(endsAt, now)}`
}
