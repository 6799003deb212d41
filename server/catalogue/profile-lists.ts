import type { profileLists } from '#contract/profile-lists.ts'
import { isThere } from '#server/accounts/index.ts'
import type { ItemKind } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { orders } from '#server/search/index.ts'
import type { App } from '#server/services.ts'
import { listCards } from './lists.ts'

type Query = { page: number; limit: number; waves: boolean }

/** The lists of one producer, the same for each of the three kinds. */
export function profileListRoutes(
  app: App,
  kind: ItemKind,
): Handlers<(typeof profileLists)['beats' | 'packs' | 'kits']> {
  const list = (
    producer: number,
    order: keyof typeof orders,
    { page, limit, waves }: Query,
    only: { flags?: ['featured']; unpinned?: boolean } = {},
  ) => listCards(app, { kinds: [kind], producer, ...only }, order, { page, limit, waves })
  const existing = async (id: number) => {
    if (!(await isThere(app.db, id))) throw notFound('User')
    return id
  }
  const of =
    (order: keyof typeof orders, only?: { flags?: ['featured'] }) =>
    async ({ params, query }: { params: { id: number }; query: Query }) =>
      list(await existing(params.id), order, query, only)
  const own =
    (order: keyof typeof orders, only?: { flags?: ['featured'] }) =>
    ({ viewer, query }: { viewer: { id: number }; query: Query }) =>
      list(viewer.id, order, query, only)
  return {
    allOf: async ({ params, query }) => list(await existing(params.id), query.sort, query),
    approvedOf: async ({ params, query }) =>
      list(await existing(params.id), 'newest', query, { unpinned: query.unpinned }),
    featuredOf: of('featured', { flags: ['featured'] }),
    popularOf: of('popular'),
    trendingOf: of('trending'),
    newOf: of('newest'),
    ownApproved: own('newest'),
    ownFeatured: own('featured', { flags: ['featured'] }),
    ownPopular: own('popular'),
    ownTrending: own('trending'),
    ownNew: own('newest'),
  }
}
