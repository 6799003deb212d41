import { notFound } from '#server/errors.ts'
import type { Viewer } from '#server/http/who.ts'
import type { App } from '#server/services.ts'
import { numberMessage } from './say.ts'
import { selfOf } from './pair.ts'

/** Empties a message for both. It stays as a line that says so. */
export const removeMessage = ({ db, clock }: App, viewer: Viewer, id: number) =>
  db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('message')
      .innerJoin('thread', 'thread.id', 'message.threadId')
      .where('message.id', '=', id)
      .select(['message.senderId', 'thread.lowId', 'thread.highId'])
      .forUpdate('thread')
      .executeTakeFirst()
    if (!found || (found.senderId !== viewer.id && !viewer.isAdmin)) throw notFound('Message')
    const self = selfOf(viewer, found.senderId)
    const { numUpdatedRows } = await tx
      .updateTable('message')
      .set({ body: '', itemId: null, removedAt: clock.now() })
      .where('id', '=', id)
      .where('removedAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows) await numberMessage(tx, id, { self, partner: found.lowId + found.highId - self })
  })
