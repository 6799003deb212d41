import { z } from 'zod'
import { Plan } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { LINES } from './line.ts'
import { id, limit, page, pageOf } from './paging.ts'

export const Kind = z.enum(['BEAT', 'PACK', 'KIT'])
export type Kind = z.infer<typeof Kind>

export const Line = z.enum(LINES)

export const Style = z
  .object({
    slug: z.string(),
    title: z.string(),
    shortTitle: z.string(),
    code: z.string(),
    line: Line,
    description: z.string(),
    image: z.string().nullable(),
  })
  .meta({ id: 'Style' })
export type Style = z.infer<typeof Style>

/** Peaks of the whole sound and of its bass (below 130 Hz): a byte a bar, in base64. */
export const Wave = z.object({ full: z.base64(), low: z.base64() }).meta({ id: 'Wave' })
export type Wave = z.infer<typeof Wave>

export const Item = z
  .object({
    id: z.int(),
    kind: Kind,
    slug: z.string(),
    title: z.string(),
    artistName: z.string(),
    ownerId: z.int(),
    ownerPlan: Plan,
    coverUrl: z.string().nullable(),
    previewUrl: z.string().nullable(),
    style: z.object({ slug: z.string(), code: z.string(), line: Line }).nullable(),
    genre: z.string(),
    bpm: z.int().nullable(),
    bpmMin: z.int().nullable(),
    bpmMax: z.int().nullable(),
    key: z.string().nullable(),
    type: z.string().nullable().describe('Of a kit: Drum Kit, Loop Kit, …'),
    trackCount: z.int().describe('Tracks of a pack, files of a kit'),
    durationInSeconds: z.number().nullable(),
    tags: z.array(z.string()),
    price: z.number().describe('The lowest licence on offer, in dollars'),
    likeCount: z.int(),
    commentCount: z.int(),
    playCount: z.int(),
    featured: z.boolean(),
    promoted: z.boolean(),
    isNew: z.boolean(),
    isPopular: z.boolean(),
    isTrending: z.boolean(),
    createdAt: z.iso.datetime(),
    wave: Wave.nullable().describe('48 bars, when asked for'),
  })
  .meta({ id: 'Item' })
export type Item = z.infer<typeof Item>

const ItemPage = pageOf(Item)

const ListQuery = z.object({
  page,
  limit: limit(50),
  waves: z.stringbool().default(false).describe('With the waveform of each item in 48 bars'),
})

/** Beats, packs and kits answer the same calls, each below its own name. */
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
    query: ListQuery,
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
  wave: endpoint({
    method: 'GET',
    path: `/${kinds}/:id/wave`,
    auth: 'anyone',
    summary: 'The waveform of the preview, in as many bars as asked for',
    params: z.object({ id }),
    query: z.object({ bars: z.coerce.number<string | number>().int().min(1).max(600).default(600) }),
    reply: Wave,
  }),
})

export const catalogue = {
  beats: itemEndpoints('beats'),
  packs: itemEndpoints('packs'),
  kits: itemEndpoints('kits'),
  styles: {
    list: endpoint({
      method: 'GET',
      path: '/styles',
      auth: 'anyone',
      summary: 'The thirteen drill styles',
      reply: z.object({ items: z.array(Style) }),
    }),
  },
}
