import type { Item } from '#contract/item.ts'

export type Liked = Pick<Item, 'id' | 'kind' | 'title' | 'likeCount'>

export async function toggleLike(_item: Liked, _failure?: string) {}
export async function askForLikes() {}
