import { randomUUID } from 'node:crypto'
import { sql, type Insertable } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Mail as MailTable } from '#server/db/types.ts'
import type { Enqueue } from '#server/jobs/enqueue.ts'
import { Trouble } from '#server/trouble.ts'
import { dueIfLost, handOut, removedAt } from './due.ts'
import type { Letter, Template, Topic } from './letter.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'
import { unsubscribeLabel, unsubscribeToken } from './unsubscribe.ts'

type Options = {
  /** Two mails with one key are one mail: the second is not written. */
  dedupeKey?: string
  /** Nothing of the mail stays in the shop once it was delivered or given up. */
  isBrief?: boolean
}
export type MailPort = {
  /** Writes a mail with the caller's transaction or not at all. A topic that the person switched off writes none. */
  send: <Facts>(tx: Tx, template: Template<Facts>, to: string, facts: Facts, options?: Options) => Promise<void>
  /** Writes several mails in the same way, with one statement. */
  sendAll: (tx: Tx, mails: readonly Mail[]) => Promise<void>
}

type Mail = Options & { kind: string; topic?: Topic | undefined; to: string; letter: Letter }

export const mailOf = <Facts>(
  { kind, topic, compose }: Template<Facts>,
  to: string,
  facts: Facts,
  options: Options = {},
): Mail => ({ kind, topic, to, letter: compose(facts), ...options })

type Parts = {
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>
  enqueue: Enqueue
  clock: Clock
  /** Signs the links that unsubscribe. */
  secret: Uint8Array
  /** The site's address. It never comes from a request, because a forged Host header would lead people elsewhere. */
  origin: () => string
}

export class BadMessage extends Error {
  override readonly name = 'BadMessage'
}

// Only one plain address is allowed: a comma or a bracket could make it several addresses or another one.
const ADDRESS = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/

/** A mail is a row, written in the transaction that causes it. Without SMTP it stays a row that the operator can read. */
export function createMail({ config, enqueue, clock, secret, origin }: Parts): MailPort {
  const domain = domainOf(config.mailFrom)

  async function wayOutOf(tx: Tx, topic: Topic, to: string) {
    const subscriber = await findSubscriber(tx, topic, to)
    if (!subscriber) return null
    const url = `${origin()}/unsubscribe?token=${unsubscribeToken(secret, subscriber.id, topic)}`
    return { url, label: unsubscribeLabel(topic) }
  }

  /** One row, or none. */
  async function rowsOf(
    tx: Tx,
    { kind, topic, to, letter, dedupeKey, isBrief }: Mail,
  ): Promise<Insertable<MailTable>[]> {
    refuseBad(to, letter)
    const unsubscribe = topic ? await wayOutOf(tx, topic, to) : null
    if (topic && !unsubscribe) return []
    const now = clock.now()
    const addressed = { ...letter, origin: origin(), unsubscribe }
    const row = {
      kind,
      recipient: to,
      subject: letter.subject,
      text: renderText(addressed),
      html: renderHtml(addressed),
      secret: letter.secret ?? null,
      unsubscribeUrl: unsubscribe?.url ?? null,
      dedupeKey: dedupeKey ?? null,
      messageId: `<${randomUUID()}@${domain}>`,
      createdAt: now,
      dueAt: config.smtpUrl ? dueIfLost(now) : null,
      removeAt: removedAt(now, isBrief),
    }
    return [row]
  }

  async function sendAll(tx: Tx, mails: readonly Mail[]) {
    const rows: Insertable<MailTable>[] = []
    for (const mail of mails) rows.push(...(await rowsOf(tx, mail)))
    if (rows.length === 0) return
    const written = await tx
      .insertInto('mail')
      .values(rows)
      .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
      .returning('id')
      .execute()
    if (config.smtpUrl) for (const { id } of written) await handOut(enqueue, tx, id)
  }

  return {
    send: (tx, template, to, facts, options) => sendAll(tx, [mailOf(template, to, facts, options)]),
    sendAll,
  }
}

/** Removes mails that were sent with these keys, also those that wait for their delivery. */
export const removeMails = (tx: Tx, dedupeKeys: string[]) =>
  tx
    .deleteFrom('mail')
    .where(sql<boolean>`dedupe_key = any(${dedupeKeys}::text[])`)
    .execute()

/** Mails that can be switched off go to confirmed addresses alone. News about Slide goes to people who asked for it. */
const findSubscriber = (tx: Tx, topic: Topic, email: string) =>
  tx
    .selectFrom('account')
    .where('emailKey', '=', email.toLowerCase())
    .where('emailVerifiedAt', 'is not', null)
    .where('deletedAt', 'is', null)
    .$if(topic === 'updates', (subscribers) => subscribers.where('wantsUpdates', '=', true))
    .select('id')
    .executeTakeFirst()

function refuseBad(to: string, { subject }: Letter) {
  if (!ADDRESS.test(to)) throw new BadMessage(`${JSON.stringify(to)} is not one mail address`)
  if (/[\r\n]/.test(subject)) throw new BadMessage('A subject has one line')
}

function domainOf(from: string) {
  const address = /^[^\r\n<>]*<([^<>]+)>$/.exec(from)?.[1] ?? from
  if (!ADDRESS.test(address)) throw new Trouble('MAIL_FROM must be an address, or a name and an address in <…>.')
  return address.slice(address.indexOf('@') + 1)
}
