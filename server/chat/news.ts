import { SUPPORT } from '#contract/support.ts'
import type { NewsPart } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { presentMessages, selectMessages } from './messages.ts'
import { countUnreadThreads } from './threads.ts'

/** Messages on the streams of their writer and their reader. Admins also hear when the support has new ones. */
export const chatNews = (app: App): NewsPart => ({
  async list(account, { from, to, limit }) {
    const rows = await selectMessages(app.db)
      .innerJoin('messageNumber', 'messageNumber.messageId', 'message.id')
      .where('messageNumber.accountId', '=', account)
      .where('messageNumber.seq', '>', from)
      .where('messageNumber.seq', '<=', to)
      .select('messageNumber.seq')
      .orderBy('messageNumber.seq')
      .limit(limit)
      .execute()
    const messages = await presentMessages(app, account, rows)
    return messages.map((data, nth) => ({ event: 'message', id: rows[nth]!.seq, data }))
  },
  async states({ account, viewer, heard, hasNews, isMissed: missed }) {
    const isAbout = (to: number) => heard.some((notice) => notice.to === to && /^(chat|gap)$/.test(notice.about))
    const chat = async () => ({
      event: 'chat' as const,
      data: { unread: await countUnreadThreads(app.db, account), missed },
    })
    const support = async () => ({
      event: 'support' as const,
      data: { unread: await countUnreadThreads(app.db, SUPPORT) },
    })
    return [
      ...(hasNews || isAbout(account) ? [await chat()] : []),
      ...(viewer.isAdmin && account === viewer.id && (isAbout(account) || isAbout(SUPPORT)) ? [await support()] : []),
    ]
  },
  alsoHears: (viewer) => (viewer.isAdmin ? [SUPPORT] : []),
  pass: (notice) =>
    notice.about === 'typing' ? { event: 'typing', data: { userId: notice.to, partnerId: notice.from } } : null,
})
