import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/caller.ts'
import type { Item } from '#contract/item.ts'
import { nullIfMissing } from '#web/api/null-if-missing.ts'
import { itemRoute } from '#web/items/kinds.ts'

export const SLUG = /^[a-z0-9-]{1,120}$/
export const WAVE_BARS = 286

export const itemKey = (slug: string) => ['item', slug]

export const itemQuery = (call: Call, slug: string) => ({
  queryKey: itemKey(slug),
  queryFn: async () => (SLUG.test(slug) ? nullIfMissing(call('GET /items/by-slug/:slug', { params: { slug } })) : null),
})

export const waveQuery = (call: Call, { kind, id }: Pick<Item, 'kind' | 'id'>) => ({
  queryKey: [itemRoute(kind, 'wave'), id, WAVE_BARS],
  queryFn: () => nullIfMissing(call(itemRoute(kind, 'wave'), { params: { id }, query: { bars: WAVE_BARS } })),
})

/** As many items as a shelf shows. */
const SHELF = 5
export const similarTo = ({ id }: Pick<Item, 'id'>) => ({ params: { id }, query: { limit: SHELF } })
/** One more, because the item itself may be among them. */
export const moreBy = ({ ownerId }: Pick<Item, 'ownerId'>) => ({ query: { producer: ownerId, limit: SHELF + 1 } })
export const withoutItself = (items: Item[], { id }: Pick<Item, 'id'>) =>
  items.filter((item) => item.id !== id).slice(0, SHELF)

/** In pages, because a kit may have thousands of files. */
export const contentsQuery = (call: Call, { kind, id }: Pick<Item, 'kind' | 'id'>) =>
  infiniteQueryOptions({
    queryKey: [itemRoute(kind, 'contents'), id],
    queryFn: ({ pageParam }) => call(itemRoute(kind, 'contents'), { params: { id }, query: { page: pageParam } }),
    initialPageParam: 0,
    getNextPageParam: ({ page, totalPages }) => (page + 1 < totalPages ? page + 1 : null),
  })
