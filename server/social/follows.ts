import { sql } from 'kysely'
import { countFollower, isThere, lockCounters, REACH } from '#server/accounts/index.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { conflict, notFound } from '#server/errors.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'

/** A follow of one person by another. */
type Pair = { followeeId: number; followerId: number }

/** Answers the number of followers. */
export async function follow(app: App, pair: Pair) {
  if (pair.followerId === pair.followeeId) throw conflict('own_profile', 'You can’t follow yourself.')
  return withBoth(app, pair, async (tx) => {
    const { numInsertedOrUpdatedRows: added } = await tx
      .insertInto('follow')
      .values({ ...pair, createdAt: app.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!added) return countFollowers(tx, pair.followeeId)
    const followers = await moveCount(tx, pair.followeeId, 1)
    await tellFollowed(app, tx, pair)
    return followers
  })
}

export const unfollow = (app: App, pair: Pair) =>
  withBoth(app, pair, async (tx) => {
    const { numDeletedRows: taken } = await tx
      .deleteFrom('follow')
      .where('followeeId', '=', pair.followeeId)
      .where('followerId', '=', pair.followerId)
      .executeTakeFirstOrThrow()
    return taken ? moveCount(tx, pair.followeeId, -1) : countFollowers(tx, pair.followeeId)
  })

/**
 * Locks the counters of both people before the follow. The deletion of an account locks them too, so nobody follows an
 * account that is on its way out.
 */
const withBoth = ({ db }: App, { followeeId, followerId }: Pair, act: (tx: Tx) => Promise<number>) =>
  db.transaction().execute(async (tx) => {
    await lockCounters(tx, [followeeId, followerId])
    for (const id of [followeeId, followerId]) if (!(await isThere(tx, id))) throw notFound('User')
    return act(tx)
  })

/** Takes back all follows of a person, and those of others. */
export async function forgetFollows(tx: Tx, id: number) {
  await tx
    .deleteFrom('followTold')
    .where((or) => or.or([or('followerId', '=', id), or('followeeId', '=', id)]))
    .execute()
  const followed = await tx.deleteFrom('follow').where('followerId', '=', id).returning('followeeId').execute()
  const following = await tx.deleteFrom('follow').where('followeeId', '=', id).returning('followerId').execute()
  await countFollower(
    tx,
    new Map([...followed.map(({ followeeId }) => [followeeId, -1] as const), [id, -following.length] as const]),
  )
}

/** Picks the followed ones out of these people. */
export const followedOf = async (db: Db, people: number[], followerId: number) =>
  (
    await db
      .selectFrom('follow')
      .where('followeeId', 'in', people)
      .where('followerId', '=', followerId)
      .select('followeeId')
      .orderBy('followeeId')
      .execute()
  ).map(({ followeeId }) => followeeId)

type Side = 'followers' | 'following'
const ends = {
  followers: { of: 'followeeId', shown: 'followerId' },
  following: { of: 'followerId', shown: 'followeeId' },
} as const

/** A page of the people at the other end of a person's follows, the newest first, and their number up to `REACH`. */
export async function listFollows(db: Db, id: number, side: Side, { page, limit }: { page: number; limit: number }) {
  const { of, shown } = ends[side]
  const all = db.selectFrom('follow').where(of, '=', id)
  const offset = Math.min(page * limit, REACH)
  const [rows, { count }] = await Promise.all([
    all
      .select(`${shown} as id`)
      .orderBy('createdAt', 'desc')
      .orderBy(shown, 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom(
        all
          .select(sql`1`.as('one'))
          .limit(REACH + 1)
          .as('some'),
      )
      .select((some) => some.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { ids: rows.map((row) => row.id), totalItems: Math.min(count, REACH), capped: count > REACH }
}

const countFollowers = async (db: Db, id: number) =>
  (await db.selectFrom('accountStat').where('accountId', '=', id).select('followers').executeTakeFirstOrThrow())
    .followers

const moveCount = async (tx: Tx, id: number, by: 1 | -1) => (await countFollower(tx, new Map([[id, by]]))).get(id)!

/** Tells a person once of each follower, even when a follow is taken back and given again. */
async function tellFollowed(app: App, tx: Tx, { followeeId, followerId }: Pair) {
  const { numInsertedOrUpdatedRows: isNews } = await tx
    .insertInto('followTold')
    .values({ followeeId, followerId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (!isNews) return
  const { handle } = await tx
    .selectFrom('account')
    .where('id', '=', followerId)
    .select('handle')
    .executeTakeFirstOrThrow()
  await notify(app, tx, {
    accountId: followeeId,
    relatedType: 'USER',
    topic: 'follow',
    profileId: followerId,
    by: followerId,
    title: `${handle} followed you`,
    message: 'See their profile.',
  })
}
