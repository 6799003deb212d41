import { create } from 'zustand'

/** What is known beyond the answer that an item came with: whether the visitor likes it, and the count since. */
export type LikeState = { liked: boolean; likeCount?: number | undefined }

export const useLikes = create<Record<number, LikeState>>(() => ({}))

/** Shown, and not asked for yet. */
export const wanted = new Set<number>()

/** One call for all that are shown at once. */
export function showLike(id: number) {
  if (wanted.size === 0) void import('./like.ts').then(({ askForLikes }) => askForLikes())
  wanted.add(id)
}
