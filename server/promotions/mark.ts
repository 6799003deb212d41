import type { Tx } from '#server/db/connect.ts'
import { setPromoted } from '#server/items/index.ts'
import type { Tasks } from '#server/jobs/worker.ts'
import type { App } from '#server/services.ts'
import { tellOfBegin, tellOfEnd } from './tell.ts'

declare module '#server/jobs/enqueue.ts' {
  interface Jobs {
    'mark-promoted': { itemId: number }
    'tell-of-promotion': { id: number; step: 'begin' | 'end' }
  }
}

/**
 * Marks an item as promoted, or no longer, after the transaction. Items are locked before promotions and before orders of
 * several kinds, so this can't happen while one of them is locked.
 */
export const markSoon = ({ enqueue }: Pick<App, 'enqueue'>, tx: Tx, itemId: number) =>
  enqueue(tx, 'mark-promoted', { itemId }, { jobKey: `promotion of ${itemId}` })

/**
 * Tells of a step that happens among the lines of an order, after the transaction: inboxes are locked last, but more lines
 * follow, and the order itself tells of others.
 */
export const tellSoon = ({ enqueue }: Pick<App, 'enqueue'>, tx: Tx, id: number, step: 'begin' | 'end') =>
  enqueue(tx, 'tell-of-promotion', { id, step })

/** Somebody who has left since then is told nothing. */
const isThere = async (tx: Tx, id: number) =>
  (await tx
    .selectFrom('promotion')
    .innerJoin('account', 'account.id', 'promotion.accountId')
    .where('promotion.id', '=', id)
    .where('account.deletedAt', 'is', null)
    .select('promotion.id')
    .executeTakeFirst()) !== undefined

const TELL = { begin: tellOfBegin, end: tellOfEnd }

export const promotionTasks = (app: App): Pick<Tasks, 'mark-promoted' | 'tell-of-promotion'> => ({
  'mark-promoted': ({ itemId }) => app.db.transaction().execute((tx) => mark(tx, itemId)),
  'tell-of-promotion': ({ id, step }) =>
    app.db.transaction().execute(async (tx) => {
      if (await isThere(tx, id)) await TELL[step](app, tx, id)
    }),
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
