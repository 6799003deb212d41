import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { searchText } from './filters.ts'
import { Wave } from './item.ts'
import { id, limit, page, cappedPageOf } from './paging.ts'
import { PackFaults, SoundMatch, Submission, SubmittedContents } from './submission.ts'
import { manyLines, REASON_MOST } from './text.ts'

const SubmissionPage = cappedPageOf(Submission).meta({ id: 'SubmissionPage' })
const params = z.object({ id })
const MasterUrl = z.object({ url: z.string() }).meta({ id: 'MasterUrl' })
const BeatMaster = MasterUrl.extend({ wave: Wave.nullable() }).meta({ id: 'BeatMaster' })
const NewPreviewUrl = BeatMaster.meta({ id: 'NewPreviewUrl' })
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
    newPreview: endpoint({
      method: 'GET',
      path: '/admin/beats/:id/new-preview-url',
      auth: 'admin',
      summary: 'An address that plays the new preview of a beat on sale for ten minutes, with its waveform',
      params,
      reply: NewPreviewUrl,
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
      summary: 'Sounds of other sellers that are like those of an item',
      params,
      reply: z.array(SoundMatch),
    }),
    clearMatch: endpoint({
      method: 'POST',
      path: '/admin/submissions/:id/matches/clear',
      auth: 'admin',
      summary: 'Say that two sounds that are alike are no copies; it is remembered until one of them gets another file',
      params,
      body: SoundMatch.shape.pair,
      reply: Submission,
    }),
    preview: endpoint({
      method: 'GET',
      path: '/admin/submissions/:id/preview-url',
      auth: 'admin',
      summary: 'An address of an item’s preview, in any state; that of an unpublished item lives ten minutes',
      params,
      reply: z.object({ url: z.string() }),
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
