import type { Tx } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import { announce } from '#server/live/live.ts'
import type { App } from '#server/services.ts'
import { countUnread } from './queries.ts'

export const markRead = (app: App, accountId: number, id: number) =>
  change(app, accountId, async (tx) => {
    const found = await tx
      .updateTable('notification')
      .set((row) => ({ readAt: row.fn.coalesce('readAt', row.val(app.clock.now())) }))
      .where('accountId', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!found.numUpdatedRows) throw notFound('Notification')
  })

/** Reads the notice of a group, in the transaction of what was read. */
export async function markGroupRead({ clock }: Pick<App, 'clock'>, tx: Tx, accountId: number, groupKey: string) {
  const { numUpdatedRows } = await tx
    .updateTable('notification')
    .set({ readAt: clock.now() })
    .where('accountId', '=', accountId)
    .where('groupKey', '=', groupKey)
    .where('readAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows) await announce(tx, { to: accountId, about: 'notification' })
  // people without notices of this kind may have a waiting mail
  await tx.deleteFrom('notificationMail').where('accountId', '=', accountId).where('groupKey', '=', groupKey).execute()
}

export const markAllRead = (app: App, accountId: number) =>
  change(app, accountId, async (tx) => {
    await tx
      .updateTable('notification')
      .set({ readAt: app.clock.now() })
      .where('accountId', '=', accountId)
      .where('readAt', 'is', null)
      .execute()
  })

export const remove = (app: App, accountId: number, id: number) =>
  change(app, accountId, async (tx) => {
    const found = await tx
      .deleteFrom('notification')
      .where('accountId', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!found.numDeletedRows) throw notFound('Notification')
  })

/** Locks the account's counter first, like `notify`, so that changes of one inbox run one after the other. */
const change = (app: App, accountId: number, act: (tx: Tx) => Promise<void>) =>
  app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('notificationCounter').where('accountId', '=', accountId).select('last').forUpdate().execute()
    await act(tx)
    await announce(tx, { to: accountId, about: 'notification' })
    return { unread: await countUnread(tx, accountId) }
  })
