import type { Db } from '#server/db/connect.ts'
import type { PersonalData } from '#server/services.ts'
import { forgetFollows } from './follows.ts'
import { forgetLikes } from './likes.ts'

export const socialData: PersonalData = {
  tables: {
    itemLike: 'removed, and no longer counted',
    likeTold: 'removed',
    comment: 'kept under “Deleted user”; comments taken back are removed',
    follow: 'removed, and no longer counted',
    followTold: 'removed',
    recentPlay: 'removed',
    itemPin: 'removed',
  },
  async exportOf(db, { id }) {
    const [likes, comments, follows, followers, pinned] = await Promise.all([
      ofItems(db, 'itemLike', id).execute(),
      ofItems(db, 'comment', id).select('body').where('comment.deletedAt', 'is', null).execute(),
      db
        .selectFrom('follow')
        .innerJoin('account', 'account.id', 'followeeId')
        .where('followerId', '=', id)
        .select(['followeeId', 'account.handle as name', 'follow.createdAt'])
        .execute(),
      db
        .selectFrom('follow')
        .innerJoin('account', 'account.id', 'followerId')
        .where('followeeId', '=', id)
        .select(['followerId', 'account.handle as name', 'follow.createdAt'])
        .execute(),
      db
        .selectFrom('itemPin')
        .innerJoin('item', 'item.id', 'itemPin.itemId')
        .where('itemPin.accountId', '=', id)
        .select(['item.slug', 'item.title'])
        .orderBy('place')
        .execute(),
    ])
    return { likes, comments, follows, followers, pinned }
  },
  async forget(tx, { id }, now) {
    await forgetLikes(tx, id, now)
    await tx.deleteFrom('comment').where('accountId', '=', id).where('deletedAt', 'is not', null).execute()
    await forgetFollows(tx, id)
    await tx.deleteFrom('itemPin').where('accountId', '=', id).execute()
    await tx.deleteFrom('recentPlay').where('listener', '=', `account ${id}`).execute()
  },
}

const ofItems = (db: Db, table: 'itemLike' | 'comment', accountId: number) =>
  db
    .selectFrom(table)
    .innerJoin('item', 'item.id', `${table}.itemId`)
    .where(`${table}.accountId`, '=', accountId)
    .select(['item.slug', 'item.title', `${table}.createdAt`])
    .orderBy(`${table}.createdAt`)
