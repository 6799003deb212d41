import type { Submission, moderation } from '#contract/moderation.ts'
import type { ItemKind } from '#server/db/types.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import { mediaUrl } from '#server/http/media-url.ts'
import { presentFacts } from '#server/items/index.ts'
import type { App } from '#server/services.ts'
import { claim, decide } from './decide.ts'
import { masterUrl } from './masters.ts'
import { findSubmission, listSubmissions, type SubmissionRow, type Wanted, versionOf } from './submissions.ts'

type Moderation = typeof moderation

const ALL: ItemKind[] = ['beat', 'pack', 'kit']

export const reviewBeatRoutes = (app: App): Handlers<Moderation['beats']> => ({
  ...reviewRoutes(app, 'beat'),
  master: async ({ params: { id }, viewer }) => ({ url: await masterUrl(app, id, viewer.id) }),
})

export function reviewRoutes(app: App, kind: ItemKind): Handlers<Moderation['packs' | 'kits']> {
  return {
    async pending({ query }) {
      return listed(app, { kinds: [kind], q: '', status: 'pending' }, query)
    },
    async approve({ params: { id }, body, viewer }) {
      await decide(app, { adminId: viewer.id, kind, itemId: id, version: body?.version }, { decision: 'approved' })
      return present(app, await findSubmission(app.db, id))
    },
    async reject({ params: { id }, body: { reason, version }, viewer }) {
      await decide(app, { adminId: viewer.id, kind, itemId: id, version }, { decision: 'rejected', reason })
      return present(app, await findSubmission(app.db, id))
    },
  }
}

export const submissionRoutes = (app: App): Handlers<Moderation['reviews']> => ({
  async submissions({ query: { q, status, page, limit } }) {
    return listed(app, { kinds: ALL, q, status }, { page, limit })
  },
  async claim({ params: { id }, viewer }) {
    await claim(app, viewer.id, id)
    return present(app, await findSubmission(app.db, id))
  },
})

async function listed(app: App, wanted: Wanted, page: { page: number; limit: number }) {
  const { rows, total } = await listSubmissions(app.db, wanted, page)
  const items = rows.map((row) => present(app, row))
  return pageOf(items, { ...page, total })
}

function present({ clock }: App, row: SubmissionRow): Submission {
  const { trackCount, durationInSeconds, ...facts } = presentFacts(row)
  const isClaimed = row.claimedUntil !== null && row.claimedUntil > clock.now()
  return {
    ...facts,
    durationSec: durationInSeconds,
    status: row.decision === 'approved' || row.decision === 'rejected' ? row.decision : 'pending',
    reason: row.reason,
    submittedAt: row.submittedAt.toISOString(),
    proposedTitle: row.proposedTitle,
    version: versionOf(row),
    coverUrl: row.coverKey && mediaUrl(`${row.coverKey}/160.webp`),
    previewUrl: row.previewKey && mediaUrl(row.previewKey),
    beatsCount: row.kind === 'pack' ? trackCount : 0,
    filesCount: row.kind === 'kit' ? trackCount : 0,
    claimedBy: isClaimed ? row.reviewer : null,
  }
}
