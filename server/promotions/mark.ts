import type { Tx } from '#server/db/connect.ts'
import { setPromoted } from '#server/items/index.ts'
import type { Tasks } from '#server/jobs/worker.ts'
import type { App } from '#server/services.ts'

declare module '#server/jobs/enqueue.ts' {
  interface Jobs {
    'mark-promoted': { itemId: number }
  }
}

/**
 * Marks an item as promoted, or no longer, after the transaction. Items are locked before promotions and before orders of
 * several kinds, so this can't happen while one of them is locked.
 */
export const markSoon = ({ enqueue }: Pick<App, 'enqueue'>, tx: Tx, itemId: number) =>
  enqueue(tx, 'mark-promoted', { itemId }, { jobKey: `promotion of ${itemId}` })

export const promotionTasks = (app: App): Pick<Tasks, 'mark-promoted'> => ({
  'mark-promoted': ({ itemId }) => app.db.transaction().execute((tx) => mark(tx, itemId)),
})

/** Brings the mark to what is running. Two jobs of one item take turns at its lock. */
async function mark(tx: Tx, itemId: number) {
  const item = await tx
    .selectFrom('item')
    .where('id', '=', itemId)
    .where('deletedAt', 'is', null)
    .select('isPromoted')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!item) return
  const running = await tx
    .selectFrom('promotion')
    .where('itemId', '=', itemId)
    .where('state', '=', 'active')
    .select('id')
    .executeTakeFirst()
  const isPromoted = running !== undefined
  if (item.isPromoted !== isPromoted) await setPromoted(tx, itemId, isPromoted)
}
