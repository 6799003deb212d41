import type { Tx } from '#server/db/connect.ts'
import { kinds } from '#server/items/index.ts'
import { mailOf } from '#server/mail/mail.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import type { SplitItem } from './lock-item.ts'
import { splitMail } from './mails.ts'
import { wordsOf, type Happened } from './words.ts'

type Person = { accountId: number; handle: string; email: string | null }
/** News of a split for one person. `by` is somebody else than the owner. */
export type News = Happened & { to: Person; by?: Pick<Person, 'accountId' | 'handle'> }

/** Tells people of a step of a split, by notice and by mail. It is called once, at the end of a transaction. */
export async function tell(app: Pick<App, 'clock' | 'mail'>, tx: Tx, item: SplitItem, versionId: number, all: News[]) {
  const told = all.map((news) => {
    const by = news.by ?? { accountId: item.ownerId, handle: item.ownerName }
    return { ...news, by, ...wordsOf(news, { title: item.title, by: by.handle }) }
  })
  await app.mail.sendAll(
    tx,
    told.flatMap(({ what, to: { accountId, handle, email }, by, title, message }) => {
      if (!email || what === 'withdrawn') return [] // a deleted account; an offer that is gone needs no mail
      const dedupeKey = `split ${versionId} ${what} ${by.accountId} ${accountId}`
      return mailOf(splitMail, email, { handle, title, message, isNew: what === 'invited' }, { dedupeKey })
    }),
  )
  await notify(
    app,
    tx,
    ...told.map(({ what, to, by, title, message }) => ({
      accountId: to.accountId,
      topic: 'split' as const,
      relatedType: kinds[item.kind],
      slug: item.slug,
      title,
      message,
      by: what === 'deleted' || what === 'deletedBefore' ? null : by.accountId, // no notice refers to a deleted account
    })),
  )
}
