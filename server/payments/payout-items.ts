import { ProviderRefused } from './port.ts'
import type { NewPayout } from './port-payouts.ts'

/** What every provider would refuse, checked before anything is sent. */
export function expectItems(items: readonly NewPayout[]) {
  if (items.length === 0 || new Set(items.map(({ key }) => key)).size < items.length)
    throw new ProviderRefused('A batch needs items with names of their own.')
  for (const { address, cents } of items)
    if (cents <= 0 || !/^[^@\s]+@[^@\s]+$/.test(address))
      throw new ProviderRefused('A payout needs an amount and a mail address.')
}
