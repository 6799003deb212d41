import type { Selectable } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/connect.ts'
import type { Mail } from '#server/db/types.ts'
import { dueAfter, hasFailed } from './due.ts'

type Settings = Pick<Config, 'smtpUrl' | 'mailFrom'>
type Parts = { db: Db; clock: Clock; config: Settings }
type Row = Selectable<Mail>

/** Stands in a mail's texts where its one-time link had its token. */
export const BLANK = '…'
const GIVE_UP_AFTER = 24 * 60 * 60 * 1000
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' } // no holiday replies
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 }

/** The job `send-mail`: one attempt. The row says how it ended, and when the next one is due. */
export async function deliverMail({ db, clock, config }: Parts, mailId: number) {
  const row = await db.selectFrom('mail').selectAll().where('id', '=', mailId).executeTakeFirst()
  if (!row || row.sentAt || hasFailed(row)) return
  const error = await send(config, row).then(() => null, asError)
  // If this update fails, the mail goes out once more; its Message-ID lets mailboxes show it once.
  await db
    .updateTable('mail')
    .set({
      attempts: row.attempts + 1,
      ...(error ? afterFailure(row, error, clock.now()) : afterSending(row, clock.now())),
    })
    .where('id', '=', mailId)
    .execute()
}

const afterSending = (row: Row, now: Date) => ({ sentAt: now, failure: null, dueAt: null, ...withoutSecret(row) })

function afterFailure(row: Row, error: Error, now: Date) {
  if (isPermanent(error)) return { failure: wordsOf(error), dueAt: null }
  if (now.getTime() - (row.retriedAt ?? row.createdAt).getTime() >= GIVE_UP_AFTER)
    return { failure: `Given up after a day: ${wordsOf(error)}`, dueAt: null }
  return { failure: wordsOf(error), dueAt: dueAfter(row.attempts + 1, now) }
}

/** Blanks the one-time link of a delivered mail, so that readers of the outbox can't use it. A failed mail keeps its link, to be sent again. */
const withoutSecret = ({ secret, text, html }: Row) =>
  secret === null
    ? {}
    : { secret: null, text: text.replaceAll(secret, BLANK), html: html?.replaceAll(secret, BLANK) ?? null }

async function send({ smtpUrl, mailFrom }: Settings, row: Row) {
  if (!smtpUrl) throw new Error('SMTP_URL is no longer set')
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true })
  try {
    await transport.sendMail({
      from: mailFrom,
      to: { name: '', address: row.recipient },
      subject: row.subject,
      text: row.text,
      ...(row.html !== null && { html: row.html }),
      messageId: row.messageId,
      date: row.createdAt,
      headers: { ...AUTOMATIC, ...unsubscribing(row) },
    })
  } finally {
    transport.close()
  }
}

/** One-click unsubscription (RFC 8058): the mail program sends a POST to this address, without a page. */
const unsubscribing = ({ unsubscribeUrl }: Row): Record<string, string> =>
  unsubscribeUrl === null
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

/**
 * A 5xx about this mail's envelope or content is final. A 5xx during sign-in or greeting is about our settings or the
 * server: the operator can mend them before we give up.
 */
function isPermanent(error: Error) {
  if (!('code' in error) || !('responseCode' in error)) return false
  const aboutThisMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  return aboutThisMail && typeof error.responseCode === 'number' && error.responseCode >= 500
}

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))
const wordsOf = (error: Error) => ('response' in error ? String(error.response) : error.message)
