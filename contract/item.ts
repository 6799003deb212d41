import { z } from 'zod'
import { Plan } from './accounts.ts'
import { LINES } from './line.ts'
import { pageOf } from './paging.ts'

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

/** The facts that buyers, sellers and admins all see. */
export const ItemFacts = z.object({
  id: z.int(),
  kind: Kind,
  slug: z.string(),
  title: z.string(),
  artistName: z.string(),
  ownerId: z.int(),
  style: z.object({ slug: z.string(), code: z.string(), line: Line }).nullable(),
  genre: z.string(),
  bpm: z.int().nullable(),
  bpmMin: z.int().nullable(),
  bpmMax: z.int().nullable(),
  key: z.string().nullable(),
  type: z.string().nullable().describe('The type of a kit: Drum Kit, Loop Kit, …'),
  trackCount: z.int().describe('Tracks of a pack, files of a kit'),
  durationInSeconds: z.number().nullable(),
  tags: z.array(z.string()),
  price: z.number().describe('The lowest license on offer, in dollars'),
})

export const Item = z
  .object({
    ...ItemFacts.shape,
    ownerPlan: Plan,
    coverUrl: z.string().nullable(),
    previewUrl: z.string().nullable(),
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

/** Counting stops at a thousand: nobody turns that many pages, and counting a million would cost more than finding fifty. */
export const ItemPage = pageOf(Item)
  .extend({ capped: z.boolean().describe('There are more than totalItems') })
  .meta({ id: 'ItemPage' })
export type ItemPage = z.infer<typeof ItemPage>
