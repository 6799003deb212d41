import type { Kind } from './item.ts'
import type { Plan } from './accounts.ts'

/** How many items of a kind a plan has room for; null: as many as one likes. Sold and deleted ones don't count. */
export const ROOM: Record<Plan, Record<Kind, number | null>> = {
  free: { BEAT: 3, PACK: 1, KIT: 1 },
  growth: { BEAT: null, PACK: null, KIT: null },
  pro: { BEAT: null, PACK: null, KIT: null },
}
