/** The server counts in cents. Only JSON uses dollars. */
export const dollars = (cents: number) => cents / 100
export const cents = (dollars: number) => Math.round(dollars * 100)

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
/** 129900 → '$1,299.00' */
export const dollarWords = (amount: number) => usd.format(dollars(amount))

/** A share of an amount in basis points (hundredths of a percent). Half a cent is rounded up. */
export const partOf = (amount: number, basisPoints: number) =>
  Number((BigInt(amount) * BigInt(basisPoints) + 5_000n) / 10_000n)

/** The part of an amount that belongs to so many of a whole. A part of a cent is left. */
export const shareOf = (amount: number, part: number, whole: number) =>
  Number((BigInt(amount) * BigInt(part)) / BigInt(whole))

/**
 * Splits an amount by weights. No cent is lost: cents that are left go to the largest remainders, and to the first of
 * equal ones. No share is larger than its weight unless the amount is larger than all weights.
 */
export function split(amount: number, weights: readonly number[]): number[] {
  if (amount < 0) return split(-amount, weights).map((share) => 0 - share)
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (whole === 0n) {
    if (amount === 0) return weights.map(() => 0)
    throw new Error('An amount can’t be split by weights of 0.')
  }
  const products = weights.map((weight) => BigInt(amount) * BigInt(weight)) // more than 2^53 for large amounts
  const shares = products.map((product) => Number(product / whole))
  const left = amount - shares.reduce((sum, share) => sum + share, 0)
  const byRemainder = products
    .map((product, index) => ({ index, remainder: product % whole }))
    .sort((one, other) => Number(other.remainder - one.remainder))
  for (const { index } of byRemainder.slice(0, left)) shares[index]!++
  return shares
}
