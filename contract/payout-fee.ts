/** What a payout on the same day costs, in basis points. Texts and sums both read it. */
const SAME_DAY_FEE = 500

export const SAME_DAY_FEE_WORDS = `${SAME_DAY_FEE / 100}%`

/** The fee of a same-day payout of so many cents. Half a cent is rounded up. */
export const sameDayFee = (cents: number) => Math.floor((cents * SAME_DAY_FEE + 5_000) / 10_000)
