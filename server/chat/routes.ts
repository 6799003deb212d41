import type { FastifyRequest } from 'fastify'
import type { chat, ChatEvent } from '#contract/chat.ts'
import type { OpenStream } from '#server/http/events.ts'
import { throttle, throttleNetwork } from '#server/http/throttle.ts'
import type { Handlers } from '#server/http/serve.ts'
import { idOfSlug } from '#server/items/index.ts'
import { sharedItems } from '#server/catalogue/index.ts'
import { originOf } from '#server/pages/origin.ts'
import { streamNews } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { slugIn } from '#server/share/index.ts'
import { block, unblock } from './blocks.ts'
import { listHistory, presentMessages, selectMessages } from './messages.ts'
import { markRead, tellTyping } from './marks.ts'
import { chatNews } from './news.ts'
import { pairOf, selfOf } from './pair.ts'
import { removeMessage } from './remove.ts'
import { say } from './say.ts'
import { listShareable } from './shareable.ts'
import { findThread, listThreads } from './threads.ts'

const SENT = { name: 'chat', max: 30, seconds: 60 }
/** All accounts behind one address share this limit. */
const SENT_BY_ADDRESS = { name: 'chat by address', max: 300, seconds: 600 }

const SIGNS = { name: 'chat signs', max: 120, seconds: 60 }

export const chatRoutes = (app: App, open: OpenStream): Handlers<typeof chat> => ({
  threads: ({ viewer, query: { userId, ...asked } }) => listThreads(app.db, selfOf(viewer, userId), asked),
  thread: ({ viewer, params, query }) => findThread(app.db, { self: selfOf(viewer, query.userId), partner: params.id }),
  async history({ viewer, query: { user1, user2, ...paging } }) {
    const pair = pairOf(viewer, user1, user2)
    return presentMessages(app, pair.self, await listHistory(app.db, pair, paging))
  },
  async send({ viewer, caller, body: { senderId, receiverId: partner, content: body, key, itemId }, reply }) {
    const self = selfOf(viewer, senderId)
    await throttle(app, SENT, String(viewer.id))
    await throttleNetwork(app, SENT_BY_ADDRESS, caller.address)
    const shared = itemId ?? (await itemIn(app, body, reply.request))
    const writtenBy = self === viewer.id ? null : viewer.id
    const id = await app.db
      .transaction()
      .execute((tx) => say(app, tx, { self, partner }, { body, key, itemId: shared, writtenBy }))
    const row = await selectMessages(app.db).where('message.id', '=', id).executeTakeFirstOrThrow()
    return (await presentMessages(app, self, [row]))[0]!
  },
  async shareable({ viewer, query }) {
    const ids = await listShareable(app.db, viewer.id, query)
    const items = await sharedItems(app, ids)
    return ids.flatMap((id) => items.get(id)?.item ?? [])
  },
  async remove({ viewer, params }) {
    await removeMessage(app, viewer, params.id)
    return { ok: true }
  },
  async block({ viewer, params }) {
    await block(app, { self: viewer.id, partner: params.id })
    return { ok: true }
  },
  async unblock({ viewer, params }) {
    await unblock(app, { self: viewer.id, partner: params.id })
    return { ok: true }
  },
  async stream({ viewer, query: { userId }, reply }) {
    const asked = { viewer, account: selfOf(viewer, userId), request: reply.request, parts: [chatNews(app)] }
    return open<ChatEvent>(reply, streamNews(app, asked))
  },
  async read({ viewer, body: { userId, partnerId: partner, ...mark } }) {
    await throttle(app, SIGNS, String(viewer.id))
    await markRead(app, { self: selfOf(viewer, userId), partner }, mark)
    return { ok: true }
  },
  async typing({ viewer, body: { senderId, receiverId: partner } }) {
    await throttle(app, SIGNS, String(viewer.id))
    await tellTyping(app, { self: selfOf(viewer, senderId), partner })
    return { ok: true }
  },
})

const ADDRESS = /https?:\/\/[^\s<>"]+/gi
const MOST_ADDRESSES = 5

/** The first item of this shop among the addresses in a text. */
async function itemIn({ db, config }: App, text: string, request: FastifyRequest) {
  const found = text.match(ADDRESS)?.slice(0, MOST_ADDRESSES) ?? []
  for (const address of found) {
    const slug = slugIn(address.replace(/[.,;:!?)\]]+$/, ''), originOf(request, config.publicUrl))
    const id = slug === null ? undefined : await idOfSlug(db, slug)
    if (id !== undefined) return id
  }
  return undefined
}
