import type { LibrarySubscription } from '#contract/billing.ts'
import { CYCLES } from '#contract/plans.ts'

const states = { active: 'Active', paused: 'Paused', canceled: 'Canceled' }

export const stateOf = ({ status, isOverdue }: LibrarySubscription) =>
  isOverdue ? 'Active, its renewal is tried again' : states[status]

export const serviceWords = (service: LibrarySubscription) =>
  `${CYCLES[service.billingCycle].name}, ${stateOf(service).toLowerCase()}`
