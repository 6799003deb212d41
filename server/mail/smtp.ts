import type { Selectable } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/connect.ts'
import type { Mail } from '#server/db/types.ts'

type Settings = Pick<Config, 'smtpUrl' | 'mailFrom'>
type Parts = { db: Db; clock: Clock; config: Settings }
type Row = Selectable<Mail>

const GIVE_UP_AFTER = 24 * 60 * 60 * 1000
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 }

/** The job `send-mail`. Throws when another attempt may succeed; else the row tells what became of it. */
export async function deliverMail({ db, clock, config }: Parts, mailId: number) {
  const row = await db.selectFrom('mail').selectAll().where('id', '=', mailId).executeTakeFirst()
  if (!row || row.sentAt || row.failure) return
  const failure = await send(config, row).catch((error: unknown) => {
    if (clock.now().getTime() - (row.retriedAt ?? row.createdAt).getTime() < GIVE_UP_AFTER) throw error
    return `Given up after a day: ${wordsOf(error)}`
  })
  // Should this fail after the mail has gone, it goes again; its Message-ID lets mailboxes show it once.
  await db
    .updateTable('mail')
    .set(failure === null ? { sentAt: clock.now() } : { failure })
    .where('id', '=', mailId)
    .execute()
}

/** Null when the server took the mail, its words when it never will; throws when it may later. */
async function send({ smtpUrl, mailFrom }: Settings, row: Row) {
  if (!smtpUrl) throw new Error('SMTP_URL is no longer set')
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true })
  try {
    await transport.sendMail({
      from: mailFrom,
      to: { name: '', address: row.recipient },
      subject: row.subject,
      text: row.body,
      messageId: row.messageId,
      date: row.createdAt,
      headers: { 'Auto-Submitted': 'auto-generated' }, // no holiday replies
    })
    return null
  } catch (error) {
    if (isPermanent(error)) return wordsOf(error)
    throw error
  } finally {
    transport.close()
  }
}

/**
 * A 5xx about this mail: its envelope or its content. The same number while signing in or greeting means that our
 * settings or the server are at fault, which the operator can mend before we give up.
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
