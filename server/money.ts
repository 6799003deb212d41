/** The server counts in whole cents; dollars exist only in JSON. */
export const dollars = (cents: number) => cents / 100
export const cents = (dollars: number) => Math.round(dollars * 100)
