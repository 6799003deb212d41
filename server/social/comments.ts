import type { Comment } from '#contract/social.ts'
import { record } from '#server/audit/audit.ts'
import { plannedOnce, type Db, type Tx } from '#server/db/connect.ts'
import { conflict, forbidden } from '#server/errors.ts'
import { avatarUrl } from '#server/http/media-url.ts'
import type { Caller } from '#server/http/serve.ts'
import { throttle, throttleNetwork } from '#server/http/throttle.ts'
import type { Viewer } from '#server/http/who.ts'
import { countComment, lockCounters, type ShownItem } from '#server/items/index.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { aboutItem } from './about-item.ts'
import { timeAgo } from './time-ago.ts'

const WRITTEN = { name: 'comment', max: 10, seconds: 60 }
/** All accounts behind one address share this limit. */
const WRITTEN_BY_ADDRESS = { name: 'comment by address', max: 100, seconds: 600 }
const NO_REPEAT_WITHIN = 60_000

export async function listComments(
  { db, clock }: App,
  itemId: number,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
) {
  let query = visibleComments(db).where('comment.itemId', '=', itemId)
  if (cursor !== undefined) query = query.where('comment.id', '<', cursor)
  const [rows, { comments: total }] = await Promise.all([
    query
      .orderBy('comment.id', 'desc')
      .limit(limit + 1)
      .modifyEnd(plannedOnce)
      .execute(),
    db
      .selectFrom('itemStat')
      .where('itemId', '=', itemId)
      .select('comments')
      .modifyEnd(plannedOnce)
      .executeTakeFirstOrThrow(),
  ])
  const shown = rows.slice(0, limit)
  const nextCursor = rows.length > limit ? (shown.at(-1)?.id ?? null) : null
  return { items: shown.map((row) => present(row, clock.now())), nextCursor, total }
}

/**
 * Changes the counter first: its lock lets comments on an item wait for each other, so that no repetition is missed.
 */
export async function writeComment(
  app: App,
  item: ShownItem,
  comment: { accountId: number; body: string },
  { address }: Caller,
) {
  await throttle(app, WRITTEN, String(comment.accountId))
  await throttleNetwork(app, WRITTEN_BY_ADDRESS, address)
  const now = app.clock.now()
  const row = await app.db.transaction().execute(async (tx) => {
    await moveCount(tx, item.id, 1)
    await refuseRepeated(tx, { ...comment, itemId: item.id }, new Date(now.getTime() - NO_REPEAT_WITHIN))
    const { id } = await tx
      .insertInto('comment')
      .values({ ...comment, itemId: item.id, createdAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const written = await visibleComments(tx).where('comment.id', '=', id).executeTakeFirst()
    if (!written) throw forbidden('Your account is banned.') // since the call was let in
    if (comment.accountId !== item.ownerId)
      await notify(app, tx, {
        ...aboutItem(item),
        topic: 'comment',
        by: comment.accountId,
        title: `${written.handle} commented on ${item.title}`,
        message: 'This comment was deleted.', // shown when its text can't be read any more
        commentId: id,
      })
    return written
  })
  return present(row, now)
}

/** Authors delete their own comments, admins delete any. Returns false when there is no such comment. */
export const deleteComment = (app: App, id: number, viewer: Viewer) =>
  app.db.transaction().execute((tx) => deleteCommentIn(app, tx, id, viewer))

export async function deleteCommentIn(
  { clock }: Pick<App, 'clock'>,
  tx: Tx,
  id: number,
  { id: accountId, isAdmin }: Pick<Viewer, 'id' | 'isAdmin'>,
) {
  let query = tx.updateTable('comment').where('id', '=', id).where('deletedAt', 'is', null)
  if (!isAdmin) query = query.where('accountId', '=', accountId)
  const gone = await query.set({ deletedAt: clock.now() }).returning(['itemId', 'accountId']).executeTakeFirst()
  if (!gone) return false
  await lockCounters(tx, [gone.itemId]) // a ban that commits before counts the item anew
  if (!(await isBanned(tx, gone.accountId))) await moveCount(tx, gone.itemId, -1)
  if (gone.accountId !== accountId)
    await record({ clock }, tx, accountId, { action: 'delete comment', subject: { kind: 'comment', id } })
  return true
}

const isBanned = async (tx: Tx, id: number) =>
  (await tx
    .selectFrom('account')
    .where('id', '=', id)
    .where('bannedAt', 'is not', null)
    .select('id')
    .executeTakeFirst()) !== undefined

/** A comment that is shown. */
export const findComment = (db: Db, id: number) => visibleComments(db).where('comment.id', '=', id).executeTakeFirst()

export const visibleComments = (db: Db | Tx) =>
  db
    .selectFrom('comment')
    .innerJoin('account', 'account.id', 'comment.accountId')
    .where('comment.deletedAt', 'is', null)
    .where('account.bannedAt', 'is', null)
    .select([
      'comment.id',
      'comment.accountId',
      'comment.body',
      'comment.createdAt',
      'account.handle',
      'account.avatarKey',
      'account.plan',
      'account.deletedAt as leftAt',
    ])
type CommentRow = Awaited<ReturnType<ReturnType<typeof visibleComments>['execute']>>[number]

const present = (row: CommentRow, now: Date): Comment => ({
  id: row.id,
  text: row.body,
  timeAgo: timeAgo(row.createdAt, now),
  createdAt: row.createdAt.toISOString(),
  user: row.leftAt
    ? { id: null, name: 'Deleted user', avatarUrl: null, plan: 'free' }
    : {
        id: row.accountId,
        name: row.handle,
        avatarUrl: avatarUrl(row.avatarKey),
        plan: row.plan,
      },
})

const moveCount = (tx: Tx, itemId: number, by: 1 | -1) => countComment(tx, [{ itemId, by }])

async function refuseRepeated(
  tx: Tx,
  { itemId, accountId, body }: { itemId: number; accountId: number; body: string },
  since: Date,
) {
  const same = await tx
    .selectFrom('comment')
    .where('itemId', '=', itemId)
    .where('accountId', '=', accountId)
    .where('body', '=', body)
    .where('createdAt', '>', since)
    .where('deletedAt', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (same) throw conflict('duplicate', 'You have just written that.')
}

/** Counts whole characters, so that no emoji is cut in half. */
