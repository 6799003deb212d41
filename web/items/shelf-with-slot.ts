import type { Item } from '#contract/item.ts'
import type { Slots } from '#contract/promotion-slots.ts'
import { EACH, promoted, type Placed } from './placed.ts'

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
