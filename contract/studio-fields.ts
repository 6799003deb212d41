import { z } from 'zod'
import { KEYS } from './filter-values.ts'
import { ItemFacts } from './item.ts'
import { LICENSE_TYPES, ONE_LICENSE } from './license-types.ts'
import { pageOf } from './paging.ts'
import { TIERS } from './promotion-values.ts'
import { FANS_OF_MOST, shapeDescription, shapeGenre, shapeTitle, tagsOf } from './shaping.ts'
import { STATUS_LABELS } from './studio-values.ts'
import { manyLines, oneLine, saysSomething } from './text.ts'

/** Programs write an accent as a part of its letter or behind it. A search finds both only in one form. */
const inOneForm = (text: string) => text.normalize('NFC')

export const Title = z
  .string('Give a title.')
  .overwrite(inOneForm)
  .overwrite(oneLine)
  .overwrite(shapeTitle)
  .trim()
  .min(1, 'Give a title.')
  .refine(saysSomething, 'Give a title.')
export const Genre = z
  .string()
  .overwrite(inOneForm)
  .overwrite(oneLine)
  .overwrite(shapeGenre)
  .trim()
  .refine((genre) => genre === '' || saysSomething(genre), 'Choose a genre.')
export const Tags = z
  .union([z.string(), z.array(z.string()).max(200)])
  .transform((given) => tagsOf(typeof given === 'string' ? inOneForm(given) : given.map(inOneForm)))
  .describe('A list, or a text with commas')
export const Description = z.string().overwrite(manyLines).overwrite(shapeDescription).trim()
export const Key = z.enum(KEYS, 'Choose a key such as F#m.')
export const Tempo = z.int('Give a whole number.').min(30, 'A tempo is 30 to 300.').max(300, 'A tempo is 30 to 300.')
export const Bpm = Tempo.nullable()
export const Price = z
  .number('Give a price.')
  .min(0, 'A price can’t be below 0.')
  .max(999_999, 'A price is 999,999 at most.')
  .refine((price) => Math.round(price * 100) / 100 === price, 'Give at most two decimals.')

export const LICENSE_NEEDS_PRICE = 'A license on offer needs a price above 0.'

/** Names that buyers put before 'type beat'. */
export const FansOf = z
  .array(
    z
      .string()
      .overwrite(inOneForm)
      .overwrite(oneLine)
      .overwrite(shapeTitle)
      .trim()
      .min(1)
      .max(40)
      .refine(saysSomething, 'Give a name.'),
  )
  .max(FANS_OF_MOST, 'Give at most three names.')

export const LicenseType = z.enum(LICENSE_TYPES)

const NewLicense = z.object({
  type: z.preprocess((type) => (typeof type === 'string' ? type.toUpperCase() : type), LicenseType),
  enabled: z.boolean().default(true),
  price: Price,
})
/** At least one license is on, and each of those has a price. */
export const NewLicenses = z
  .array(NewLicense)
  .min(1, ONE_LICENSE)
  .max(4)
  .refine((all) => new Set(all.map(({ type }) => type)).size === all.length, 'Name each license once.')
  .refine((all) => all.some(({ enabled }) => enabled), ONE_LICENSE)
  .refine((all) => all.every(({ enabled, price }) => !enabled || price > 0), LICENSE_NEEDS_PRICE)

/** Files that a license promises and the item does not have yet. */
const MissingFile = z.enum(['MP3', 'WAV', 'STEMS', 'ARCHIVE'])

export const OwnLicense = z
  .object({
    id: z.int(),
    type: LicenseType,
    name: z.string(),
    price: z.number().describe('In dollars'),
    enabled: z.boolean(),
    featured: z.boolean(),
    offered: z.boolean().describe('Enabled, and all its files are there'),
    missing: z.array(MissingFile),
    sold: z.int(),
  })
  .meta({ id: 'OwnLicense' })
export type OwnLicense = z.infer<typeof OwnLicense>

export const NewPreview = z
  .object({ hasTag: z.boolean().describe('It carries a voice tag') })
  .nullable()
  .describe('Set where the preview is made anew')

const OwnSplit = z
  .object({
    points: z.int().nullable().describe('The own share of each sale, in basis points; null: nobody shares it yet'),
    proposal: z
      .object({ accepted: z.int(), people: z.int(), isDeclined: z.boolean() })
      .nullable()
      .describe('Shares that people were offered. Without present ones the item can’t be bought meanwhile'),
  })
  .meta({ id: 'OwnSplit' })
export type OwnSplit = z.infer<typeof OwnSplit>

/** An item as its seller sees it, in any state. */
export const OwnItem = z
  .object({
    ...ItemFacts.shape,
    coverUrl: z.string().nullable(),
    createdAt: z.iso.datetime(),
    status: z.enum(['published', 'draft', 'rejected']),
    statusLabel: z.enum(STATUS_LABELS),
    reason: z.string().describe('Why it was rejected, failed or taken down'),
    proposedTitle: z.string().nullable().describe('A new title that waits for a review while the old one stays'),
    proposal: z
      .object({
        audio: z.boolean().describe('Of a pack or kit: its archive'),
        cover: z.boolean(),
        preview: NewPreview,
        coverUrl: z.string().nullable(),
        state: z.enum(['processing', 'failed', 'in review']),
        reason: z.string().describe('Why it failed'),
      })
      .nullable()
      .describe('New audio, a new cover or a new preview that waits for a review while the present one stays on sale'),
    canRetry: z.boolean().describe('It, or its change, failed by our fault: the same files may pass the next time'),
    publicUrl: z.string().nullable().describe('Its page, once it has been published'),
    plays: z.int(),
    likes: z.int(),
    sales: z.int(),
    downloads: z.int(),
    earnings: z.number().describe('Credited for it to you, in dollars, without the shares of others'),
    split: OwnSplit.nullable().describe('null: all is yours'),
    samplesCount: z.int(),
    loopsCount: z.int(),
    presetsCount: z.int(),
    licenses: z.array(OwnLicense),
    promotion: z
      .object({ id: z.int(), tier: z.enum(TIERS), isPaused: z.boolean(), endsAt: z.iso.datetime() })
      .nullable()
      .describe('It is promoted: until it ends, no other promotion of it can be bought'),
    publishedAt: z.iso.datetime().nullable(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'OwnItem' })
export type OwnItem = z.infer<typeof OwnItem>

export const OwnItemPage = pageOf(OwnItem)
  .extend({
    counts: z
      .object({ all: z.int(), published: z.int(), drafts: z.int() })
      .describe('Counts all own items of these kinds, whatever is searched for'),
  })
  .meta({ id: 'OwnItemPage' })
export type OwnItemPage = z.infer<typeof OwnItemPage>

export const OwnItemDetail = OwnItem.extend({
  description: z.string(),
  fansOf: z.array(z.string()).describe('Names that buyers put before “type beat”'),
  hasTag: z.boolean().describe('The preview carries a voice tag'),
  missing: z.record(LicenseType, z.array(MissingFile)).describe('By license, also by those that it does not have'),
  previewUrl: z.string().nullable().describe('Plays without a header'),
  files: z
    .array(z.object({ role: z.string(), name: z.string(), bytes: z.int() }))
    .describe('The files that its licenses deliver, in the newest version'),
}).meta({ id: 'OwnItemDetail' })
export type OwnItemDetail = z.infer<typeof OwnItemDetail>
