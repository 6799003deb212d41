import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/caller.ts'
import type { Item } from '#contract/item.ts'

const listRoute = {
  BEAT: 'GET /beats/:id/comments',
  PACK: 'GET /packs/:id/comments',
  KIT: 'GET /kits/:id/comments',
} as const

/** Newest first; each page ends with the cursor of the next. */
export const commentsQuery = (call: Call, { kind, id }: Pick<Item, 'kind' | 'id'>) =>
  infiniteQueryOptions({
    queryKey: [listRoute[kind], id],
    queryFn: ({ pageParam }) =>
      call(listRoute[kind], { params: { id }, query: pageParam === null ? {} : { cursor: pageParam } }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
