import type { LibrarySubscription } from '#contract/billing.ts'
import { CYCLES } from '#contract/plans.ts'

const states = { active: 'Active', paused: 'Paused', canceled: 'Canceled' }

export const stateOf = ({ status }: LibrarySubscription) => states[status]

export const serviceWords = (service: LibrarySubscription) =>
  `${CYCLES[service.billingCycle].name}, ${stateOf(service).toLowerCase()}`

const DAY = 24 * 60 * 60_000

/** Rounded up, and never negative. */
export const daysLeft = (end: string, now: Date) =>
  Math.max(0, Math.ceil((new Date(end).getTime() - now.getTime()) / DAY))
