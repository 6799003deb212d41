import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { SORTS } from './filter-values.ts'
import { filters, kinds, searchText } from './filters.ts'
import { Item, ItemPage, Kind, Style, Wave } from './item.ts'
import { Contents, ItemDetail, PlaylistEntry, UnlistedItem } from './item-detail.ts'
import { License } from './licenses.ts'
import { numberOr } from './number-in.ts'
import { id, limit, page } from './paging.ts'
import { Leads, SearchPage, Suggestions } from './search.ts'
import { Producer } from './people.ts'
import { oneLine } from './text.ts'

const waves = z.stringbool().default(false).describe('With the waveform of each item in 48 bars')
export const ListQuery = z.object({ page, limit: limit(50), waves })
const picks = z.stringbool().default(false).describe('Of featured items, only those that the house has picked')
/** An invalid slug answers 404, like an unknown one. */
const slug = z.string().min(1).max(120).overwrite(oneLine)

/** The filters and orders of lists, the same for browse, charts, styles and profiles. */
const ItemsQuery = z.object({
  q: searchText.default(''),
  k: kinds.describe('BEAT, PACK, KIT; all when left out'),
  sort: z.enum(SORTS).optional().describe('Without words the standard is popular, with words relevance'),
  ...filters,
  picks,
  page,
  limit: limit(50),
  waves,
})

/** Beats, packs and kits have the same calls, each below its own name. */
const itemEndpoints = <const K extends 'beats' | 'packs' | 'kits'>(kinds: K) => ({
  approved: endpoint({
    method: 'GET',
    path: `/${kinds}/approved`,
    auth: 'anyone',
    summary: 'All that is on sale, newest first',
    query: ListQuery,
    reply: ItemPage,
  }),
  featured: endpoint({
    method: 'GET',
    path: `/${kinds}/featured`,
    auth: 'anyone',
    summary: "The house's picks and running promotions",
    query: ListQuery.extend({ picks }),
    reply: ItemPage,
  }),
  popular: endpoint({
    method: 'GET',
    path: `/${kinds}/popular`,
    auth: 'anyone',
    summary: 'By plays, likes and sales of all time',
    query: ListQuery,
    reply: ItemPage,
  }),
  trending: endpoint({
    method: 'GET',
    path: `/${kinds}/trending`,
    auth: 'anyone',
    summary: 'By plays, likes and sales of these days',
    query: ListQuery,
    reply: ItemPage,
  }),
  new: endpoint({
    method: 'GET',
    path: `/${kinds}/new`,
    auth: 'anyone',
    summary: 'Newest first; `isNew` marks those of the last 14 days',
    query: ListQuery,
    reply: ItemPage,
  }),
  search: endpoint({
    method: 'GET',
    path: `/${kinds}/search`,
    auth: 'anyone',
    summary: 'By words, the best match first',
    query: z.object({ q: searchText.default(''), page, limit: limit(50), waves }),
    reply: ItemPage,
  }),
  byId: endpoint({
    method: 'GET',
    path: `/${kinds}/:id`,
    auth: 'anyone',
    summary: 'One item; an exclusively sold one stays visible',
    params: z.object({ id }),
    reply: ItemDetail,
  }),
  bySlug: endpoint({
    method: 'GET',
    path: `/${kinds}/by-slug/:slug`,
    auth: 'anyone',
    summary: 'All about one, by its slug, an earlier one, or its id',
    params: z.object({ slug }),
    reply: ItemDetail,
  }),
  licenses: endpoint({
    method: 'GET',
    path: `/${kinds}/:id/licenses`,
    auth: 'anyone',
    summary: 'The licenses on offer, in the order MP3, WAV, PREMIUM, EXCLUSIVE',
    params: z.object({ id }),
    reply: z.array(License),
  }),
  previewUrl: endpoint({
    method: 'GET',
    path: `/${kinds}/:id/preview-url`,
    auth: 'anyone',
    summary: 'The address of the preview',
    params: z.object({ id }),
    reply: z.object({ url: z.string() }),
  }),
  previewPlaylist: endpoint({
    method: 'GET',
    path: `/${kinds}/:id/preview-playlist`,
    auth: 'anyone',
    summary: 'The playable tracks in order',
    params: z.object({ id }),
    reply: z.array(PlaylistEntry),
  }),
  contents: endpoint({
    method: 'GET',
    path: `/${kinds}/:id/contents`,
    auth: 'anyone',
    summary: 'The contents in order',
    params: z.object({ id }),
    query: z.object({ page, limit: limit(100) }),
    reply: Contents,
  }),
  wave: endpoint({
    method: 'GET',
    path: `/${kinds}/:id/wave`,
    auth: 'anyone',
    summary: 'The waveform of the preview, in as many bars as asked for',
    params: z.object({ id }),
    query: z.object({ bars: numberOr(600, z.number().int().min(1).max(600)) }),
    reply: Wave,
  }),
})

export const catalogue = {
  beats: itemEndpoints('beats'),
  packs: itemEndpoints('packs'),
  kits: itemEndpoints('kits'),
  items: {
    list: endpoint({
      method: 'GET',
      path: '/items',
      auth: 'anyone',
      summary: 'Items on sale, searched, filtered and sorted',
      query: ItemsQuery,
      reply: ItemPage,
    }),
    bySlug: endpoint({
      method: 'GET',
      path: '/items/by-slug/:slug',
      auth: 'anyone',
      summary: 'A beat, a pack or a kit, by its slug, an earlier one, or its id',
      params: z.object({ slug }),
      reply: ItemDetail,
    }),
    unlisted: endpoint({
      method: 'GET',
      path: '/items/by-slug/:slug/unlisted',
      auth: 'user',
      summary: 'An item without a public page, for its owner and admins; null for everybody else',
      params: z.object({ slug }),
      reply: z.object({ item: UnlistedItem.nullable() }),
    }),
    followed: endpoint({
      method: 'GET',
      path: '/me/feed',
      auth: 'user',
      summary: 'Items on sale of the people whom you follow, newest first',
      query: ListQuery.extend({ k: kinds }),
      reply: ItemPage,
    }),
    similar: endpoint({
      method: 'GET',
      path: '/items/:id/similar',
      auth: 'anyone',
      summary: 'Near in style, key, tempo and tags, of other producers too',
      params: z.object({ id }),
      query: z.object({ limit: limit(10), kind: Kind.optional().describe("The item's own kind when left out") }),
      reply: z.object({ items: z.array(Item) }),
    }),
  },
  search: {
    search: endpoint({
      method: 'GET',
      path: '/search',
      auth: 'anyone',
      summary: 'Beats, packs and kits by words, with the filters of every list',
      query: ItemsQuery,
      reply: SearchPage,
    }),
    leads: endpoint({
      method: 'GET',
      path: '/search/leads',
      auth: 'anyone',
      summary: 'Where a search without results leads on',
      query: z.object({ q: searchText.default(''), k: kinds, ...filters }),
      reply: Leads,
    }),
    producers: endpoint({
      method: 'GET',
      path: '/search/producers',
      auth: 'anyone',
      summary: 'Producers whose names are among the words, or like them',
      query: z.object({ q: searchText.default('') }),
      reply: z.object({ items: z.array(Producer) }),
    }),
    popular: endpoint({
      method: 'GET',
      path: '/search/popular',
      auth: 'anyone',
      summary: 'The most frequent tags of the most popular items',
      reply: z.object({ tags: z.array(z.string()) }),
    }),
    suggest: endpoint({
      method: 'GET',
      path: '/suggestions',
      auth: 'anyone',
      summary: 'While typing: items, producers, tags and styles',
      query: z.object({ q: searchText.default('') }),
      reply: Suggestions,
    }),
  },
  styles: {
    list: endpoint({
      method: 'GET',
      path: '/styles',
      auth: 'anyone',
      summary: 'The thirteen drill styles',
      reply: z.object({ items: z.array(Style) }),
    }),
    bySlug: endpoint({
      method: 'GET',
      path: '/styles/:slug',
      auth: 'anyone',
      summary: 'One style, and how many beats it has on sale',
      params: z.object({ slug }),
      reply: Style.extend({ trackCount: z.int(), capped: z.boolean() }).meta({ id: 'StyleDetail' }),
    }),
    beats: endpoint({
      method: 'GET',
      path: '/beats/styles/:slug',
      auth: 'anyone',
      summary: 'The beats of a style, the most popular first',
      params: z.object({ slug }),
      query: z.object({ ...ListQuery.shape, bpmMin: filters.bpmMin, bpmMax: filters.bpmMax }),
      reply: ItemPage,
    }),
  },
}
