import { create } from 'zustand'
import type { Item } from '#contract/item.ts'

export type Likeable = Pick<Item, 'id' | 'kind' | 'title' | 'likeCount'>

/** Whether the visitor likes an item, and its number of likes since a press. */
export const useLikes = create<Record<number, { liked: boolean; likeCount?: number }>>(() => ({}))
