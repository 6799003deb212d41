/** The server counts in cents. Only JSON uses dollars. */
export const dollars = (cents: number) => cents / 100
export const cents = (dollars: number) => Math.round(dollars * 100)
