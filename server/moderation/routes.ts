import type { moderation } from '#contract/moderation.ts'
import type { Submission } from '#contract/submission.ts'
import type { ItemKind } from '#server/db/types.ts'
import { pageOf } from '#server/http/paging.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import { mediaUrl } from '#server/http/media-url.ts'
import { presentFacts, previewUrl } from '#server/items/index.ts'
import type { App } from '#server/services.ts'
import { clearMatch } from './clear-match.ts'
import { fileUrl, listContents } from './contents.ts'
import { claim, decide } from './decide.ts'
import { masterOfBeat } from './masters.ts'
import { newPreviewOfBeat } from './new-previews.ts'
import { isCopy, listMatches } from './matches.ts'
import { pick } from './featured.ts'
import { findSubmission, listSubmissions, type SubmissionRow, type Wanted, versionOf } from './submissions.ts'
import { putBack, takeDown } from './takedowns.ts'
import { verifyPacked } from './verify.ts'

type Moderation = typeof moderation
type Packed = Extract<ItemKind, 'pack' | 'kit'>

const ALL: ItemKind[] = ['beat', 'pack', 'kit']

export const reviewBeatRoutes = (app: App): Handlers<Moderation['beats']> => ({
  ...reviewRoutes(app, 'beat'),
  master: async ({ params: { id }, query: { proposed }, viewer }) => masterOfBeat(app, viewer.id, id, proposed),
  newPreview: async ({ params: { id }, viewer }) => newPreviewOfBeat(app, viewer.id, id),
})

export const reviewPackRoutes = (app: App): Handlers<Moderation['packs']> => ({
  ...reviewRoutes(app, 'pack'),
  ...contentRoutes(app, 'pack'),
})

export const reviewKitRoutes = (app: App): Handlers<Moderation['kits']> => ({
  ...reviewRoutes(app, 'kit'),
  ...contentRoutes(app, 'kit'),
})

const contentRoutes = (
  app: App,
  kind: Packed,
): Handlers<Pick<Moderation['packs'], 'submitted' | 'master' | 'verify'>> => ({
  submitted: async ({ params, query }) => listContents(app, kind, params.id, query),
  verify: ({ params }) => verifyPacked(app, kind, params.id),
  master: async ({ params: { id }, query: { file }, viewer }) => ({
    url: await fileUrl(app, kind, { itemId: id, file, adminId: viewer.id }),
  }),
})

type Decisions = Omit<Moderation['beats'], 'master' | 'newPreview'>

function reviewRoutes(app: App, kind: ItemKind): Handlers<Decisions> {
  return {
    async pending({ query, viewer }) {
      return listed(app, viewer.id, { kinds: [kind], q: '', status: 'pending' }, query)
    },
    async approve({ params: { id }, body, viewer }) {
      await decide(app, { adminId: viewer.id, kind, itemId: id, version: body?.version }, { decision: 'approved' })
      return present(app, await findSubmission(app.db, id), viewer.id)
    },
    async reject({ params: { id }, body: { reason, version }, viewer }) {
      await decide(app, { adminId: viewer.id, kind, itemId: id, version }, { decision: 'rejected', reason })
      return present(app, await findSubmission(app.db, id), viewer.id)
    },
  }
}

export const submissionRoutes = (app: App): Handlers<Moderation['reviews']> => ({
  async submissions({ query: { q, status, page, limit }, viewer }) {
    return listed(app, viewer.id, { kinds: ALL, q, status }, { page, limit })
  },
  async matches({ params: { id } }) {
    await findSubmission(app.db, id)
    return listMatches(app.db, id)
  },
  async clearMatch({ params: { id }, body, viewer }) {
    await clearMatch(app, viewer.id, id, body)
    return present(app, await findSubmission(app.db, id), viewer.id)
  },
  async preview({ params: { id }, viewer }) {
    const url = previewUrl(app, await findSubmission(app.db, id), viewer.id)
    if (url === null) throw notFound('Preview')
    return { url }
  },
  async claim({ params: { id }, viewer }) {
    await claim(app, viewer.id, id)
    return present(app, await findSubmission(app.db, id), viewer.id)
  },
  async takeDown({ params: { id }, body: { reason }, viewer }) {
    await takeDown(app, viewer.id, id, reason)
    return present(app, await findSubmission(app.db, id), viewer.id)
  },
  async putBack({ params: { id }, viewer }) {
    await putBack(app, viewer.id, id)
    return present(app, await findSubmission(app.db, id), viewer.id)
  },
  async feature({ params: { id }, viewer }) {
    await pick(app, viewer.id, id, true)
    return present(app, await findSubmission(app.db, id), viewer.id)
  },
  async endFeature({ params: { id }, viewer }) {
    await pick(app, viewer.id, id, false)
    return present(app, await findSubmission(app.db, id), viewer.id)
  },
})

async function listed(app: App, adminId: number, wanted: Wanted, page: { page: number; limit: number }) {
  const { rows, total, capped } = await listSubmissions(app.db, wanted, page)
  const items = rows.map((row) => present(app, row, adminId))
  return { ...pageOf(items, { ...page, total }), capped }
}

function present(app: App, row: SubmissionRow, adminId: number): Submission {
  const { trackCount, durationInSeconds, ...facts } = presentFacts(row)
  const isClaimed = row.claimedUntil !== null && row.claimedUntil > app.clock.now()
  return {
    ...facts,
    durationSec: row.kind === 'kit' ? null : durationInSeconds, // a kit is as long as its preview
    status: statusOf(row),
    state: row.status,
    featured: row.isFeatured,
    reason: row.status === 'taken_down' ? row.statusReason : isChange(row) ? '' : (row.reason ?? ''),
    submittedAt: (row.submittedAt ?? row.publishedAt ?? row.createdAt).toISOString(),
    proposedTitle: row.decision === null ? row.proposedTitle : null,
    proposal: presentProposal(row),
    version: versionOf(row),
    coverUrl: row.coverKey && mediaUrl(`${row.coverKey}/160.webp`),
    previewUrl: previewUrl(app, row, adminId),
    beatsCount: row.kind === 'pack' ? trackCount : 0,
    filesCount: row.kind === 'kit' ? trackCount : 0,
    claimedBy: isClaimed ? row.reviewer : null,
    priority: PRIORITIES[row.plan],
    notCompared: row.notCompared,
    match: row.bestScore === null ? null : { score: row.bestScore, isCopy: isCopy(row.bestScore) },
  }
}

/** Null after the decision: what waits then is another change, which has not come to its review yet. */
function presentProposal({ hasFiles, decision, hasAudio, proposedCoverKey, proposedHasTag }: SubmissionRow) {
  if (!hasFiles || decision !== null || hasAudio === null) return null
  return {
    audio: hasAudio,
    preview: proposedHasTag === null ? null : { hasTag: proposedHasTag },
    coverUrl: proposedCoverKey && mediaUrl(`${proposedCoverKey}/320.webp`),
  }
}

const PRIORITIES = { pro: 'Priority', growth: 'Fast', free: null } as const

/** An item on sale without any review counts as approved. */
function statusOf(row: SubmissionRow) {
  const { reviewId, decision } = row
  if (decision !== 'approved' && decision !== 'rejected') return reviewId === null ? 'approved' : 'pending'
  return isChange(row) ? 'approved' : decision // the item itself was approved before
}

const isChange = ({ proposedTitle, hasFiles }: SubmissionRow) => proposedTitle !== null || hasFiles === true
