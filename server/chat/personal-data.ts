import { sql } from 'kysely'
import type { PersonalData } from '#server/services.ts'

export const chatData: PersonalData = {
  tables: {
    thread: 'kept for the other person, who sees a deleted user',
    message: 'those of the person are emptied for both; the admin’s name in an answer goes with the account',
    messageNumber: 'those of the person are removed',
    threadMark: 'those of the person are removed',
    block: 'removed, on both sides',
    supportNote: 'removed; the admin’s name goes with the account',
  },
  async exportOf(db, { id }) {
    const messages = await db
      .selectFrom('message')
      .innerJoin('thread', 'thread.id', 'message.threadId')
      .where((or) => or.or([or('thread.lowId', '=', id), or('thread.highId', '=', id)]))
      .select(['message.senderId', 'message.body', 'message.itemId', 'message.createdAt'])
      .select(sql<number>`thread.low_id + thread.high_id - ${id}`.as('partnerId'))
      .orderBy('message.id')
      .execute()
    const blocks = await db
      .selectFrom('block')
      .where('accountId', '=', id)
      .select(['blockedId', 'createdAt'])
      .orderBy('createdAt')
      .execute()
    const notes = await db
      .selectFrom('supportNote')
      .where('accountId', '=', id)
      .select(['body', 'createdAt'])
      .orderBy('id')
      .execute()
    return { messages, blocks, notes }
  },
  /** Messages of a thread are written under its lock, so none of the person's comes after this. */
  async forget(tx, { id }, now) {
    const threads = await tx
      .selectFrom('thread')
      .where((or) => or.or([or('lowId', '=', id), or('highId', '=', id)]))
      .select('id')
      .orderBy('id')
      .forUpdate()
      .execute()
    await tx
      .updateTable('message')
      .set({ body: '', itemId: null, removedAt: sql`coalesce(removed_at, ${now})` })
      .where('senderId', '=', id)
      .where('threadId', 'in', threads.length ? threads.map((thread) => thread.id) : [0])
      .execute()
    await tx.deleteFrom('supportNote').where('accountId', '=', id).execute()
    await tx.deleteFrom('messageNumber').where('accountId', '=', id).execute()
    await tx.deleteFrom('threadMark').where('accountId', '=', id).execute()
    await tx
      .deleteFrom('block')
      .where((or) => or.or([or('accountId', '=', id), or('blockedId', '=', id)]))
      .execute()
  },
}
