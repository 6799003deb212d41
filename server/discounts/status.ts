import type { DiscountState, DiscountStatus } from '#contract/discount-limits.ts'

type Row = { state: string; startsAt: Date | null; endsAt: Date | null }

/** How a code or a deal stands. `isUsedUp`: its last use is taken. */
export function statusOf({ state, startsAt, endsAt }: Row, isUsedUp: boolean, now: Date): DiscountStatus {
  if (state === 'ended' || (endsAt && endsAt <= now)) return 'ended'
  if (isUsedUp) return 'used up'
  if (state === 'paused') return 'paused'
  return startsAt && startsAt > now ? 'later' : 'active'
}

/** An ended one keeps its past: it never counts again. */
export const mayBecome = (state: string, next: DiscountState) => state !== 'ended' || next === 'ended'
