import type { Tx } from '#server/db/connect.ts'
import { invalid } from '#server/errors.ts'
import type { Viewer } from '#server/http/who.ts'
import type { App } from '#server/services.ts'
import { passwordChangedMail } from './safety-mails.ts'
import { useUpLinks } from './one-time-links.ts'
import { hashPassword, weaknessOf } from './password.ts'
import { proveOwner, wrongPassword, type Proof } from './prove-owner.ts'
import { holdPassword, type AccountRow } from './queries.ts'
import { endSessions } from './sessions.ts'

type Person = { id: number; email: string }
/** `keptSession` is the session that asks, where somebody is signed in. */
type NewPassword = { passwordHash: string; keptSession: number | null }

/**
 * A changed password ends the account's other sessions, makes its reset links useless, ends a change of the address that
 * waits for its confirmation, and sends a mail.
 */
export async function changePassword(
  app: App,
  tx: Tx,
  { id, email }: Person,
  { passwordHash, keptSession }: NewPassword,
) {
  const now = app.clock.now()
  await tx.updateTable('account').set({ passwordHash, passwordChangedAt: now }).where('id', '=', id).execute()
  await endSessions(app, tx, id, keptSession)
  await useUpLinks(app, tx, id, 'reset_password')
  await useUpLinks(app, tx, id, 'change_email')
  await app.mail.send(tx, passwordChangedMail, email, { at: now })
}

/** The session that asks goes on. */
export async function changeOwnPassword(
  app: App,
  viewer: Viewer,
  {
    currentPassword,
    newPassword,
    ...proof
  }: Omit<Proof, 'password'> & {
    currentPassword?: string | undefined
    newPassword: string
  },
) {
  const check = (account: AccountRow) => {
    const weakness = weaknessOf(newPassword, account)
    if (weakness) throw invalid({ newPassword: weakness })
  }
  const account = await proveOwner(
    app,
    viewer,
    { ...proof, password: currentPassword },
    { field: 'currentPassword', check },
  )
  const passwordHash = await hashPassword(newPassword)
  await app.db.transaction().execute(async (tx) => {
    if (!(await holdPassword(tx, account))) throw wrongPassword('currentPassword') // hashing took time: it may have changed
    await changePassword(app, tx, account, { passwordHash, keptSession: viewer.sessionId })
  })
}
