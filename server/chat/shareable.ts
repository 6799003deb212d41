import type { Db } from '#server/db/connect.ts'
import { containing } from '#server/db/like.ts'
import { shown } from '#server/items/index.ts'

type Asked = { of: 'own' | 'likes'; q: string; limit: number }

/** The ids of a person's own items with a page, or of the liked ones, the newest first. */
export async function listShareable(db: Db, self: number, { of, q, limit }: Asked) {
  let items = shown(db).select('item.id').limit(limit)
  if (q.trim()) items = items.where('item.title', 'ilike', containing(q.trim()))
  const query =
    of === 'own'
      ? items.where('item.ownerId', '=', self).orderBy('item.publishedAt', 'desc').orderBy('item.id', 'desc')
      : items
          .innerJoin('itemLike', 'itemLike.itemId', 'item.id')
          .where('itemLike.accountId', '=', self)
          .orderBy('itemLike.createdAt', 'desc')
          .orderBy('item.id', 'desc')
  return (await query.execute()).map(({ id }) => id)
}
