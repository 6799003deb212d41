import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Kind } from './item.ts'
import { LICENSE_TYPES } from './license-terms.ts'
import { id } from './paging.ts'
import {
  Bpm,
  Description,
  FansOf,
  Genre,
  Key,
  LICENSE_NEEDS_PRICE,
  OwnItemDetail,
  Price,
  Tags,
  Tempo,
  Title,
} from './studio-fields.ts'
import { fileErrors, UploadId } from './uploads.ts'

/** JSON in a field of a form; some clients send it as a part of its own type, which arrives parsed. */
const json = <T extends z.ZodType>(schema: T) =>
  z.preprocess((given) => {
    if (typeof given !== 'string') return given
    try {
      return JSON.parse(given) as unknown
    } catch {
      return undefined
    }
  }, schema)

const NewLicense = z.object({
  type: z.preprocess((type) => (typeof type === 'string' ? type.toUpperCase() : type), z.enum(LICENSE_TYPES)),
  enabled: z.boolean().default(true),
  price: Price,
})
const NewLicenses = z
  .array(NewLicense)
  .min(1, 'Choose at least one license with a price above 0.')
  .max(4)
  .refine((all) => new Set(all.map(({ type }) => type)).size === all.length, 'Name each license once.')
  .refine((all) => all.some(({ enabled }) => enabled), 'Choose at least one license with a price above 0.')
  .refine((all) => all.every(({ enabled, price }) => !enabled || price > 0), LICENSE_NEEDS_PRICE)

/** Files that came before, by /api/uploads, in the place of the parts of this form. */
const BeatMeta = z.object({
  title: Title,
  bpm: Tempo,
  genre: Genre.min(1, 'Choose a genre.'),
  key: Key.nullish(),
  tags: Tags.refine((tags) => tags.length > 0, 'Give at least one tag.'),
  description: Description.default(''),
  fansOf: FansOf.default([]),
  hasTag: z.boolean().default(true),
  licenses: NewLicenses,
  draftId: z.int().positive().optional().describe('A draft of `POST /me/beats` that this upload completes'),
  audioUploadId: UploadId.optional(),
  coverUploadId: UploadId.optional(),
  stemsUploadId: UploadId.optional(),
  projectUploadId: UploadId.optional(),
})
export type BeatMeta = z.output<typeof BeatMeta>
export type BeatMetaInput = z.input<typeof BeatMeta>

const Draft = z.object({
  title: Title,
  genre: Genre.default(''),
  bpm: Bpm.nullish(),
  tags: Tags.default([]),
  description: Description.default(''),
})

const Heard = z
  .object({
    durationInSeconds: z.number(),
    sampleRate: z.int(),
    peakDb: z.number(),
    rmsDb: z.number(),
    clips: z.int().describe('How often it is louder than a file can say: from three samples in a row'),
    bpm: z.array(z.object({ value: z.number(), confidence: z.number() })),
    key: z.array(z.object({ value: z.string(), confidence: z.number() })),
    wave: z.object({ full: z.base64(), low: z.base64() }),
  })
  .meta({ id: 'Heard' })
export type Heard = z.infer<typeof Heard>

export const MediaSteps = z
  .object({
    steps: z.array(
      z.object({
        step: z.enum(['Received', 'Checked', 'Analyzed', 'Preview', 'Review']),
        state: z.enum(['waiting', 'running', 'done', 'failed']),
        message: z.string().describe('Of a failed step: what to do'),
      }),
    ),
    canRetry: z.boolean(),
  })
  .meta({ id: 'MediaSteps' })
export type MediaSteps = z.infer<typeof MediaSteps>

const PlanRoom = z
  .object({
    kind: Kind,
    used: z.int(),
    most: z.int().nullable().describe('Null: as many as one likes'),
  })
  .meta({ id: 'PlanRoom' })

const ofItem = z.object({ id })

export const studioUpload = {
  beat: endpoint({
    method: 'POST',
    path: '/beats/upload',
    auth: 'user',
    summary: 'Put a beat up for review',
    files: {
      audio: { purpose: 'audio', optional: true },
      cover: { purpose: 'cover', optional: true },
      stems: { purpose: 'stems', optional: true },
      project: { purpose: 'project', optional: true },
    },
    body: z.object({ meta: json(BeatMeta) }),
    reply: OwnItemDetail,
    errors: fileErrors,
  }),
  draftBeat: endpoint({
    method: 'POST',
    path: '/me/beats',
    auth: 'user',
    summary: 'Begin a beat without files; an upload completes it',
    body: Draft,
    reply: OwnItemDetail,
  }),
  heard: endpoint({
    method: 'GET',
    path: '/me/uploads/:id/heard',
    auth: 'user',
    summary: 'What is heard in an own complete sound file: length, loudness, tempo and key with their confidence',
    params: z.object({ id: UploadId }),
    reply: Heard,
  }),
  steps: endpoint({
    method: 'GET',
    path: '/me/items/:id/steps',
    auth: 'user',
    summary: 'How far an own item has come on its way to review',
    params: ofItem,
    reply: MediaSteps,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/me/items/:id/retry',
    auth: 'user',
    summary: 'Try the failed steps again',
    params: ofItem,
    reply: MediaSteps,
  }),
  room: endpoint({
    method: 'GET',
    path: '/me/room',
    auth: 'user',
    summary: 'How many items the plan has room for, of each kind',
    reply: z.array(PlanRoom),
  }),
}
