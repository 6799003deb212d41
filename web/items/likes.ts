import { create } from 'zustand'
import type { Item } from '#contract/item.ts'

export type Likeable = Pick<Item, 'id' | 'kind' | 'title' | 'likeCount'>

/** Beyond what an item's own answer tells: whether the visitor likes it, and the count since a press. */
export const useLikes = create<Record<number, { liked: boolean; likeCount?: number }>>(() => ({}))

/** Shown, and not asked for yet. */
export const wanted = new Set<number>()
