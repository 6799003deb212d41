import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import { DIGEST_HOUR, type ChosenKind } from '#contract/notice-kinds.ts'
import type { Tx } from '#server/db/connect.ts'
import type { NotificationMail } from '#server/db/types.ts'
import { itemPath, kinds } from '#server/items/index.ts'
import type { NewNotice } from './new-notice.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** People who are on the site read a notice meanwhile, and get no mail. */
const PATIENCE = 10 * MINUTE

/** The last hour of the digest up to a moment. */
export const digestBefore = (now: Date) => {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), DIGEST_HOUR)
  return new Date(today <= now.getTime() ? today : today - DAY)
}
export const digestAfter = (now: Date) => new Date(digestBefore(now).getTime() + DAY)

export type Waiting = {
  kind: ChosenKind
  isDigest: boolean
  /** Null for people who don't get the kind on the site. */
  notificationId: number | null
  notice: NewNotice
  groupKey?: string
}

const rowOf = ({ kind, isDigest, notificationId, notice, groupKey }: Waiting, now: Date) =>
  ({
    accountId: notice.accountId,
    kind,
    isDigest,
    notificationId,
    commentId: notice.commentId ?? null,
    messageId: notice.messageId ?? null,
    byId: notice.by ?? null,
    groupKey: groupKey ?? null,
    title: notice.title,
    message: notice.message,
    path: pathOf(notice),
    createdAt: now,
    dueAt: isDigest ? digestAfter(now) : new Date(now.getTime() + PATIENCE),
  }) satisfies Insertable<NotificationMail>

/** Keeps news for its mail. The accounts' counters are locked already. */
export async function mailLater(tx: Tx, now: Date, waiting: readonly Waiting[]) {
  if (waiting.length)
    await tx
      .insertInto('notificationMail')
      .values(waiting.map((one) => rowOf(one, now)))
      .execute()
}

/** A group that waits already stays due when it was, and gets new words. */
export async function mailGroupLater(tx: Tx, now: Date, waiting: Waiting & { groupKey: string }) {
  const row = rowOf(waiting, now)
  const { commentId, messageId, byId, title, message, notificationId } = row
  await tx
    .insertInto('notificationMail')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'groupKey']).doUpdateSet({
        commentId,
        messageId,
        byId,
        title,
        message,
        notificationId,
        groupSize: sql`notification_mail.group_size + 1`,
      }),
    )
    .execute()
}

/** How many news of a group wait for their mail. */
export const countWaiting = async (tx: Tx, accountId: number, groupKey: string) =>
  (
    await tx
      .selectFrom('notificationMail')
      .where('accountId', '=', accountId)
      .where('groupKey', '=', groupKey)
      .select('groupSize')
      .executeTakeFirst()
  )?.groupSize ?? 0

/** The page that the news leads to. */
function pathOf({ relatedType, slug, profileId, problemId, chatId, path }: NewNotice) {
  if (path) return path
  const kind = (Object.keys(kinds) as (keyof typeof kinds)[]).find((one) => kinds[one] === relatedType)
  if (kind && slug) return itemPath({ kind, slug })
  if (relatedType === 'USER' && profileId) return `/profile/${profileId}`
  if (relatedType === 'PROBLEM' && problemId) return `/problems/${problemId}`
  if (relatedType === 'CHAT' && chatId) return `/chat/${chatId}`
  return '/notifications'
}
