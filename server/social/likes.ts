import type { Db, Tx } from '#server/db/connect.ts'
import { countLike, type ShownItem } from '#server/items/index.ts'
import { notifyTogether, peopleWords } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { aboutItem } from './about-item.ts'

/** Locks the like first, then the counter, then the queue. All likes lock in this order, to prevent deadlocks. */
export const like = (app: App, item: ShownItem, accountId: number) =>
  app.db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows: added } = await tx
      .insertInto('itemLike')
      .values({ itemId: item.id, accountId, createdAt: app.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!added) return { liked: true, likeCount: await countLikes(tx, item.id) }
    const likeCount = await moveCount(tx, item.id, 1, app.clock.now())
    if (accountId !== item.ownerId) await tellOwner(app, tx, item, { accountId, likeCount })
    return { liked: true, likeCount }
  })

export const unlike = ({ db, clock }: App, itemId: number, accountId: number) =>
  db.transaction().execute(async (tx) => {
    const { numDeletedRows: taken } = await tx
      .deleteFrom('itemLike')
      .where('itemId', '=', itemId)
      .where('accountId', '=', accountId)
      .executeTakeFirstOrThrow()
    return {
      liked: false,
      likeCount: taken ? await moveCount(tx, itemId, -1, clock.now()) : await countLikes(tx, itemId),
    }
  })

/** Takes back all likes of a person. */
export async function forgetLikes(tx: Tx, accountId: number, now: Date) {
  await tx.deleteFrom('likeTold').where('accountId', '=', accountId).execute()
  const liked = await tx.deleteFrom('itemLike').where('accountId', '=', accountId).returning('itemId').execute()
  await countLike(
    tx,
    liked.map(({ itemId }) => ({ itemId, by: -1, at: now })),
  )
}

export async function likeState(db: Db, itemId: number, accountId: number) {
  const [liked, likeCount] = await Promise.all([likedOf(db, [itemId], accountId), countLikes(db, itemId)])
  return { liked: liked.length > 0, likeCount }
}

export const likedOf = async (db: Db, itemIds: number[], accountId: number) =>
  (
    await db
      .selectFrom('itemLike')
      .where('itemId', 'in', itemIds)
      .where('accountId', '=', accountId)
      .select('itemId')
      .orderBy('itemId')
      .execute()
  ).map(({ itemId }) => itemId)

const countLikes = async (db: Db, itemId: number) =>
  (await db.selectFrom('itemStat').where('itemId', '=', itemId).select('likes').executeTakeFirstOrThrow()).likes

async function moveCount(tx: Tx, itemId: number, by: 1 | -1, at: Date) {
  return (await countLike(tx, [{ itemId, by, at }])).get(itemId)!
}

/** Tells the owner once per person and item, even when a like is taken back and given again. */
async function tellOwner(
  app: App,
  tx: Tx,
  item: ShownItem,
  { accountId, likeCount }: { accountId: number; likeCount: number },
) {
  const { numInsertedOrUpdatedRows: isNews } = await tx
    .insertInto('likeTold')
    .values({ itemId: item.id, accountId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (!isNews) return
  await notifyTogether(app, tx, `like ${item.id}`, { ...aboutItem(item), topic: 'like', by: accountId }, (group) => ({
    title: `${peopleWords(group)} liked ${item.title}`,
    message: likeCount === 1 ? 'Its first like.' : `It has ${likeCount.toLocaleString('en')} likes.`,
  }))
}
