import type { Item } from '#contract/item.ts'
import type { Slots } from '#contract/promotion-slots.ts'

/** An item in a list. Its rank is among those that aren't promoted. */
export type Placed = {
  item: Item
  isPromoted: boolean
  rank: number
  /** Tells that the place was seen. An ordinary item has one where a place for promoted items stays empty. */
  token: string | null
}

/** One of five items in a row may be promoted. */
const EACH = 5

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

const promoted = ({ item, token }: Slots['slots'][number], rank: number): Placed => ({
  item: { ...item, promoted: true },
  isPromoted: true,
  rank,
  token,
})

/** The place on a shelf of five that a promoted item takes: also seen on a phone, where a shelf scrolls. */
const ON_SHELF = 1

type OnShelf = {
  /** The number of the shelf in the draw. */
  place: number
  /** The items of the other lists of the page. */
  elsewhere?: readonly Item[]
}

/** A shelf whose second item is promoted. Shelves that aren't full have none. No item is promoted that the page shows. */
export function shelfWithSlot(items: readonly Item[], drawn: Slots | undefined, on: OnShelf): Placed[] {
  const { place, elsewhere = [] } = on
  const kind = items[0]?.kind
  const shown = new Set([...items, ...elsewhere].map(({ id }) => id))
  const slot = drawn?.slots.find(({ item }) => item.kind === kind && !shown.has(item.id))
  const isFull = items.length >= EACH - 1
  const own = items.map((item, index): Placed => ({ item, isPromoted: false, rank: index + 1, token: null }))
  if (slot && isFull) return own.slice(0, EACH - 1).toSpliced(ON_SHELF, 0, promoted(slot, 0))
  const token = drawn?.empty[place] ?? null
  return own.map((one, index) => (index === ON_SHELF && isFull ? { ...one, token } : one))
}
