import { DURATIONS, FIRST_CHOICE, TIERS } from '#contract/promotion-values.ts'
import { namesOf } from '#web/promotions/items-in-address.ts'
import { accountNow } from '#web/session/session.ts'
import { fieldsOf, readStored, textFrom, writeStored } from '#web/stored.ts'
import type { Chosen } from './picks.ts'

const KEPT = 'slide.promotion'

/** For this tab, beside the items of the address that it began with. Only names of items: what they are now is asked. */
export const keepChoice = (from: string, { picks, tier, days }: Chosen) =>
  writeStored(KEPT, { account: accountNow(), from, item: namesOf(picks), tier, days }, 'tab')

/** An address with other items begins a new choice, and so does another account. Its own items are always chosen. */
export function keptChoice(address: string) {
  const { account, from, item, tier, days } = fieldsOf(readStored(KEPT, 'tab'))
  if (from !== address || account !== accountNow()) return { ...FIRST_CHOICE, item: address, from: address }
  return {
    from: address,
    item: `${address} ${textFrom(item) ?? ''}`.trim(),
    tier: TIERS.find((one) => one === tier) ?? FIRST_CHOICE.tier,
    days: DURATIONS.find((one) => one === days) ?? FIRST_CHOICE.days,
  }
}
