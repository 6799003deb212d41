import { randomUUID } from 'node:crypto'
import { HOUSE, SUPPORT } from '#contract/support.ts'
import { isKept, isThere, lockCounters } from '#server/accounts/index.ts'
import type { Tx } from '#server/db/connect.ts'
import { ApiError, conflict, notFound } from '#server/errors.ts'
import { itemsShown } from '#server/items/index.ts'
import { announce } from '#server/live/live.ts'
import { numberNews } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { blockersOf } from './blocks.ts'
import { lockThread } from './lock-thread.ts'
import { notifyOfMessage, readNotice } from './marks.ts'
import { lowAndHigh, type Pair } from './pair.ts'

type Words = {
  body: string
  /** A message with this key is written once. */
  key?: string | undefined
  itemId?: number | undefined
  /** The admin who writes as the support account. */
  writtenBy?: number | null
}

const DAY = 86_400_000
const NEW_ACCOUNT = 7 * DAY
const NEW_CONVERSATIONS = 5

/**
 * Writes a message of `self` to `partner`, and answers its id. The thread stays locked until the commit: its messages
 * have their ids in the order of commits, and a repeated key is found.
 */
export async function say(app: App, tx: Tx, pair: Pair, { body, key = randomUUID(), itemId, writtenBy = null }: Words) {
  const { self, partner } = pair
  if (self === partner) throw conflict('own_messages', 'You can’t write to yourself.')
  if (partner === HOUSE) throw notFound('User') // nobody would read it
  const threadId = (await lockThread(tx, pair)) ?? (await openThread(app, tx, pair))
  const before = await tx
    .selectFrom('message')
    .where('threadId', '=', threadId)
    .where('senderId', '=', self)
    .where('key', '=', key)
    .select('id')
    .executeTakeFirst()
  if (before) return before.id
  await expectTaker(tx, pair)
  if (itemId !== undefined && (await itemsShown(tx, [itemId])).length === 0) throw notFound('Item')
  const { id } = await tx
    .insertInto('message')
    .values({ threadId, senderId: self, writtenBy, body, itemId: itemId ?? null, key, createdAt: app.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.updateTable('thread').set({ lastMessageId: id }).where('id', '=', threadId).execute()
  const lookingUntil = await markWritten(tx, { threadId, id, ...pair })
  await numberMessage(tx, id, pair)
  await readNotice(app, tx, pair)
  await notifyOfMessage(app, tx, pair, { messageId: id, isShare: !body, lookingUntil })
  return id
}

/** The lock on the counters holds off the deletion of both, and makes the first messages of one person wait in turn. */
async function openThread({ clock }: App, tx: Tx, pair: Pair) {
  const { self, partner } = pair
  await lockCounters(tx, [self, partner])
  if (!(await isThere(tx, partner))) throw notFound('User')
  const now = clock.now()
  const opened = await tx
    .insertInto('thread')
    .values({ ...lowAndHigh(pair), startedBy: self, createdAt: now })
    .onConflict((before) => before.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!opened) return (await lockThread(tx, pair))! // the other has written first, meanwhile
  if (partner !== SUPPORT) await expectFewNew(tx, self, now)
  await tx
    .insertInto('threadMark')
    .values([self, partner].map((accountId) => ({ threadId: opened.id, accountId })))
    .execute()
  return opened.id
}

/** Young accounts begin few conversations a day. Words to the support don't count. */
async function expectFewNew(tx: Tx, self: number, now: Date) {
  const { begun } = await tx
    .selectFrom('thread')
    .innerJoin('account', 'account.id', 'thread.startedBy')
    .where('thread.startedBy', '=', self)
    .where('thread.createdAt', '>', new Date(now.getTime() - DAY))
    .where('account.createdAt', '>', new Date(now.getTime() - NEW_ACCOUNT))
    .where('thread.lowId', '!=', SUPPORT)
    .select((count) => count.fn.countAll<number>().as('begun'))
    .executeTakeFirstOrThrow()
  if (begun > NEW_CONVERSATIONS)
    throw new ApiError(429, 'new_conversations', 'New accounts can begin five conversations a day. Try again tomorrow.')
}

/** Refuses words to somebody who has left, and between people of whom one blocks the other. */
async function expectTaker(tx: Tx, { self, partner }: Pair) {
  if (!(await isThere(tx, partner))) {
    if (!(await isKept(tx, partner))) throw conflict('partner_gone', 'This account is gone. You can’t write to it.')
    throw conflict('partner_hidden', 'This account is hidden at the moment. You can’t write to it.')
  }
  if (!(await isThere(tx, self))) throw conflict('partner_gone', 'Your account is gone.')
  const blockers = await blockersOf(tx, { self, partner })
  if (blockers.includes(self)) throw conflict('blocking', 'You blocked this person. Unblock them to write.')
  if (blockers.length > 0) throw conflict('blocked', 'This person takes no messages from you.')
}

/** The writer has read everything before. Answers until when the partner looks at the conversation. */
async function markWritten(tx: Tx, { threadId, id, self, partner }: Pair & { threadId: number; id: number }) {
  const mark = (accountId: number) =>
    tx.updateTable('threadMark').where('threadId', '=', threadId).where('accountId', '=', accountId)
  await mark(self).set({ readUpTo: id, unreadId: null }).execute()
  const theirs = await mark(partner).set({ unreadId: id }).returning('lookingUntil').executeTakeFirst()
  return theirs?.lookingUntil ?? null
}

/** Makes a message news for both. It comes late: the counters stay locked until the commit. */
export async function numberMessage(tx: Tx, messageId: number, { self, partner }: Pair) {
  const numbers = await numberNews(tx, [self, partner])
  await tx
    .insertInto('messageNumber')
    .values(numbers.map(({ accountId, last: seq }) => ({ messageId, accountId, seq })))
    .onConflict((before) =>
      before.columns(['messageId', 'accountId']).doUpdateSet((row) => ({ seq: row.ref('excluded.seq') })),
    )
    .execute()
  await announce(tx, { to: self, about: 'chat' }, { to: partner, about: 'chat' })
}
