import type { PromotionStatus } from '#contract/promotion-values.ts'
import type { Promotion } from '#contract/promotions.ts'
import { mediaUrl } from '#server/http/media-url.ts'
import { kinds, presentStyle } from '#server/items/index.ts'
import { dollars } from '#server/money.ts'
import { expectedOf } from './figures.ts'
import { movedEnds } from './pause.ts'
import { WAITS, type OwnPromotion, type PromotionFacts } from './rows.ts'

const OFF_SALE = 'Its item is off sale.'
const SOON = 'Its item can be bought again. It goes on within a minute.'

/** The item may have gone off sale a moment ago: nothing of it is drawn then. */
const isPaused = ({ state, itemStatus, isWaiting }: PromotionFacts) =>
  state === 'paused' || itemStatus !== 'published' || isWaiting

function whyPaused({ heldFor, itemStatus, isWaiting }: PromotionFacts) {
  if (heldFor !== null) return heldFor
  if (itemStatus !== 'published') return OFF_SALE
  return isWaiting ? WAITS : SOON
}

export function statusOf(row: PromotionFacts): PromotionStatus {
  if (row.state === 'ended') return row.endedFor === 'canceled' ? 'canceled' : 'ended'
  return isPaused(row) ? 'paused' : 'active'
}

export const presentPromotion = (row: OwnPromotion, now: Date): Promotion => ({
  ...presentFacts(row, now),
  canRerun: row.whyNoRerun === null,
})

export function presentFacts(row: PromotionFacts, now: Date): Omit<Promotion, 'canRerun'> {
  const status = statusOf(row)
  const hasPage = row.deletedAt === null && (row.itemStatus === 'published' || row.itemStatus === 'sold')
  const { endsAt, lastsUntil } = movedEnds(row, now)
  return {
    id: row.id,
    title: row.title,
    thumb: row.coverKey && mediaUrl(`${row.coverKey}/320.webp`),
    itemId: row.itemId,
    kind: kinds[row.kind],
    slug: hasPage ? row.slug : null,
    style: presentStyle(row),
    tier: row.tier,
    days: row.days,
    status,
    pausedFor: status === 'paused' ? whyPaused(row) : null,
    startedAt: row.startedAt.toISOString(),
    endsAt: endsAt.toISOString(),
    runsOn: row.state !== 'ended' && endsAt <= now,
    lastsUntil: lastsUntil.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    endedFor: row.endedFor,
    guaranteed: row.guaranteed,
    delivered: row.delivered,
    expected: expectedOf(row, now),
    clicks: row.clicks,
    plays: row.plays,
    sales: row.sales,
    earned: dollars(row.saleCents),
    price: dollars(row.priceCents),
    creditsUsed: dollars(row.creditCents),
    paid: dollars(row.paidCents),
    creditsReturned: dollars(row.returnedCents),
    isRerun: row.rerunOf !== null,
    canCancel: row.state !== 'ended',
  }
}
