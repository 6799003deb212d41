import type { LibraryPurchase } from '#contract/purchases.ts'
import { localDay, localShortDay } from '#web/ui/local-day.ts'

/** The state of a purchase that is no longer the buyer's, or that a higher license has replaced. */
export const stateWords = ({ state, endedAtIso }: LibraryPurchase) =>
  state === 'replaced' ? 'Replaced' : `Refunded ${endedAtIso === null ? '' : localShortDay(endedAtIso)}`.trim()

export const purchaseNumber = (id: number) => `P-${id}`

/** The same for the panel, with the year. */
export const endWords = ({ state, endedAtIso }: LibraryPurchase) =>
  endedAtIso === null ? '' : `${state === 'replaced' ? 'Replaced' : 'Refunded'} ${localDay(endedAtIso)}`
