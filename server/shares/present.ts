import type { ItemSplit, SplitVersion } from '#contract/shares.ts'
import { avatarUrl } from '#server/http/media-url.ts'
import { isOpen, type Version } from './versions.ts'

type Named = { accountId: number; handle: string; avatarKey: string | null }
export const presentPerson = ({ accountId: id, handle, avatarKey }: Named) => ({
  id,
  displayName: handle,
  avatarUrl: avatarUrl(avatarKey),
})

/** The owner's share, with those of people who have left. */
export const ownPointsOf = ({ ownerPoints, shares }: Version) =>
  shares.reduce((points, share) => (share.state === 'left' ? points + share.points : points), ownerPoints)

const presentVersion = (version: Version): SplitVersion => ({
  id: version.id,
  number: version.number,
  ownPoints: ownPointsOf(version),
  people: version.shares.map((share) => ({ person: presentPerson(share), points: share.points, state: share.state })),
  isDeclined: version.state === 'declined',
  proposedAt: version.proposedAt.toISOString(),
})

/** The split of an item by its versions that count or wait. */
export function presentSplit(versions: readonly Version[]): ItemSplit {
  const active = versions.find(({ state }) => state === 'active')
  const open = versions.find(isOpen)
  return {
    active: active ? presentVersion(active) : null,
    proposal: open ? presentVersion(open) : null,
    isForSale: active !== undefined || open === undefined,
  }
}
