/** What takes something off a price, in the order in which it is taken: from what is left each time. */
export const ADJUSTMENT_KINDS = ['upgrade', 'deal', 'code', 'credit', 'plan'] as const
