import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/caller.ts'
import type { Item } from '#contract/item.ts'
import { itemRoute } from '#web/items/kinds.ts'

/** Newest first. Each page has the cursor of the next. */
export const commentsQuery = (call: Call, { kind, id }: Pick<Item, 'kind' | 'id'>) =>
  infiniteQueryOptions({
    queryKey: [itemRoute(kind, 'comments'), id],
    queryFn: ({ pageParam }) =>
      call(itemRoute(kind, 'comments'), { params: { id }, query: pageParam === null ? {} : { cursor: pageParam } }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
