import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { searchText } from './filters.ts'
import { ItemFacts, Wave } from './item.ts'
import { id, limit, page, pageOf } from './paging.ts'
import { manyLines, REASON_MOST } from './text.ts'

export const Submission = z
  .object({
    ...ItemFacts.omit({ trackCount: true, durationInSeconds: true }).shape,
    proposedTitle: z.string().nullable().describe('Set where a new title of an item on sale is reviewed'),
    proposal: z
      .object({ audio: z.boolean(), coverUrl: z.string().nullable() })
      .nullable()
      .describe('Set where new audio or a new cover of an item on sale is reviewed'),
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
    priority: z.enum(['Priority', 'Fast']).nullable().describe('What the seller’s plan promises for reviews'),
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
    title: z.string().describe('Of the beat, or of the track'),
    packTitle: z.string().nullable().describe('Of the pack that the track is in'),
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

const SubmittedContents = pageOf(SubmittedFile)
  .extend({
    durationSec: z.number().nullable().describe('Of all tracks together; null for a kit'),
    archive: z.object({ name: z.string(), bytes: z.int() }).nullable(),
    fault: z.string().describe('Why the archive can’t be read; empty if it can'),
  })
  .meta({ id: 'SubmittedContents' })

const PackFaults = z
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

const SubmissionPage = pageOf(Submission).meta({ id: 'SubmissionPage' })
const params = z.object({ id })
const MasterUrl = z.object({ url: z.string() }).meta({ id: 'MasterUrl' })
const BeatMaster = MasterUrl.extend({ wave: Wave.nullable() }).meta({ id: 'BeatMaster' })
const WhichMaster = z.object({
  proposed: z.stringbool().default(false).describe('The new one that waits for the review'),
})
const MasterLoudness = z
  .object({
    lufs: z.number().nullable().describe('Null: too quiet to be measured'),
    peakDb: z.number(),
    clips: z.int().describe('How often it is louder than a file can say'),
  })
  .meta({ id: 'MasterLoudness' })
const pages = { page, limit: limit(50) }

export const RejectReason = z
  .string('Give a reason.')
  .overwrite(manyLines)
  .trim()
  .min(1, 'Give a reason.')
  .max(REASON_MOST, `Use at most ${REASON_MOST.toLocaleString('en-US')} characters.`)
const version = z.string().max(40).optional()

const reviewEndpoints = <const K extends 'beats' | 'packs' | 'kits'>(kinds: K) => ({
  pending: endpoint({
    method: 'GET',
    path: `/admin/${kinds}/pending`,
    auth: 'admin',
    summary: 'Waiting items, by priority of the plan, then oldest first',
    query: z.object(pages),
    reply: SubmissionPage,
  }),
  approve: endpoint({
    method: 'POST',
    path: `/admin/${kinds}/:id/approve`,
    auth: 'admin',
    summary: 'Put it on sale',
    params,
    body: z.object({ version }).nullish(),
    reply: Submission,
  }),
  reject: endpoint({
    method: 'POST',
    path: `/admin/${kinds}/:id/reject`,
    auth: 'admin',
    summary: 'Send it back with a reason',
    params,
    body: z.object({ reason: RejectReason, version }),
    reply: Submission,
  }),
})

const contentEndpoints = <const K extends 'packs' | 'kits'>(kinds: K) => ({
  submitted: endpoint({
    method: 'GET',
    path: `/admin/${kinds}/:id`,
    auth: 'admin',
    summary: 'What is inside, in order, whatever its state',
    params,
    query: z.object({ page, limit: limit(100) }),
    reply: SubmittedContents,
  }),
  master: endpoint({
    method: 'GET',
    path: `/admin/${kinds}/:id/master-url`,
    auth: 'admin',
    summary: 'An address that plays one of its files for ten minutes',
    params,
    query: z.object({ file: id.describe('The id of a file of the contents') }),
    reply: MasterUrl,
  }),
  verify: endpoint({
    method: 'GET',
    path: `/admin/${kinds}/:id/verify`,
    auth: 'admin',
    summary: 'Decodes every sound, and checks files, names, tiers and copies',
    params,
    reply: PackFaults,
  }),
})

export const moderation = {
  beats: {
    ...reviewEndpoints('beats'),
    master: endpoint({
      method: 'GET',
      path: '/admin/beats/:id/master-url',
      auth: 'admin',
      summary: 'An address that plays the master for ten minutes, with its waveform',
      params,
      query: WhichMaster,
      reply: BeatMaster,
    }),
  },
  packs: {
    ...reviewEndpoints('packs'),
    ...contentEndpoints('packs'),
  },
  kits: { ...reviewEndpoints('kits'), ...contentEndpoints('kits') },
  masters: {
    loudness: endpoint({
      method: 'GET',
      path: '/admin/beats/:id/loudness',
      auth: 'admin',
      summary: 'How loud the master of a beat is',
      params,
      query: WhichMaster,
      reply: MasterLoudness,
    }),
  },
  reviews: {
    submissions: endpoint({
      method: 'GET',
      path: '/admin/submissions',
      auth: 'admin',
      summary: 'Items of all kinds: those that wait for a review, or all that were sent in',
      query: z.object({
        q: searchText.default('').describe('Part of a title or of a seller’s name'),
        status: z.enum(['pending', 'all']).default('pending'),
        ...pages,
      }),
      reply: SubmissionPage,
    }),
    matches: endpoint({
      method: 'GET',
      path: '/admin/submissions/:id/matches',
      auth: 'admin',
      summary: 'What an item sounds like, among items of other sellers',
      params,
      reply: z.array(SoundMatch),
    }),
    claim: endpoint({
      method: 'POST',
      path: '/admin/submissions/:id/claim',
      auth: 'admin',
      summary: 'Take the review of an item for ten minutes',
      params,
      reply: Submission,
    }),
    takeDown: endpoint({
      method: 'POST',
      path: '/admin/items/:id/take-down',
      auth: 'admin',
      summary: 'Take an item out of the shop, with a reason for its seller',
      params,
      body: z.object({ reason: RejectReason }),
      reply: Submission,
    }),
    putBack: endpoint({
      method: 'POST',
      path: '/admin/items/:id/put-back',
      auth: 'admin',
      summary: 'Lift a takedown: the item is again what it was before',
      params,
      reply: Submission,
    }),
    feature: endpoint({
      method: 'POST',
      path: '/admin/items/:id/feature',
      auth: 'admin',
      summary: 'Pick an item on sale for the Featured lists; a second time changes nothing',
      params,
      reply: Submission,
    }),
    endFeature: endpoint({
      method: 'DELETE',
      path: '/admin/items/:id/feature',
      auth: 'admin',
      summary: 'Take an item off the Featured lists',
      params,
      reply: Submission,
    }),
  },
}
