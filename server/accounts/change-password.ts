import type { Tx } from '#server/db/connect.ts'
import { conflict, invalid } from '#server/errors.ts'
import { resetThrottle, throttle } from '#server/http/throttle.ts'
import type { Viewer } from '#server/http/who.ts'
import type { App } from '#server/services.ts'
import { passwordChangedMail } from './mails.ts'
import { useUpLinks } from './one-time-links.ts'
import { hashPassword, verifyPassword, weaknessOf } from './password.ts'
import { getAccount, holdPassword } from './queries.ts'
import { endSessions } from './sessions.ts'

const BY_ACCOUNT = { name: 'password by account', max: 10, seconds: 900 }

type Person = { id: number; email: string }
/** `keptSession` is the session that asks, where somebody is signed in. */
type NewPassword = { passwordHash: string; keptSession: number | null }

/** A changed password ends the account's other sessions, makes its reset links useless, and sends a mail. */
export async function changePassword(
  app: App,
  tx: Tx,
  { id, email }: Person,
  { passwordHash, keptSession }: NewPassword,
) {
  await tx.updateTable('account').set({ passwordHash }).where('id', '=', id).execute()
  await endSessions(app, tx, id, keptSession)
  await useUpLinks(app, tx, id, 'reset_password')
  await app.mail.send(tx, passwordChangedMail, email, { at: app.clock.now() })
}

/** The session that asks goes on. */
export async function changeOwnPassword(
  app: App,
  { id, sessionId }: Viewer,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
) {
  await throttle(app, BY_ACCOUNT, String(id))
  const account = await getAccount(app.db, id)
  if (account.passwordHash === null)
    throw conflict('no_password', 'This account has no password yet. Choose one by “Forgot password”.')
  if (!(await verifyPassword(account.passwordHash, currentPassword))) throw wrong()
  await resetThrottle(app, BY_ACCOUNT, String(id))
  const weakness = weaknessOf(newPassword, account)
  if (weakness) throw invalid({ newPassword: weakness })
  const passwordHash = await hashPassword(newPassword)
  await app.db.transaction().execute(async (tx) => {
    if (!(await holdPassword(tx, account))) throw wrong() // hashing took time: it may have changed
    await changePassword(app, tx, account, { passwordHash, keptSession: sessionId })
  })
}

const wrong = () => invalid({ currentPassword: 'That is not your current password.' })
