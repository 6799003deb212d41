import type { Selectable } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/connect.ts'
import type { Mail } from '#server/db/types.ts'

type Settings = Pick<Config, 'smtpUrl' | 'mailFrom'>
type Parts = { db: Db; clock: Clock; config: Settings }
type Row = Selectable<Mail>

/** Stands in a mail's texts where its one-time link had its token. */
export const BLANK = '…'
const GIVE_UP_AFTER = 24 * 60 * 60 * 1000
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' } // no holiday replies
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 }

/** The job `send-mail`. Throws when another attempt may succeed; else the row says how it ended. */
export async function deliverMail({ db, clock, config }: Parts, mailId: number) {
  const row = await db.selectFrom('mail').selectAll().where('id', '=', mailId).executeTakeFirst()
  if (!row || row.sentAt || row.failure) return
  const failure = await send(config, row).catch((error: unknown) => {
    if (clock.now().getTime() - (row.retriedAt ?? row.createdAt).getTime() < GIVE_UP_AFTER) throw error
    return `Given up after a day: ${wordsOf(error)}`
  })
  // If this update fails, the mail goes out once more; its Message-ID lets mailboxes show it once.
  await db
    .updateTable('mail')
    .set(failure === null ? { sentAt: clock.now(), ...withoutSecret(row) } : { failure })
    .where('id', '=', mailId)
    .execute()
}

/** Once a mail has gone, nobody who reads the outbox can use its link. A failed one stays whole, to be sent again. */
const withoutSecret = ({ secret, text, html }: Row) =>
  secret === null
    ? {}
    : { secret: null, text: text.replaceAll(secret, BLANK), html: html?.replaceAll(secret, BLANK) ?? null }

/** Null when the server took the mail, the server's words when it refused for good; throws when it may take it later. */
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
    return null
  } catch (error) {
    if (isPermanent(error)) return wordsOf(error)
    throw error
  } finally {
    transport.close()
  }
}

/** One press in the mail program unsubscribes, as RFC 8058 has it: a POST to this address, without a page. */
const unsubscribing = ({ unsubscribeUrl }: Row): Record<string, string> =>
  unsubscribeUrl === null
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

/**
 * A 5xx about this mail's envelope or content is final. A 5xx during sign-in or greeting is about our settings or the
 * server: the operator can mend them before we give up.
 */
function isPermanent(error: unknown) {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false
  const aboutThisMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  return aboutThisMail && typeof error.responseCode === 'number' && error.responseCode >= 500
}

const wordsOf = (error: unknown) =>
  error instanceof Error && 'response' in error
    ? String(error.response)
    : error instanceof Error
      ? error.message
      : String(error)
