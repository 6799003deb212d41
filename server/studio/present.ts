import { LICENSE_NAMES } from '#contract/license-types.ts'
import { TIERS } from '#contract/promotion-values.ts'
import type { OwnItem, OwnItemDetail, OwnLicense } from '#contract/studio-fields.ts'
import type { StatusLabel } from '#contract/studio-values.ts'
import type { ItemKind, ItemStatus, LicenseType } from '#server/db/types.ts'
import { mediaUrl } from '#server/http/media-url.ts'
import { itemPath, presentFacts, previewUrl } from '#server/items/index.ts'
import { dollars } from '#server/money.ts'
import type { App } from '#server/services.ts'
import { OURS } from './media-jobs.ts'
import { missingFor } from './missing-files.ts'
import type { OwnParts, OwnRow } from './own-items.ts'

export const statusLabels: Record<ItemStatus, StatusLabel> = {
  published: 'Published',
  pending: 'In review',
  processing: 'Processing',
  draft: 'Draft',
  failed: 'Failed',
  paused: 'Paused',
  rejected: 'Rejected',
  taken_down: 'Taken down',
  sold: 'Sold',
}

export function presentOwn(row: OwnRow, { split, licenses, files, contents }: OwnParts): OwnItem {
  const hasPage = row.status === 'published' || row.status === 'sold'
  return {
    ...presentFacts(row),
    coverUrl: row.coverKey && mediaUrl(`${row.coverKey}/320.webp`),
    status: row.status === 'published' || row.status === 'rejected' ? row.status : 'draft',
    statusLabel: statusLabels[row.status],
    reason: row.statusReason,
    proposedTitle: row.proposedTitle,
    proposal: presentProposal(row),
    canRetry: (row.status === 'failed' && row.statusReason === OURS) || row.failure === OURS,
    publicUrl: hasPage ? itemPath(row) : null,
    plays: row.plays,
    likes: row.likes,
    sales: row.sales,
    downloads: row.downloads,
    earnings: dollars(row.earningsCents),
    split,
    samplesCount: contents.samples,
    loopsCount: contents.loops,
    presetsCount: contents.presets,
    licenses: licenses.map((license) => presentOwnLicense(row.kind, license, files, contents)),
    promotion: presentPromotion(row),
    createdAt: row.createdAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
  }
}

function presentPromotion({ promotionId: id, promotionTier, promotionEndsAt, promotionPausedAt }: OwnRow) {
  if (id === null) return null
  const tier = TIERS.find((one) => one === promotionTier)!
  return { id, tier, isPaused: promotionPausedAt !== null, endsAt: promotionEndsAt!.toISOString() }
}

const proposalStates = { processing: 'processing', failed: 'failed', ready: 'in review' } as const

function presentProposal(row: OwnRow) {
  const { proposalState, failure, hasAudio, hasCover, proposedCoverKey, proposedHasTag } = row
  if (proposalState === null) return null
  return {
    audio: hasAudio ?? false,
    cover: hasCover ?? false,
    preview: proposedHasTag === null ? null : { hasTag: proposedHasTag },
    coverUrl: proposedCoverKey && mediaUrl(`${proposedCoverKey}/320.webp`),
    state: proposalStates[proposalState as keyof typeof proposalStates],
    reason: failure ?? '',
  }
}

export const presentOwnDetail = (app: App, row: OwnRow, parts: OwnParts): OwnItemDetail => ({
  ...presentOwn(row, parts),
  description: row.description,
  fansOf: row.fansOf,
  hasTag: row.hasTag,
  missing: missingByType(row.kind, parts),
  previewUrl: previewUrl(app, row, row.ownerId),
  files: parts.files.map(({ role, name, sizeBytes }) => ({ role, name, bytes: sizeBytes })),
})

const missingByType = (kind: ItemKind, { files, contents }: OwnParts) => {
  const of = (type: LicenseType) => missingFor(kind, type, files, contents.mp3s > 0)
  return { MP3: of('MP3'), WAV: of('WAV'), PREMIUM: of('PREMIUM'), EXCLUSIVE: of('EXCLUSIVE') }
}

function presentOwnLicense(
  kind: ItemKind,
  license: OwnParts['licenses'][number],
  files: OwnParts['files'],
  { mp3s }: OwnParts['contents'],
): OwnLicense {
  const { id, type, priceCents, enabled, featured, sold } = license
  const missing = missingFor(kind, type, files, mp3s > 0)
  return {
    id,
    type,
    name: LICENSE_NAMES[type],
    price: dollars(priceCents),
    enabled,
    featured,
    offered: enabled && missing.length === 0,
    missing,
    sold,
  }
}
