import type { Insertable } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { Notification } from '#server/db/types.ts'
import { announce } from '#server/live/live.ts'

/** Tells an account of something, at once when it is listening; with the caller's transaction or not at all. */
export async function notify(tx: Tx, notification: Insertable<Notification>) {
  const { id } = await tx.insertInto('notification').values(notification).returning('id').executeTakeFirstOrThrow()
  await announce(tx, { to: notification.accountId, about: 'notification', id })
}
