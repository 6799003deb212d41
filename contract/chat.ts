import { z } from 'zod'
import { Plan } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { searchText } from './filters.ts'
import { Item } from './item.ts'
import { id, limit } from './paging.ts'
import { CHAT_MOST, manyLines, saysSomething } from './text.ts'

export const SharedItem = z
  .object({
    item: Item.nullable().describe('Null when its owner has left'),
    available: z.boolean().describe('It has a page and can be played'),
  })
  .meta({ id: 'SharedItem' })
export type SharedItem = z.infer<typeof SharedItem>

export const ChatMessage = z
  .object({
    id: z.int().describe('Messages of a conversation are in the order of their ids'),
    senderId: z.int(),
    receiverId: z.int(),
    content: z.string(),
    timestamp: z.iso.datetime(),
    removed: z.boolean().describe('By its writer, by an admin after a report, or with the writer’s account'),
    shared: SharedItem.nullable().describe('The beat, pack or kit that came with it'),
    key: z.string().describe('The name that the sender gave it'),
    writtenBy: z
      .object({ id: z.int(), name: z.string() })
      .nullable()
      .describe('The admin who wrote for the support account; only admins see it'),
  })
  .meta({ id: 'ChatMessage' })
export type ChatMessage = z.infer<typeof ChatMessage>

export const ChatThread = z
  .object({
    partnerId: z.int(),
    partnerName: z.string(),
    partnerAvatarUrl: z.string().nullable(),
    partnerPlan: Plan,
    partnerIsGone: z.boolean().describe('The partner has left'),
    partnerIsHidden: z.boolean().describe('The partner is banned: nobody writes to them now'),
    lastContent: z.string().nullable().describe('Null before the first message'),
    lastTimestamp: z.iso.datetime().nullable(),
    lastSenderId: z.int().nullable(),
    lastId: z.int().describe('The newest message; 0 before the first one'),
    unread: z.int().describe('Messages to read, a hundred at most'),
    seenUpTo: z.int().describe('The newest message that the partner has seen'),
    blocked: z.boolean().describe('You take no messages from the partner'),
  })
  .meta({ id: 'ChatThread' })
export type ChatThread = z.infer<typeof ChatThread>

const unread = z.int().describe('How many conversations have messages to read')

export const ChatEvent = z
  .discriminatedUnion('event', [
    z
      .object({ event: z.literal('message'), id: z.int(), data: ChatMessage })
      .describe('A message of yours or to you that is new or has changed'),
    z
      .object({
        event: z.literal('chat'),
        id: z.int(),
        data: z.object({ unread, missed: z.boolean().describe('Messages may be missing: ask for the history anew') }),
      })
      .describe('Your conversations have changed, or were read. Comes first on each stream.'),
    z
      .object({ event: z.literal('typing'), id: z.int(), data: z.object({ userId: z.int(), partnerId: z.int() }) })
      .describe('The partner is typing to the user at this moment'),
    z
      .object({ event: z.literal('support'), id: z.int(), data: z.object({ unread }) })
      .describe('The conversations of the support account have changed; only admins hear it'),
  ])
  .meta({ id: 'ChatEvent' })
export type ChatEvent = z.infer<typeof ChatEvent>

const me = id.describe('Your own account; for admins also the support account')
const partner = z.object({ id })
const ok = z.object({ ok: z.literal(true) })
/** Older than this message. */
const before = id.optional()

const Sending = z
  .object({
    senderId: z.int().describe('Your own account; for admins also the support account'),
    receiverId: z.int(),
    content: z.string().overwrite(manyLines).trim().max(CHAT_MOST, 'Use at most 5,000 characters.').default(''),
    key: z
      .string()
      .regex(/^[\w-]{1,64}$/, 'Use letters, digits, dashes and underscores only.')
      .optional()
      .describe('Your name for the message. Sent again with the same key, it is written once.'),
    itemId: z.int().optional().describe('A beat, pack or kit to share'),
  })
  .refine(({ content, itemId }) => itemId !== undefined || saysSomething(content), {
    path: ['content'],
    message: 'Type a message.',
  })

export const chat = {
  threads: endpoint({
    method: 'GET',
    path: '/chat/threads',
    auth: 'user',
    summary: 'Your conversations, the newest first',
    query: z.object({
      userId: me.optional(),
      q: searchText.default('').describe('Part of the name of a partner'),
      before: before.describe('Conversations whose newest message is older than this one'),
      limit: limit(50),
    }),
    reply: z.array(ChatThread),
  }),
  thread: endpoint({
    method: 'GET',
    path: '/chat/threads/:id',
    auth: 'user',
    summary: 'The conversation with a person, also before its first message',
    params: partner,
    query: z.object({ userId: me.optional() }),
    reply: ChatThread,
  }),
  history: endpoint({
    method: 'GET',
    path: '/chat/history',
    auth: 'user',
    summary: 'The newest messages between you and another, the oldest of them first',
    query: z.object({ user1: id, user2: id, before: before.describe('Messages before this one'), limit: limit(50) }),
    reply: z.array(ChatMessage),
  }),
  send: endpoint({
    method: 'POST',
    path: '/chat/send',
    auth: 'user',
    summary: 'Write to a person',
    body: Sending,
    reply: ChatMessage,
  }),
  shareable: endpoint({
    method: 'GET',
    path: '/chat/shareable',
    auth: 'user',
    summary: 'Beats, packs and kits to share: your own in the store, or those that you like, the newest first',
    query: z.object({ of: z.enum(['own', 'likes']).default('own'), q: searchText.default(''), limit: limit(50) }),
    reply: z.array(Item),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/chat/messages/:id',
    auth: 'user',
    summary: 'Take back a message of your own, for both of you',
    params: partner,
    reply: ok,
  }),
  block: endpoint({
    method: 'PUT',
    path: '/chat/blocks/:id',
    auth: 'user',
    summary: 'Take no more messages from a person; neither can write to the other',
    params: partner,
    reply: ok,
  }),
  unblock: endpoint({
    method: 'DELETE',
    path: '/chat/blocks/:id',
    auth: 'user',
    summary: 'Take messages from a person again',
    params: partner,
    reply: ok,
  }),
  stream: endpoint({
    method: 'GET',
    path: '/chat/stream',
    auth: 'user',
    summary: 'Messages as they come, until the session ends; the stream of notifications carries them too',
    query: z.object({ userId: me.optional() }),
    reply: ChatEvent,
    stream: true,
  }),
  read: endpoint({
    method: 'POST',
    path: '/chat/read',
    auth: 'user',
    summary: 'Tell how far you have read, and whether you are looking at the conversation',
    body: z.object({
      userId: z.int().describe('Your own account; for admins also the support account'),
      partnerId: z.int(),
      upTo: z.int().min(0).describe('The newest message that you have seen'),
      looking: z.boolean().default(false).describe('For the next minute new messages make no notice'),
    }),
    reply: ok,
  }),
  typing: endpoint({
    method: 'POST',
    path: '/chat/typing',
    auth: 'user',
    summary: 'Tell the partner that you are typing at this moment',
    body: z.object({ senderId: z.int(), receiverId: z.int() }),
    reply: ok,
  }),
}
