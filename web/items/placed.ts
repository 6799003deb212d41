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
export const EACH = 5

export const promoted = ({ item, token }: Slots['slots'][number], rank: number): Placed => ({
  item: { ...item, promoted: true },
  isPromoted: true,
  rank,
  token,
})
