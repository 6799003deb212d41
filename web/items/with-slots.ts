import type { Item } from '#contract/item.ts'
import type { Slots } from '#contract/promotion-slots.ts'
import { EACH, promoted, type Placed } from './placed.ts'

/**
 * A list with its promoted items: the fifth, the tenth and so on. All others keep their order and their ranks. An item that
 * stands in the list already isn't shown twice.
 */
export function withSlots(items: readonly Item[], drawn: Slots | undefined, firstRank = 1): Placed[] {
  const shown = new Set(items.map(({ id }) => id))
  const slots = (drawn?.slots ?? []).filter(({ item }) => !shown.has(item.id))
  const empty = drawn?.empty ?? []
  const list: Placed[] = []
  let places = 0
  for (const [index, item] of items.entries()) {
    const isPlace = list.length % EACH === EACH - 1 && places < empty.length
    const slot = isPlace ? slots[places] : undefined
    if (slot) list.push(promoted(slot, firstRank + index))
    list.push({ item, isPromoted: false, rank: firstRank + index, token: isPlace && !slot ? empty[places]! : null })
    if (isPlace) places++
  }
  return list
}
