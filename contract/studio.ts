import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { searchText } from './filters.ts'
import { Kind, Line } from './item.ts'
import { licensePresets } from './license-presets.ts'
import { numberOr } from './number-in.ts'
import { id, limit, page } from './paging.ts'
import {
  Bpm,
  Description,
  FansOf,
  Genre,
  Key,
  LicenseType,
  OwnItemDetail,
  OwnItemPage,
  OwnLicense,
  Price,
  Tags,
  Title,
} from './studio-fields.ts'
import { studioContents } from './studio-contents.ts'
import { OWN_SORTS, OWN_STATUSES } from './studio-values.ts'
import { studioUpload } from './studio-upload.ts'
import { UploadId } from './uploads.ts'
import { voiceTag } from './voice-tag.ts'

const ownQuery = {
  q: searchText.default('').describe('Words of title, tags and genre; all must stand there'),
  status: z.enum(OWN_STATUSES).default('all').describe('Drafts are all that is not published'),
  sort: z.enum(OWN_SORTS).default('updated'),
  page,
  limit: limit(50),
}
const OwnQuery = z.object(ownQuery)
const oneItem = z.object({ id })

const common = { tags: Tags.optional(), description: Description.optional() }
const BeatChange = z
  .object({ title: Title, genre: Genre, bpm: Bpm, key: Key.nullable(), fansOf: FansOf, ...common })
  .partial()
const PackChange = z.object({ name: Title, genre: Genre, ...common }).partial()
const KitChange = z
  .object({ name: Title, price: Price, bpmMin: Bpm, bpmMax: Bpm, key: Key.nullable(), ...common })
  .partial()

const LicenseChange = z
  .object({
    id: id.optional().describe('The id of a license that is there'),
    type: LicenseType.optional().describe('Instead of the id: adds the license if it is not there yet'),
    enabled: z.boolean(),
    price: Price,
  })
  .refine((change) => (change.id === undefined) !== (change.type === undefined), 'Name each license by id or type.')
export const LicenseChanges = z.array(LicenseChange).min(1).max(4)

const kinds = z
  .string()
  .max(40)
  .default('BEAT,PACK,KIT')
  .transform((text) => text.split(','))
  .pipe(z.array(Kind).min(1).max(3))
  .describe('BEAT, PACK, KIT, with commas')

/** One day of one's items. */
const OwnDay = z
  .object({
    day: z.iso.date(),
    plays: z.int(),
    likes: z.int(),
    sales: z.int(),
    earnings: z.number(),
    salesByLine: z.array(z.object({ line: Line.nullable(), sales: z.int() })),
  })
  .meta({ id: 'OwnDay' })

export const OwnStats = z
  .object({
    items: z.int().describe('Neither deleted nor sold exclusively'),
    earnings: z.number(),
    sales: z.int(),
    averagePrice: z.number().describe('Earned by a sale; 0 without sales'),
    plays: z.int(),
    likes: z.int(),
    downloads: z.int(),
    days: z.array(OwnDay).describe('The asked number of days up to today (UTC), also those on which nothing happened'),
  })
  .meta({ id: 'OwnStats' })
export type OwnStats = z.infer<typeof OwnStats>

const BulkRefusal = z.object({ id: z.int(), title: z.string(), message: z.string() })
export const BulkResult = z.object({ done: z.array(z.int()), refused: z.array(BulkRefusal) }).meta({ id: 'BulkResult' })
export type BulkResult = z.infer<typeof BulkResult>

const bulkIds = z.array(id).min(1, 'Choose items.').max(200, 'Choose at most 200 items.')
const Bulk = z.discriminatedUnion('action', [
  z.object({ action: z.literal('pause'), ids: bulkIds }),
  z.object({ action: z.literal('resume'), ids: bulkIds }),
  z.object({ action: z.literal('delete'), ids: bulkIds }),
  z.object({ action: z.literal('price'), ids: bulkIds, type: LicenseType, price: Price }),
  z.object({ action: z.literal('tags'), ids: bulkIds, add: Tags, remove: Tags }),
])

const Deleted = z.object({ deleted: z.literal(true) })

const listOf = <const Path extends string>(path: Path, summary: string) =>
  endpoint({ method: 'GET', path, auth: 'user', summary, query: OwnQuery, reply: OwnItemPage })

/** The calls that beats, packs and kits have alike. */
const ownEndpoints = <const K extends 'beats' | 'packs' | 'kits', Change extends z.ZodType>(
  kinds: K,
  change: Change,
) => ({
  one: endpoint({
    method: 'GET',
    path: `/me/${kinds}/:id`,
    auth: 'user',
    summary: 'One of your items, in any state',
    params: oneItem,
    reply: OwnItemDetail,
  }),
  change: endpoint({
    method: 'PATCH',
    path: `/me/${kinds}/:id`,
    auth: 'user',
    summary: 'Change an item; omitted fields stay. A new title of an item on sale is reviewed first',
    params: oneItem,
    body: change,
    reply: OwnItemDetail,
  }),
})

const ownLicenses = <const K extends 'beats' | 'packs'>(kinds: K) => ({
  licenses: endpoint({
    method: 'GET',
    path: `/me/${kinds}/:id/licenses`,
    auth: 'user',
    summary: 'All its licenses, also those that are not offered',
    params: oneItem,
    reply: z.array(OwnLicense),
  }),
  changeLicenses: endpoint({
    method: 'PATCH',
    path: `/me/${kinds}/:id/licenses`,
    auth: 'user',
    summary: 'Change prices and offers, or add licenses; those that are left out stay',
    params: oneItem,
    body: LicenseChanges,
    reply: z.array(OwnLicense),
  }),
})

const upload = UploadId.optional()
const CoverFile = z.object({ coverUploadId: upload })
const KitFiles = CoverFile.extend({ zipUploadId: upload })
const PackFiles = KitFiles.extend({ stemsUploadId: upload })
const BeatFiles = CoverFile.extend({ stemsUploadId: upload, audioUploadId: upload, projectUploadId: upload })
export type AddedFiles = Partial<z.output<typeof BeatFiles> & z.output<typeof PackFiles>>

const addedFiles = <const K extends 'beats' | 'packs' | 'kits', Files extends z.ZodType>(kinds: K, body: Files) =>
  endpoint({
    method: 'POST',
    path: `/me/${kinds}/:id/files`,
    auth: 'user',
    summary:
      'Add files that came by /api/uploads, or replace them; buyers keep what they bought. New audio, archives and covers of an item on sale are reviewed first',
    params: oneItem,
    body,
    reply: OwnItemDetail,
  })

const PreviewToMake = z.object({
  hasTag: z.boolean('Say whether the preview carries a voice tag.').describe('The preview carries a voice tag'),
})

const removal = <const Path extends string>(path: Path) =>
  endpoint({
    method: 'DELETE',
    path,
    auth: 'user',
    summary: 'Take it off the shop for good; buyers keep what they bought',
    params: oneItem,
    reply: Deleted,
  })

export const studio = {
  studio: studioUpload,
  contents: studioContents,
  voiceTag,
  licensePresets,
  myBeats: {
    list: listOf('/me/beats', 'Own beats in every state'),
    ...ownEndpoints('beats', BeatChange),
    ...ownLicenses('beats'),
    addFiles: addedFiles('beats', BeatFiles),
    remakePreview: endpoint({
      method: 'POST',
      path: '/me/beats/:id/preview',
      auth: 'user',
      summary:
        'Have the preview made anew from the audio, with or without a voice tag. That of a beat on sale is reviewed first',
      params: oneItem,
      body: PreviewToMake,
      reply: OwnItemDetail,
    }),
    remove: removal('/me/beats/:id'),
  },
  myPacks: {
    list: listOf('/me/packs', 'Own packs in every state'),
    ...ownEndpoints('packs', PackChange),
    ...ownLicenses('packs'),
    addFiles: addedFiles('packs', PackFiles),
    remove: removal('/me/packs/:id'),
  },
  myKits: {
    list: listOf('/me/kits', 'Own kits in every state'),
    mine: endpoint({
      method: 'GET',
      path: '/kits/mine',
      auth: 'user',
      summary: 'The same as /me/kits',
      query: OwnQuery.extend({ includeStats: z.stringbool().default(true).describe('The figures come in any case') }),
      reply: OwnItemPage,
    }),
    ...ownEndpoints('kits', KitChange),
    addFiles: addedFiles('kits', KitFiles),
    remove: removal('/kits/:id'),
  },
  myItems: {
    list: endpoint({
      method: 'GET',
      path: '/me/items',
      auth: 'user',
      summary: 'Own items of several kinds in one list',
      query: z.object({ kinds, ...ownQuery }),
      reply: OwnItemPage,
    }),
    stats: endpoint({
      method: 'GET',
      path: '/me/stats',
      auth: 'user',
      summary: 'Figures of all own items of these kinds, or of one item, by days',
      query: z.object({
        kinds,
        item: id.optional(),
        days: numberOr(90, z.number('Give a number.').int('Give a whole number.').min(1).max(366)),
      }),
      reply: OwnStats,
    }),
    table: endpoint({
      method: 'GET',
      path: '/me/items/table',
      auth: 'user',
      summary: 'Own items with their figures as CSV',
      query: z.object({ kinds, q: ownQuery.q, status: ownQuery.status, sort: ownQuery.sort }),
      reply: { fileTypes: ['text/csv'] },
    }),
    bulk: endpoint({
      method: 'POST',
      path: '/me/items/bulk',
      auth: 'user',
      summary: 'Do one thing to several own items; those it does not fit are refused one by one',
      body: Bulk,
      reply: BulkResult,
    }),
    pause: endpoint({
      method: 'POST',
      path: '/me/items/:id/pause',
      auth: 'user',
      summary: 'Take it off sale for a while',
      params: oneItem,
      reply: OwnItemDetail,
    }),
    resubmit: endpoint({
      method: 'POST',
      path: '/me/items/:id/resubmit',
      auth: 'user',
      summary: 'Send a rejected item to review once more',
      params: oneItem,
      reply: OwnItemDetail,
    }),
    withdraw: endpoint({
      method: 'DELETE',
      path: '/me/items/:id/proposal',
      auth: 'user',
      summary: 'Take back new audio, a new cover or a new preview that waits for a review',
      params: oneItem,
      reply: OwnItemDetail,
    }),
    resume: endpoint({
      method: 'POST',
      path: '/me/items/:id/resume',
      auth: 'user',
      summary: 'Put it back on sale',
      params: oneItem,
      reply: OwnItemDetail,
    }),
  },
}
