import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import type { App } from '#server/services.ts'
import { releasedMail } from './safety-mails.ts'
import { lockAccount } from './queries.ts'
import { endSessions } from './sessions.ts'

/**
 * Takes all second steps off an account from the command line, for an owner who has lost the device. Whoever is in ends,
 * and the password, a linked Google account or a link to the owner's address opens the account again.
 */
export async function releaseAccount(parts: Pick<App, 'clock' | 'mail'>, tx: Tx, id: number) {
  await lockAccount(tx, id)
  const step = await tx.deleteFrom('secondStep').where('accountId', '=', id).returning('confirmedAt').executeTakeFirst()
  const passkeys = await tx.deleteFrom('passkey').where('accountId', '=', id).returning('id').execute()
  await endSessions(parts, tx, id, null)
  const { email } = await tx.selectFrom('account').where('id', '=', id).select('email').executeTakeFirstOrThrow()
  await parts.mail.send(tx, releasedMail, email, { at: parts.clock.now() })
  await record(parts, tx, null, { action: 'release account', subject: { kind: 'account', id } })
  return { hadStep: Boolean(step?.confirmedAt), passkeys: passkeys.length }
}
