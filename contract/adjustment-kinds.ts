/** The kinds of discounts, in the order in which they are taken off a price. Each one sees what is left. */
export const ADJUSTMENT_KINDS = ['upgrade', 'deal', 'code', 'credit', 'plan'] as const
