/** December 1, 2026 */
export const dayWords = (time: Date) => time.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export type DealTerms = { buy: number; free: number | null; basisPoints: number | null }

export const dealWords = ({ buy, free, basisPoints }: DealTerms) =>
  free === null ? `Buy ${buy} or more, ${basisPoints! / 100}% off` : `Buy ${buy}, get ${free} free`
