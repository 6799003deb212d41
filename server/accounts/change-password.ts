import type { Tx } from '#server/db/connect.ts'
import type { App } from '#server/services.ts'
import { passwordChangedMail } from './mails.ts'
import { useUpLinks } from './one-time-links.ts'
import { endSessions } from './sessions.ts'

type Person = { id: number; email: string; handle: string }

/** A changed password ends the account's sessions, makes its other reset links useless, and sends a mail. */
export async function changePassword(app: App, tx: Tx, { id, email, handle }: Person, passwordHash: string) {
  await tx.updateTable('account').set({ passwordHash }).where('id', '=', id).execute()
  await endSessions(app, tx, id)
  await useUpLinks(app, tx, id, 'reset_password')
  await app.mail.send(tx, passwordChangedMail, email, { handle, at: app.clock.now() })
}
