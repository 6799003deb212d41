import type { Period } from './rows.ts'

/** What is left of the periods that were paid, in cents, by the second and rounded down. */
export const unusedCents = (periods: readonly Period[], now: Date) =>
  periods.reduce((sum, { beginsAt, endsAt, worthCents }) => {
    const [whole, left] = [endsAt.getTime() - beginsAt.getTime(), endsAt.getTime() - now.getTime()]
    return sum + Math.floor((worthCents * Math.min(Math.max(left, 0), whole)) / whole)
  }, 0)
