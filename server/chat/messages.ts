import type { ChatMessage } from '#contract/chat.ts'
import { SUPPORT } from '#contract/support.ts'
import { sharedItems } from '#server/catalogue/index.ts'
import type { Db, Tx } from '#server/db/connect.ts'
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

const AROUND = 5
export type Excerpt = { id: number; senderId: number; text: string; at: string }[]

/**
 * A message with those before and after it, for one of its two people. The thread stays locked until the commit: a deletion of
 * one of the two ends before, or finds what was made of the words.
 */
export async function messageAmongOthers(tx: Tx, id: number, reader: number) {
  await tx
    .selectFrom('thread')
    .where('thread.id', '=', (one) => one.selectFrom('message').where('message.id', '=', id).select('threadId'))
    .select('thread.id')
    .forUpdate()
    .execute()
  const message = await selectMessages(tx)
    .select('message.threadId')
    .where('message.id', '=', id)
    .where('message.removedAt', 'is', null)
    .where((or) => or.or([or('thread.lowId', '=', reader), or('thread.highId', '=', reader)]))
    .executeTakeFirst()
  if (!message) return undefined
  const ofThread = selectMessages(tx).where('message.threadId', '=', message.threadId)
  const [before, after] = await Promise.all([
    ofThread
      .where('message.id', '<=', id)
      .orderBy('message.id', 'desc')
      .limit(AROUND + 1)
      .execute(),
    ofThread.where('message.id', '>', id).orderBy('message.id').limit(AROUND).execute(),
  ])
  const excerpt: Excerpt = [...before.toReversed(), ...after].map((row) => ({
    id: row.id,
    senderId: row.senderId,
    text: row.body,
    at: row.createdAt.toISOString(),
  }))
  return { senderId: message.senderId, excerpt }
}
