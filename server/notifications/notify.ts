import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { Notification } from '#server/db/types.ts'
import { announce } from '#server/live/live.ts'
import type { App } from '#server/services.ts'

type News = Omit<Insertable<Notification>, 'createdAt' | 'groupKey' | 'groupSize'>
type Clock = Pick<App, 'clock'>

/** Tells an account of something, at once when it is listening; with the caller's transaction or not at all. */
export async function notify({ clock }: Clock, tx: Tx, notification: News) {
  const { id } = await tx
    .insertInto('notification')
    .values({ ...notification, createdAt: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announce(tx, { to: notification.accountId, about: 'notification', id })
}

/**
 * News of one group are one notification until it is read: its words are put for as many as there are, and only the
 * first of them is announced.
 */
export async function notifyTogether(
  { clock }: Clock,
  tx: Tx,
  groupKey: string,
  about: Omit<News, 'title' | 'message'>,
  wordsFor: (size: number) => Pick<News, 'title' | 'message'>,
) {
  const { id, groupSize } = await tx
    .insertInto('notification')
    .values({ ...about, ...wordsFor(1), groupKey, createdAt: clock.now() })
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'groupKey'])
        .where('readAt', 'is', null)
        .doUpdateSet({ groupSize: sql`notification.group_size + 1` }),
    )
    .returning(['id', 'groupSize'])
    .executeTakeFirstOrThrow()
  if (groupSize === 1) await announce(tx, { to: about.accountId, about: 'notification', id })
  else await tx.updateTable('notification').set(wordsFor(groupSize)).where('id', '=', id).execute()
}
