import { z } from 'zod'
import { Item } from './item.ts'
import { License } from './licenses.ts'
import { pageOf } from './paging.ts'

/** A file inside a pack or a kit. */
export const Track = z
  .object({
    id: z.int(),
    title: z.string(),
    folder: z.string().describe('Inside the archive'),
    bpm: z.int().nullable(),
    key: z.string().nullable(),
    durationInSeconds: z.number().nullable(),
    previewUrl: z.string().nullable(),
    beat: z.object({ id: z.int(), slug: z.string() }).nullable().describe('When it is sold alone too'),
  })
  .meta({ id: 'Track' })
export type Track = z.infer<typeof Track>

/** One page of the contents. The counts include all pages. */
export const Contents = pageOf(Track)
  .extend({ samples: z.int(), loops: z.int(), presets: z.int(), filesCount: z.int() })
  .meta({ id: 'Contents' })
export type Contents = z.infer<typeof Contents>

export const PlaylistEntry = z
  .object({
    id: z.int(),
    title: z.string(),
    artistName: z.string(),
    coverUrl: z.string().nullable(),
    previewUrl: z.string(),
    durationInSeconds: z.number().nullable(),
  })
  .meta({ id: 'PlaylistEntry' })
export type PlaylistEntry = z.infer<typeof PlaylistEntry>

export const ItemDetail = Item.extend({
  description: z.string(),
  fansOf: z.array(z.string()).describe('Names that buyers put before “type beat”'),
  available: z.boolean().describe('False when it was sold exclusively: it stays to be seen, and sells nothing'),
  isWaiting: z.boolean().describe('Not for sale until everybody has accepted a share in it'),
  liked: z.boolean(),
  ownerAvatarUrl: z.string().nullable(),
  licenses: z.array(License),
  leasesSold: z.int().describe('Leases that stay valid beside an exclusive license'),
  deliveredFiles: z
    .array(z.object({ name: z.string(), type: z.string(), bytes: z.int() }))
    .describe('All files that a buyer can get'),
}).meta({ id: 'ItemDetail' })
export type ItemDetail = z.infer<typeof ItemDetail>

/** An item without a public page, as its owner and admins see it. Its sounds have signed addresses. */
export const UnlistedItem = ItemDetail.extend({
  state: z.enum(['processing', 'failed', 'draft', 'pending', 'rejected', 'paused', 'taken_down']),
  reason: z.string().describe('Why it was rejected or taken down'),
  tracks: z.array(Track).describe('The first hundred'),
}).meta({ id: 'UnlistedItem' })
export type UnlistedItem = z.infer<typeof UnlistedItem>
