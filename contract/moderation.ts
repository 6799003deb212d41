import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { searchText } from './filters.ts'
import { ItemFacts } from './item.ts'
import { id, limit, page, pageOf } from './paging.ts'
import { manyLines } from './text.ts'

const REASON_MOST = 1_000

export const Submission = z
  .object({
    ...ItemFacts.omit({ trackCount: true, durationInSeconds: true }).shape,
    proposedTitle: z.string().nullable().describe('Set where only a new title of an item on sale is reviewed'),
    durationSec: z.number().nullable(),
    status: z.enum(['pending', 'approved', 'rejected']),
    reason: z.string(),
    submittedAt: z.iso.datetime(),
    version: z
      .string()
      .describe('Send it along with the decision: it is refused when the seller has changed the item since'),
    coverUrl: z.string().nullable(),
    previewUrl: z.string().nullable(),
    beatsCount: z.int(),
    filesCount: z.int(),
    claimedBy: z.string().nullable().describe('The admin that looks at it now'),
  })
  .meta({ id: 'Submission' })
export type Submission = z.infer<typeof Submission>

const SubmissionPage = pageOf(Submission).meta({ id: 'SubmissionPage' })
const params = z.object({ id })
const pages = { page, limit: limit(50) }

const Reason = z
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
    body: z.object({ reason: Reason, version }),
    reply: Submission,
  }),
})

export const moderation = {
  beats: {
    ...reviewEndpoints('beats'),
    master: endpoint({
      method: 'GET',
      path: '/admin/beats/:id/master-url',
      auth: 'admin',
      summary: 'An address that plays the master for ten minutes',
      params,
      reply: z.object({ url: z.string() }).meta({ id: 'MasterUrl' }),
    }),
  },
  packs: reviewEndpoints('packs'),
  kits: reviewEndpoints('kits'),
  reviews: {
    submissions: endpoint({
      method: 'GET',
      path: '/admin/submissions',
      auth: 'admin',
      summary: 'Submissions of all kinds, those that wait or all',
      query: z.object({
        q: searchText.default('').describe('Part of a title or of a seller’s name'),
        status: z.enum(['pending', 'all']).default('pending'),
        ...pages,
      }),
      reply: SubmissionPage,
    }),
    claim: endpoint({
      method: 'POST',
      path: '/admin/submissions/:id/claim',
      auth: 'admin',
      summary: 'Take the review of an item for ten minutes',
      params,
      reply: Submission,
    }),
  },
}
