import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import { enqueued } from '#server/jobs/enqueue.ts'
import type { Tasks } from '#server/jobs/worker.ts'
import type { App } from '#server/services.ts'
import { lockItem, ownerOf } from './lock-item.ts'
import { tell } from './tell.ts'
import { presentOf, versionsById } from './versions.ts'

declare module '#server/jobs/enqueue.ts' {
  interface Jobs {
    'tell-of-deleted-sharer': { versionId: number; accountId: number }
  }
}

/**
 * Tells owners of the shares of a deleted account, after the transaction. The deletion has no lock of the items and locks
 * its own inbox last: an inbox of somebody else must not come before.
 */
export const tellSoon = (tx: Tx, versionIds: number[], accountId: number) =>
  sql`select ${enqueued('tell-of-deleted-sharer', sql`json_build_object('versionId', id, 'accountId', ${accountId}::bigint)`)}
    from unnest(${versionIds}::bigint[]) id`.execute(tx)

export const shareTasks = (app: App): Pick<Tasks, 'tell-of-deleted-sharer'> => ({
  'tell-of-deleted-sharer': ({ versionId, accountId }) =>
    app.db.transaction().execute((tx) => tellOfDeleted(app, tx, versionId, accountId)),
})

/**
 * An owner who has deleted the item, or has changed the offer since then, is told nothing. A job may run again after a
 * crash: the share remembers that its owner was told.
 */
async function tellOfDeleted(app: App, tx: Tx, versionId: number, accountId: number) {
  const [version] = await versionsById(tx, [versionId])
  const share = version?.shares.find((one) => one.accountId === accountId)
  const item = version && (await lockItem(tx, version.itemId))
  if (!item || !share || !(await isFirst(app, tx, { versionId, accountId }))) return
  const { active, open } = await presentOf(tx, item.id)
  const news = { to: ownerOf(item), by: share, points: share.points }
  if (share.state === 'left') await tell(app, tx, item, versionId, [{ ...news, what: 'deleted' }])
  else if (open?.id === versionId)
    await tell(app, tx, item, versionId, [{ ...news, what: 'deletedBefore', goesOn: active !== null }])
}

async function isFirst({ clock }: App, tx: Tx, { versionId, accountId }: { versionId: number; accountId: number }) {
  const marked = await tx
    .updateTable('share')
    .set({ deletionToldAt: clock.now() })
    .where('versionId', '=', versionId)
    .where('accountId', '=', accountId)
    .where('deletionToldAt', 'is', null)
    .returning('accountId')
    .executeTakeFirst()
  return marked !== undefined
}
