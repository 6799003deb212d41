import { randomUUID } from 'node:crypto'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Enqueue } from '#server/jobs/enqueue.ts'
import { Trouble } from '#server/trouble.ts'

type Message = { to: string; subject: string; body: string }
export type MailPort = { enqueue: (tx: Tx, message: Message) => Promise<void> }

type Parts = { config: Pick<Config, 'smtpUrl' | 'mailFrom'>; enqueue: Enqueue; clock: Clock }

export class BadMessage extends Error {
  override readonly name = 'BadMessage'
}

// With the worker's growing delays the last attempt comes after smtp.ts has given up, so that every mail ends in a state.
export const MAX_ATTEMPTS = 14

// One plain address: a comma or a bracket would make it several, or other than it looks.
const ADDRESS = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/

/** Mails are rows, written in the transaction that is their reason. Without SMTP they stay rows, for the operator. */
export function createMail({ config, enqueue, clock }: Parts): MailPort {
  const domain = domainOf(config.mailFrom)
  return {
    async enqueue(tx, { to, subject, body }) {
      if (!ADDRESS.test(to)) throw new BadMessage(`${JSON.stringify(to)} is not one mail address`)
      if (/[\r\n]/.test(subject)) throw new BadMessage('A subject has one line')
      const { id } = await tx
        .insertInto('mail')
        .values({ recipient: to, subject, body, messageId: `<${randomUUID()}@${domain}>`, createdAt: clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (config.smtpUrl) await enqueue(tx, 'send-mail', { mailId: id }, { maxAttempts: MAX_ATTEMPTS })
    },
  }
}

function domainOf(from: string) {
  const address = /^[^\r\n<>]*<([^<>]+)>$/.exec(from)?.[1] ?? from
  if (!ADDRESS.test(address)) throw new Trouble('MAIL_FROM must be an address, or a name and an address in <…>.')
  return address.slice(address.indexOf('@') + 1)
}
