import { z } from 'zod'
import { ItemFacts, Wave } from './item.ts'
import { pageOf } from './paging.ts'
import { NewPreview } from './studio-fields.ts'

export const Submission = z
  .object({
    ...ItemFacts.omit({ trackCount: true, durationInSeconds: true }).shape,
    proposedTitle: z.string().nullable().describe('Set where a new title of an item on sale is reviewed'),
    proposal: z
      .object({
        audio: z.boolean().describe('Of a pack or kit: its archive'),
        preview: NewPreview,
        coverUrl: z.string().nullable(),
      })
      .nullable()
      .describe('Set where new audio, a new cover or a new preview of an item on sale is reviewed'),
    durationSec: z.number().nullable(),
    status: z.enum(['pending', 'approved', 'rejected']),
    state: z.enum([
      'processing',
      'failed',
      'draft',
      'pending',
      'rejected',
      'published',
      'paused',
      'sold',
      'taken_down',
    ]),
    featured: z.boolean(),
    reason: z.string().describe('Why it was rejected or taken down'),
    submittedAt: z.iso.datetime(),
    version: z
      .string()
      .describe('Send it along with the decision: it is refused when the seller has changed the item since'),
    coverUrl: z.string().nullable(),
    previewUrl: z.string().nullable(),
    beatsCount: z.int(),
    filesCount: z.int(),
    claimedBy: z.string().nullable().describe('The admin that looks at it now'),
    priority: z.enum(['Priority', 'Fast']).nullable().describe('The seller’s plan promises it for reviews'),
    notCompared: z
      .enum(['waiting', 'failed'])
      .nullable()
      .describe(
        'Set where its sound is not compared with others: it came before fingerprints, or its file can’t be read',
      ),
    match: z
      .object({ score: z.number(), isCopy: z.boolean() })
      .nullable()
      .describe('How much it sounds like something of another seller'),
  })
  .meta({ id: 'Submission' })
export type Submission = z.infer<typeof Submission>

const MatchedSound = z
  .object({
    ...ItemFacts.pick({ id: true, kind: true, slug: true, artistName: true, ownerId: true, style: true }).shape,
    title: z.string().describe('The title of the beat, or of the track'),
    packTitle: z.string().nullable().describe('The title of the pack that the track is in'),
    trackId: z.int().nullable(),
    isProposed: z.boolean().describe('New audio of an item on sale, which waits for its review'),
    bpm: z.int().nullable(),
    key: z.string().nullable(),
    coverUrl: z.string().nullable(),
    durationSec: z.number(),
    state: Submission.shape.state,
    since: z.iso.datetime().describe('When it was published, or sent in'),
    wave: Wave.nullable(),
  })
  .meta({ id: 'MatchedSound' })
export type MatchedSound = z.infer<typeof MatchedSound>

export const SoundMatch = z
  .object({
    pair: z.object({ own: z.int(), other: z.int() }).describe('Names the two sounds, to say that neither is a copy'),
    message: z.string().describe('The match in a sentence'),
    score: z.number().describe('The share of the sound that both have, 0 to 1'),
    isCopy: z.boolean().describe('False: a person should listen'),
    fromSec: z.number().describe('Where the same sound begins in the own one'),
    sameSec: z.number().describe('How long it is heard'),
    ratio: z.number().describe('Time in the other sound = ratio × time in the own one + offsetSec'),
    offsetSec: z.number(),
    own: MatchedSound,
    other: MatchedSound,
  })
  .meta({ id: 'SoundMatch' })
export type SoundMatch = z.infer<typeof SoundMatch>

export const SubmittedFile = z
  .object({
    id: z.int(),
    title: z.string(),
    path: z.string().describe('Inside the archive'),
    durationSec: z.number().nullable(),
    bpm: z.int().nullable(),
    key: z.string().nullable(),
    bytes: z.int().nullable().describe('Null: the file is not there'),
    playable: z.boolean(),
  })
  .meta({ id: 'SubmittedFile' })
export type SubmittedFile = z.infer<typeof SubmittedFile>

export const SubmittedContents = pageOf(SubmittedFile)
  .extend({
    durationSec: z.number().nullable().describe('The length of all tracks together; null for a kit'),
    archive: z.object({ name: z.string(), bytes: z.int() }).nullable(),
    fault: z.string().describe('Why the archive can’t be read; empty if it can'),
  })
  .meta({ id: 'SubmittedContents' })

export const PackFaults = z
  .object({
    ok: z.boolean(),
    issues: z.array(
      z.object({
        file: z.int().nullable().describe('The id of a file of the contents; null: about the whole pack or kit'),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: 'PackFaults' })
export type PackFaults = z.infer<typeof PackFaults>
