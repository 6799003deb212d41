import { SUPPORT } from '#contract/support.ts'
import type { Tx } from '#server/db/connect.ts'
import { announce } from '#server/live/live.ts'
import { markGroupRead, notifyNewest } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { blockersOf } from './blocks.ts'
import { lockThread } from './lock-thread.ts'
import { lowAndHigh, type Pair } from './pair.ts'

/** A person that looks at a conversation says so more often. */
const LOOK = 60_000

const groupOf = (partner: number) => `chat ${partner}`

/** Keeps how far `self` has read, and tells both. The notice of the conversation is read with it. */
export const markRead = (app: App, pair: Pair, { upTo, looking }: { upTo: number; looking: boolean }) =>
  app.db.transaction().execute(async (tx) => {
    const { self, partner } = pair
    const threadId = await lockThread(tx, pair)
    if (threadId === undefined) return
    const mine = tx.selectFrom('threadMark').where('threadId', '=', threadId).where('accountId', '=', self)
    const { readUpTo, newest } = await mine
      .innerJoin('thread', 'thread.id', 'threadMark.threadId')
      .select(['readUpTo', 'thread.lastMessageId as newest'])
      .executeTakeFirstOrThrow()
    const seen = Math.max(readUpTo, Math.min(upTo, newest))
    const lookingUntil = looking ? new Date(app.clock.now().getTime() + LOOK) : null
    await tx
      .updateTable('threadMark')
      .set({ lookingUntil, ...(seen > readUpTo && { readUpTo: seen, unreadId: seen < newest ? newest : null }) })
      .where('threadId', '=', threadId)
      .where('accountId', '=', self)
      .execute()
    if (seen === readUpTo) return
    await announce(tx, { to: self, about: 'chat' }, { to: partner, about: 'chat' })
    if (seen === newest) await readNotice(app, tx, pair)
  })

/** The notice of a conversation is read with it, or by an answer. */
export const readNotice = (app: App, tx: Tx, { self, partner }: Pair) => markGroupRead(app, tx, self, groupOf(partner))

/** Tells the partner of a message, unless they are looking at the conversation. Admins see the support's in the desk. */
export async function notifyOfMessage(
  app: App,
  tx: Tx,
  { self, partner }: Pair,
  { messageId, isShare, lookingUntil }: { messageId: number; isShare: boolean; lookingUntil: Date | null },
) {
  if (partner === SUPPORT || (lookingUntil && lookingUntil > app.clock.now())) return
  const { handle } = await tx.selectFrom('account').where('id', '=', self).select('handle').executeTakeFirstOrThrow()
  await notifyNewest(app, tx, groupOf(self), {
    accountId: partner,
    relatedType: 'CHAT',
    topic: 'message',
    chatId: self,
    recipientName: handle,
    profileId: self,
    by: self,
    messageId,
    title: `${handle} wrote to you`,
    message: isShare ? 'They shared something.' : 'This message was deleted.', // shown without words to read
  })
}

/** Passes a sign of typing on to the partner, where a conversation is open. */
export const tellTyping = (app: App, { self, partner }: Pair) =>
  app.db.transaction().execute(async (tx) => {
    const { lowId, highId } = lowAndHigh({ self, partner })
    const open = await tx
      .selectFrom('thread')
      .where('lowId', '=', lowId)
      .where('highId', '=', highId)
      .select('id')
      .executeTakeFirst()
    if (open && (await blockersOf(tx, { self, partner })).length === 0)
      await announce(tx, { to: partner, about: 'typing', from: self })
  })
