import { z } from 'zod'
import { ListQuery } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { SORTS } from './filter-values.ts'
import { ItemPage } from './item.ts'
import { id } from './paging.ts'

const params = z.object({ id })
const SortedQuery = ListQuery.extend({ sort: z.enum(SORTS).exclude(['relevance']).default('newest') })

const ApprovedQuery = ListQuery.extend({
  unpinned: z.stringbool().default(false).describe('Without the items that lead the profile'),
})

const listOf = <const P extends `/users/:id/${string}`>(path: P, summary: string) =>
  endpoint({ method: 'GET', path, auth: 'anyone', summary, params, query: ListQuery, reply: ItemPage })
const ownList = <const P extends `/me/${string}`>(path: P, summary: string) =>
  endpoint({ method: 'GET', path, auth: 'user', summary, query: ListQuery, reply: ItemPage })

/** Items on sale of one producer, by kind. The studio answers `/me/beats`: own ones in every state. */
const profileEndpoints = <const K extends 'beats' | 'packs' | 'kits'>(kinds: K) => ({
  allOf: endpoint({
    method: 'GET',
    path: `/users/:id/${kinds}`,
    auth: 'anyone',
    summary: 'All that a producer has on sale, in any order',
    params,
    query: SortedQuery,
    reply: ItemPage,
  }),
  approvedOf: endpoint({
    method: 'GET',
    path: `/users/:id/${kinds}/approved`,
    auth: 'anyone',
    summary: 'All that a producer has on sale, newest first',
    params,
    query: ApprovedQuery,
    reply: ItemPage,
  }),
  featuredOf: listOf(`/users/:id/${kinds}/featured`, "A producer's featured and promoted ones"),
  popularOf: listOf(`/users/:id/${kinds}/popular`, "A producer's, by plays, likes and sales of all time"),
  trendingOf: listOf(`/users/:id/${kinds}/trending`, "A producer's, by plays, likes and sales of these days"),
  newOf: listOf(`/users/:id/${kinds}/new`, "A producer's, newest first"),
  ownApproved: ownList(`/me/${kinds}/approved`, 'All that you have on sale, newest first'),
  ownFeatured: ownList(`/me/${kinds}/featured`, 'Your featured and promoted ones'),
  ownPopular: ownList(`/me/${kinds}/popular`, 'Yours, by plays, likes and sales of all time'),
  ownTrending: ownList(`/me/${kinds}/trending`, 'Yours, by plays, likes and sales of these days'),
  ownNew: ownList(`/me/${kinds}/new`, 'Yours, newest first'),
})

export const profileLists = {
  beats: profileEndpoints('beats'),
  packs: profileEndpoints('packs'),
  kits: profileEndpoints('kits'),
}
