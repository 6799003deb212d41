import type { OwnSplit } from '#contract/studio-fields.ts'
import type { Db } from '#server/db/connect.ts'
import { ownPointsOf } from './present.ts'
import { earning, isOpen, versionsOf } from './versions.ts'

/** How the splits of items stand, for their dashboards. */
export async function splitStates(db: Db, itemIds: readonly number[]) {
  const versions = await versionsOf(db, itemIds)
  return (itemId: number): OwnSplit | null => {
    const own = versions.filter((version) => version.itemId === itemId)
    if (own.length === 0) return null
    const active = own.find(({ state }) => state === 'active')
    const open = own.find(isOpen)
    return {
      points: active ? ownPointsOf(active) : null,
      proposal: open
        ? { accepted: earning(open).length, people: open.shares.length, isDeclined: open.state === 'declined' }
        : null,
    }
  }
}
