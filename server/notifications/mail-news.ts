import { sql } from 'kysely'
import { chosenKinds, type ChosenKind } from '#contract/notice-kinds.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Taker } from '#server/jobs/due.ts'
import type { App } from '#server/services.ts'
import { digestAfter, digestBefore } from './mail-later.ts'
import { digestMail, newsMail } from './mails.ts'
import { commentExcerpt, isOfMany, messageExcerpt } from './queries.ts'

const BATCH = 50

type Reader = { accountId: number; email: string; handle: string; left: Date | null; digestAt: Date | null }

/** Mails the news of accounts with due news. It locks their counters, as each writer of notices does. */
export const newsTaker: Taker = {
  name: 'mail news',
  takeDue: (app, now) =>
    app.db.transaction().execute(async (tx) => {
      const { rows } = await sql<Reader>`
        select counter.account_id as "accountId", account.email, account.handle, account.deleted_at as left,
          counter.digest_at as "digestAt"
        from notification_counter as counter join account on account.id = counter.account_id
        where counter.account_id in (select account_id from notification_mail
          where due_at <= ${now} and kind = any(${chosenKinds}::text[]) order by due_at limit ${BATCH})
        order by counter.account_id for update of counter skip locked`.execute(tx)
      for (const reader of rows) await mailTo(app, tx, reader, now)
      return rows.length
    }),
}

async function mailTo(app: App, tx: Tx, reader: Reader, now: Date) {
  for (const kind of await dueKinds(tx, reader.accountId, now)) {
    // news of this kind that is not due yet comes along: one mail instead of two
    const facts = await takeNews(tx, reader, { kind })
    if (facts) await app.mail.send(tx, newsMail(kind), reader.email, facts)
  }
  if (!(await isDigestDue(tx, reader.accountId, now))) return
  if (reader.digestAt && reader.digestAt >= digestBefore(now)) return postpone(tx, reader.accountId, now)
  const facts = await takeNews(tx, reader, { until: now })
  if (!facts) return
  await app.mail.send(tx, digestMail, reader.email, facts)
  await tx.updateTable('notificationCounter').set({ digestAt: now }).where('accountId', '=', reader.accountId).execute()
}

async function dueKinds(tx: Tx, accountId: number, now: Date): Promise<ChosenKind[]> {
  const rows = await tx
    .selectFrom('notificationMail')
    .where('accountId', '=', accountId)
    .where('isDigest', '=', false)
    .where('dueAt', '<=', now)
    .select('kind')
    .distinct()
    .execute()
  return chosenKinds.filter((kind) => rows.some((row) => row.kind === kind))
}

const isDigestDue = async (tx: Tx, accountId: number, now: Date) =>
  (await tx
    .selectFrom('notificationMail')
    .where('accountId', '=', accountId)
    .where('isDigest', '=', true)
    .where('dueAt', '<=', now)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Today’s digest is written already: what a late transaction added waits for tomorrow’s. */
const postpone = (tx: Tx, accountId: number, now: Date) =>
  tx
    .updateTable('notificationMail')
    .set({ dueAt: digestAfter(now) })
    .where('accountId', '=', accountId)
    .where('isDigest', '=', true)
    .where('dueAt', '<=', now)
    .execute()

type Which = { kind: ChosenKind } | { until: Date }

/** Takes waiting news. Null if the reader has left, or all of it was seen, taken back or done by people who are banned now. */
async function takeNews(tx: Tx, { accountId, handle, left }: Reader, which: Which) {
  let query = tx.selectFrom('notificationMail').where('notificationMail.accountId', '=', accountId)
  if ('kind' in which) query = query.where('kind', '=', which.kind).where('isDigest', '=', false)
  else query = query.where('isDigest', '=', true).where('dueAt', '<=', which.until)
  const rows = await query
    .leftJoin('notification', 'notification.id', 'notificationMail.notificationId')
    .leftJoin('comment', 'comment.id', 'notificationMail.commentId')
    .leftJoin('message', 'message.id', 'notificationMail.messageId')
    .leftJoin('account as by', 'by.id', 'notificationMail.byId')
    .select([
      'notificationMail.id',
      'notificationMail.title',
      'notificationMail.message',
      'notificationMail.path',
      commentExcerpt.$castTo<string | null>().as('said'),
    ])
    .select(['notification.readAt', 'comment.deletedAt', 'message.removedAt', 'by.bannedAt', 'notificationId'])
    .select(['by.handle as byName', isOfMany.as('isOfMany')])
    .select(sql<string | null>`nullif(${messageExcerpt}, '')`.as('written'))
    .orderBy('notificationMail.id')
    .execute()
  if (rows.length === 0) return null
  const ids = rows.map(({ id }) => id)
  await tx.deleteFrom('notificationMail').where('id', 'in', ids).execute()
  const unseen = rows.filter(
    ({ readAt, deletedAt, removedAt, bannedAt, isOfMany }) =>
      !readAt && !deletedAt && !removedAt && (!bannedAt || isOfMany),
  )
  if (left || unseen.length === 0) return null
  const news = unseen.map(({ title, message, path, said, written, bannedAt, byName }) => ({
    title: bannedAt ? title.replace(byName!, 'Somebody') : title,
    message: said ?? written ?? message,
    path,
  }))
  return { handle, news, hasInbox: unseen.some(({ notificationId }) => notificationId !== null) }
}
