import { LEAST_CARD } from '#contract/cart-limits.ts'
import type { PricedLine } from './price-order.ts'

/**
 * Credits take less where they would leave a rest that is too small for a card. Other discounts were promised by
 * somebody, so they take what they say. What takes nothing is left out.
 */
export function leaveEnough<Thing>(lines: readonly PricedLine<Thing>[]) {
  const total = lines.reduce((sum, line) => sum + line.total, 0)
  let missing = total > 0 ? Math.max(0, LEAST_CARD - total) : 0
  for (const line of lines.toReversed()) {
    for (const adjustment of line.adjustments.toReversed()) {
      if (adjustment.kind !== 'credit') continue
      const back = Math.min(adjustment.cents, missing)
      adjustment.cents -= back
      line.total += back
      missing -= back
    }
    line.adjustments = line.adjustments.filter(({ cents }) => cents > 0)
  }
}
