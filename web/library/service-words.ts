import type { LibrarySubscription } from '#contract/billing.ts'
import { CYCLES } from '#contract/plans.ts'
import { localDay } from '#web/ui/local-day.ts'

const states = { active: 'Active', paused: 'Paused', canceled: 'Canceled' }

export const stateOf = ({ status, isOverdue }: LibrarySubscription) =>
  isOverdue ? 'Active, its renewal is tried again' : states[status]

/** For a row, which has no place of its own for the end. */
export const serviceWords = (service: LibrarySubscription) =>
  `${CYCLES[service.billingCycle].name}, ${endWords(service) ?? stateOf(service).toLowerCase()}`

function endWords({ status, isOverdue, canResume, endedAt, currentPeriodEnd }: LibrarySubscription) {
  const end = endedAt ?? currentPeriodEnd
  if (status !== 'canceled' || isOverdue || !end) return null
  return canResume ? `canceled, runs until ${localDay(end)}` : `ended ${localDay(end)}`
}
