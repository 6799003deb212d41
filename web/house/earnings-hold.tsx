import { useOptionalApi } from '#web/api/use-api.ts'
import { inWords } from '#web/items/format.ts'

/** 'A sale is pending for three days, then part of your balance': the operator sets the days. */
export function EarningsHold() {
  const days = useOptionalApi('GET /house')?.earningsHoldDays
  if (days === 0) return 'A sale is part of your balance at once'
  const some = days === undefined ? 'some days' : `${inWords(days)} ${days === 1 ? 'day' : 'days'}`
  return `A sale is pending for ${some}, then part of your balance`
}
