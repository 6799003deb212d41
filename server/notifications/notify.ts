import type { Insertable } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { Notification } from '#server/db/types.ts'
import { announce } from '#server/live/live.ts'
import type { App } from '#server/services.ts'

/** Tells an account of something, at once when it is listening; with the caller's transaction or not at all. */
export async function notify(
  { clock }: Pick<App, 'clock'>,
  tx: Tx,
  notification: Omit<Insertable<Notification>, 'createdAt'>,
) {
  const { id } = await tx
    .insertInto('notification')
    .values({ ...notification, createdAt: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announce(tx, { to: notification.accountId, about: 'notification', id })
}
