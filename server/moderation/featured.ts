import { record } from '#server/audit/audit.ts'
import { conflict, notFound } from '#server/errors.ts'
import { setFeatured } from '#server/items/index.ts'
import type { App } from '#server/services.ts'

/** Picks an item for the Featured lists, or ends that. An item off sale can't be picked. */
export const pick = (app: App, adminId: number, itemId: number, isFeatured: boolean) =>
  app.db.transaction().execute(async (tx) => {
    const item = await tx
      .selectFrom('item')
      .where('id', '=', itemId)
      .where('deletedAt', 'is', null)
      .select(['status', 'isFeatured'])
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!item) throw notFound('Item')
    if (item.isFeatured === isFeatured) return
    if (isFeatured && item.status !== 'published') throw conflict('wrong_state', 'Only items on sale can be featured.')
    await setFeatured(tx, itemId, isFeatured)
    const action = isFeatured ? 'feature item' : 'end feature of item'
    await record(app, tx, adminId, { action, subject: { kind: 'item', id: itemId } })
  })
