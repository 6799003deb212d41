import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Kind } from './item.ts'
import { KIT_TYPES, needsKey, needsTempi, TEMPI_TURNED } from './kit-types.ts'
import { id } from './paging.ts'
import {
  Bpm,
  Description,
  FansOf,
  Genre,
  Key,
  NewLicenses,
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

const SomeTags = Tags.refine((tags) => tags.length > 0, 'Give at least one tag.')
const SomeDescription = Description.min(1, 'Describe it in a sentence or two.')

/** Files that came before, by /api/uploads, in the place of the parts of this form. */
const BeatMeta = z.object({
  title: Title,
  bpm: Tempo,
  genre: Genre.min(1, 'Choose a genre.'),
  key: Key.nullish(),
  tags: SomeTags,
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

const BEAT_IDS_MOST = 200
const TRACKS_MOST = 200

const PackMeta = z.object({
  name: Title,
  description: SomeDescription,
  genre: Genre.default(''),
  price: Price.default(0).describe('Its price until a license is on offer'),
  tags: SomeTags,
  beatIds: z
    .array(z.int().positive())
    .max(BEAT_IDS_MOST)
    .default([])
    .describe('Own beats that are in the archive too: their tracks lead to them, known by their bytes or titles'),
  tracks: z
    .array(z.object({ path: z.string().max(1_000), title: Title }))
    .max(TRACKS_MOST)
    .default([])
    .describe('Tracks by their paths in the archive, in the order and under the names that buyers see; others follow'),
  hasTag: z.boolean().default(true),
  licenses: NewLicenses,
  draftId: z.int().positive().optional().describe('A draft of `POST /me/packs` that this upload completes'),
  zipUploadId: UploadId.optional(),
  coverUploadId: UploadId.optional(),
})
export type PackMeta = z.output<typeof PackMeta>
export type PackMetaInput = z.input<typeof PackMeta>

const KitMeta = z
  .object({
    name: Title,
    type: z.enum(KIT_TYPES, 'Choose the type of the kit.'),
    description: SomeDescription,
    tags: SomeTags,
    price: Price,
    bpmMin: Tempo.nullish(),
    bpmMax: Tempo.nullish(),
    key: Key.nullish(),
    hasTag: z.boolean().default(true),
    draftId: z.int().positive().optional().describe('A failed or rejected kit that this upload completes'),
    zipUploadId: UploadId.optional(),
    coverUploadId: UploadId.optional(),
  })
  .superRefine(({ type, bpmMin, bpmMax, key }, faults) => {
    const fault = (path: string, message: string) => faults.addIssue({ code: 'custom', path: [path], message })
    if (needsTempi(type) && bpmMin == null) fault('bpmMin', `A ${type} needs its lowest tempo.`)
    if (needsTempi(type) && bpmMax == null) fault('bpmMax', `A ${type} needs its highest tempo.`)
    if (needsKey(type) && key == null) fault('key', `A ${type} needs a key.`)
    if (bpmMin != null && bpmMax != null && bpmMin > bpmMax) fault('bpmMax', TEMPI_TURNED)
  })
export type KitMeta = z.output<typeof KitMeta>
export type KitMetaInput = z.input<typeof KitMeta>

const draft = { genre: Genre.default(''), tags: Tags.default([]), description: Description.default('') }
const Draft = z.object({ title: Title, bpm: Bpm.nullish(), ...draft })
const PackDraft = z.object({ name: Title, ...draft })

const Heard = z
  .object({
    durationInSeconds: z.number(),
    sampleRate: z.int(),
    peakDb: z.number(),
    rmsDb: z.number(),
    lufs: z.number().nullable().describe('Loudness as people hear it; null: too quiet to be measured'),
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
        message: z.string().describe('Says what to do after a failed step'),
      }),
    ),
    canRetry: z.boolean().describe('False where the file itself is at fault'),
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
  pack: endpoint({
    method: 'POST',
    path: '/packs/upload',
    auth: 'user',
    summary: 'Put a pack of beats up for review: a ZIP of WAV and MP3 files',
    files: { zip: { purpose: 'packZip', optional: true }, cover: { purpose: 'cover', optional: true } },
    body: z.object({ meta: json(PackMeta) }),
    reply: OwnItemDetail,
    errors: fileErrors,
  }),
  kit: endpoint({
    method: 'POST',
    path: '/kits/upload',
    auth: 'user',
    summary: 'Put a sound kit up for review: a ZIP of samples, loops, MIDI files and presets',
    files: { zip: { purpose: 'kitZip', optional: true }, cover: { purpose: 'kitCover', optional: true } },
    body: z.object({ meta: json(KitMeta) }),
    reply: OwnItemDetail,
    errors: fileErrors,
  }),
  draftPack: endpoint({
    method: 'POST',
    path: '/me/packs',
    auth: 'user',
    summary: 'Begin a pack without files; an upload completes it',
    body: PackDraft,
    reply: OwnItemDetail,
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
