import { sql, type SqlBool } from 'kysely'
import { conflict } from '#server/errors.ts'
import type { DiscountState, DiscountStatus } from '#contract/discount-limits.ts'

/** A code or a deal that never counts again: it was ended, or its days are over. */
export const isOver = (now: Date) => sql<SqlBool>`(state = 'ended' or coalesce(ends_at <= ${now}, false))`

type Row = { state: string; heldAt: Date | null; startsAt: Date | null; endsAt: Date | null }

/** How a code or a deal stands. `isUsedUp`: its last use is taken. */
export function statusOf({ state, heldAt, startsAt, endsAt }: Row, isUsedUp: boolean, now: Date): DiscountStatus {
  if (state === 'ended' || (endsAt && endsAt <= now)) return 'ended'
  if (heldAt) return 'paused'
  if (isUsedUp) return 'used up'
  if (state === 'paused') return 'paused'
  return startsAt && startsAt > now ? 'later' : 'active'
}

/** An ended one keeps its past: it never counts again. One that an admin has paused is resumed by admins alone. */
export function expectChange(
  what: 'code' | 'deal',
  row: { state: string; heldFor: string | null },
  next: DiscountState,
) {
  if (row.state === 'ended' && next !== 'ended') throw conflict('ended', `This ${what} has ended. Make a new one.`)
  if (row.heldFor !== null && next === 'active') throw conflict('held', `Paused by the house: ${row.heldFor}`)
}
