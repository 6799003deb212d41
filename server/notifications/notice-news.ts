import type { App } from '#server/services.ts'
import { presentNotification } from './present.ts'
import { countUnread, unreadIn } from './queries.ts'
import type { NewsPart } from './stream.ts'

/** Notices on the stream. `inbox` makes the listener load the list. */
export const noticeNews = ({ db }: Pick<App, 'db'>): NewsPart => ({
  list: async (account, span) =>
    (await unreadIn(db, account, span)).map((row) => ({
      event: 'notification',
      id: row.seq,
      data: presentNotification(row),
    })),
  states: async ({ account, hasNews, heard }) =>
    hasNews || heard.some(({ about }) => about !== 'chat' && about !== 'account')
      ? [{ event: 'inbox', data: { unread: await countUnread(db, account) } }]
      : [],
})
