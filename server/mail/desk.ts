import { sql } from 'kysely'
import { record } from '#server/audit/audit.ts'
import type { Db } from '#server/db/connect.ts'
import { listPages, REACH } from '#server/db/list-pages.ts'
import { containing } from '#server/db/like.ts'
import { rareNumbersOf } from '#server/db/rare-number.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { dueIfLost, handOut, hasFailed } from './due.ts'
import { BLANK } from './smtp.ts'

const shown = ['id', 'kind', 'recipient', 'subject', 'createdAt', 'sentAt', 'failure', 'dueAt'] as const

const rareNumber = rareNumbersOf('mail', ['recipient', 'subject'])

/** One page of the mails whose recipient or subject contains the words, newest first. */
export async function findMails(db: Db, { q, ...page }: { q: string; page: number; limit: number }) {
  const isSearch = q !== ''
  const rare = await rareNumber(db, q)
  const shape = { isSearch, hasRare: rare !== null }
  return pageOfMails(db, { given: { like: containing(q), rare }, shape, isSearch, ...page })
}

type Given = { like: string; rare: string | null }
type Shape = { isSearch: boolean; hasRare: boolean }

const pageOfMails = listPages((db, given: Given, shape: Shape) => ({
  found: db
    .selectFrom('mail')
    .$if(shape.isSearch, (all) => all.where('id', 'in', idsWith(given, shape)))
    .select('id')
    .orderBy('id', 'desc'),
  rowOf: (id) => db.selectFrom('mail').where('id', '=', id).select(shown),
}))

/**
 * The newest mails with these words. Each way has its index: both in one condition would read all mails. A rare number is
 * looked up first; 'offset 0' keeps the other words away from the index.
 */
function idsWith({ like, rare }: Given, { hasRare }: Shape) {
  const most = sql.lit(REACH + 1)
  const way = (column: 'recipient' | 'subject') => {
    const text = sql.ref(column)
    const mails = hasRare ? sql`(select id, ${text} from mail where ${text} ilike ${rare} offset 0) mails` : sql`mail`
    return sql`(select id from ${mails} where ${text} ilike ${like} order by id desc limit ${most})`
  }
  return sql<number>`(${way('recipient')} union ${way('subject')})`
}

export async function getMail(db: Db, id: number) {
  const row = await db
    .selectFrom('mail')
    .where('id', '=', id)
    .select([...shown, 'text', (mail) => mail('html', 'is not', null).as('hasHtml')])
    .executeTakeFirst()
  if (!row) throw notFound('Mail')
  return row
}

/** The HTML of a mail without the addresses of its links: a press on somebody else's link does nothing. */
export async function lookOf(db: Db, id: number) {
  const row = await db.selectFrom('mail').where('id', '=', id).select(['html', 'createdAt']).executeTakeFirst()
  if (!row?.html) return null
  return { html: row.html.replace(/ href="[^"]*"/g, ''), createdAt: row.createdAt }
}

/** Sends a failed mail again. If two admins press at once, one of them is refused, so the mail goes once. */
export async function retryMail(app: App, id: number, adminId: number, reason: string) {
  if (!app.config.smtpUrl) throw conflict('no_mail_server', 'No mail server is set: mails stay here.')
  await app.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('mail')
      .where('id', '=', id)
      .select(['failure', 'dueAt', 'text'])
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw notFound('Mail')
    if (!hasFailed(row)) throw conflict('not_failed', 'Only a failed mail can be sent again.')
    if (row.text.includes(`=${BLANK}`))
      throw conflict('link_removed', 'The link in this mail is gone. The person can ask for a new one.')
    const now = app.clock.now()
    await tx
      .updateTable('mail')
      .set({ failure: null, attempts: 0, retriedAt: now, dueAt: dueIfLost(now) })
      .where('id', '=', id)
      .execute()
    await handOut(app.enqueue, tx, id)
    await record(app, tx, adminId, { action: 'retry mail', subject: { kind: 'mail', id }, reason })
  })
}
