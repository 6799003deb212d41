import type { Tx } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import type { Viewer } from '#server/http/who.ts'
import type { App } from '#server/services.ts'
import { selfOf } from './pair.ts'
import { numberMessage } from './say.ts'

/** Writers take their own messages back. */
export const removeMessage = (app: App, viewer: Viewer, id: number) =>
  app.db.transaction().execute(async (tx) => {
    const found = await tx.selectFrom('message').where('id', '=', id).select('senderId').executeTakeFirst()
    if (!found || (found.senderId !== viewer.id && !viewer.isAdmin)) throw notFound('Message')
    selfOf(viewer, found.senderId)
    await emptyMessage(app, tx, id)
  })

/** Empties a message for both. It stays as a line that says so. False: it was empty already. */
export async function emptyMessage({ clock }: Pick<App, 'clock'>, tx: Tx, id: number) {
  const { lowId, highId } = await tx
    .selectFrom('thread')
    .where('thread.id', '=', (one) => one.selectFrom('message').where('message.id', '=', id).select('threadId'))
    .select(['lowId', 'highId'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { numUpdatedRows } = await tx
    .updateTable('message')
    .set({ body: '', itemId: null, removedAt: clock.now() })
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows) await numberMessage(tx, id, { self: lowId, partner: highId })
  return numUpdatedRows > 0n
}
