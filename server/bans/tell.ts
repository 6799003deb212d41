import { BAN_CATEGORIES, type BanCategory } from '#contract/ban-values.ts'
import type { Tx } from '#server/db/connect.ts'
import { announce } from '#server/live/live.ts'
import type { Template } from '#server/mail/letter.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { bannedMail, liftedMail, upheldMail, type BanFacts } from './mails.ts'

type News = { title: string; message: string }

/** Tells a person by mail, by a notice and in all open browsers. */
async function tell<Facts>(
  app: App,
  tx: Tx,
  accountId: number,
  { news, mail, facts }: { news: News; mail: Template<Facts & { handle: string }>; facts: Facts },
) {
  const { email, handle } = await tx
    .selectFrom('account')
    .where('id', '=', accountId)
    .select(['email', 'handle'])
    .executeTakeFirstOrThrow()
  await announce(tx, { to: accountId, about: 'account' })
  await app.mail.send(tx, mail, email, { ...facts, handle })
  await notify(app, tx, { accountId, topic: 'system', relatedType: 'SYSTEM', ...news })
}

export const tellOfBan = (app: App, tx: Tx, id: number, facts: BanFacts & { category: BanCategory }) =>
  tell(app, tx, id, {
    news: { title: 'Your account is banned', message: `${BAN_CATEGORIES[facts.category]}. You can appeal once.` },
    mail: bannedMail,
    facts,
  })

/** Without words: the ban has ended by itself. */
export const tellOfLift = (app: App, tx: Tx, id: number, words: string | null) =>
  tell(app, tx, id, {
    news: { title: 'Your account is open again', message: 'Everything that was hidden is back.' },
    mail: liftedMail,
    facts: { words },
  })

export const tellOfUpheld = (app: App, tx: Tx, id: number, words: string) =>
  tell(app, tx, id, {
    news: { title: 'Your appeal was answered', message: 'The ban stays.' },
    mail: upheldMail,
    facts: { words },
  })
