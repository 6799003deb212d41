import type { ChatMessage } from '#contract/chat.ts'
import { SUPPORT } from '#contract/support.ts'
import { sharedItems } from '#server/catalogue/index.ts'
import type { Db } from '#server/db/connect.ts'
import type { App } from '#server/services.ts'
import { lowAndHigh, type Pair } from './pair.ts'

export const selectMessages = (db: Db) =>
  db
    .selectFrom('message')
    .innerJoin('thread', 'thread.id', 'message.threadId')
    .leftJoin('account as writer', 'writer.id', 'message.writtenBy')
    .select([
      'message.id',
      'message.senderId',
      'message.body',
      'message.itemId',
      'message.key',
      'message.createdAt',
      'message.removedAt',
      'thread.lowId',
      'thread.highId',
      'writer.id as writerId',
      'writer.handle as writerName',
    ])
export type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['execute']>>[number]

type Paging = { before?: number | undefined; limit: number }

/** The newest messages of a pair, or the newest ones before a message. The oldest comes first. */
export async function listHistory(db: Db, pair: Pair, { before, limit }: Paging) {
  const { lowId, highId } = lowAndHigh(pair)
  let query = selectMessages(db)
    .where('message.threadId', '=', (one) =>
      one.selectFrom('thread').where('lowId', '=', lowId).where('highId', '=', highId).select('thread.id'),
    )
    .orderBy('message.id', 'desc')
    .limit(limit)
  if (before !== undefined) query = query.where('message.id', '<', before)
  return (await query.execute()).toReversed()
}

/** As `self` sees them. */
export async function presentMessages(app: App, self: number, rows: MessageRow[]): Promise<ChatMessage[]> {
  const items = await sharedItems(app, [...new Set(rows.flatMap(({ itemId }) => itemId ?? []))])
  return rows.map((row) => ({
    id: row.id,
    senderId: row.senderId,
    receiverId: row.lowId === row.senderId ? row.highId : row.lowId,
    content: row.body,
    timestamp: row.createdAt.toISOString(),
    removed: row.removedAt !== null,
    shared: row.itemId === null ? null : (items.get(row.itemId) ?? { item: null, available: false }),
    key: row.key,
    writtenBy:
      self === SUPPORT && row.writerId !== null && row.writerName !== null
        ? { id: row.writerId, name: row.writerName }
        : null,
  }))
}
