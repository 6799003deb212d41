import { onDemand } from '#web/on-demand/on-demand.ts'

/** Watches places for promoted items, and tells what happens there. */
export const slotCode = onDemand(() => import('./slot-watch.ts'))
