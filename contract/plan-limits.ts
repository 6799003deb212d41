import type { Kind } from './item.ts'
import type { Plan } from './accounts.ts'

/** The most items of each kind by plan; null means no limit. Sold and deleted items don't count. */
export const ROOM: Record<Plan, Record<Kind, number | null>> = {
  free: { BEAT: 3, PACK: 1, KIT: 1 },
  growth: { BEAT: null, PACK: null, KIT: null },
  pro: { BEAT: null, PACK: null, KIT: null },
}
