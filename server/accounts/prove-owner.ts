import { conflict, invalid } from '#server/errors.ts'
import { resetThrottle, throttle } from '#server/http/throttle.ts'
import type { Viewer } from '#server/http/who.ts'
import type { App } from '#server/services.ts'
import { verifyPassword } from './password.ts'
import { getAccount } from './queries.ts'

const BY_ACCOUNT = { name: 'password by account', max: 10, seconds: 900 }

/** The password in the field of the form that asks for it. */
type Proof = { password: string } | { currentPassword: string }

export const wrongPassword = (field: string) => invalid({ [field]: 'That is not your current password.' })

/** Asks a signed-in person for the password again, before something that a thief of the session must not do. */
export async function proveOwner(app: App, { id }: Viewer, proof: Proof) {
  await throttle(app, BY_ACCOUNT, String(id))
  const account = await getAccount(app.db, id)
  if (account.passwordHash === null)
    throw conflict('no_password', 'This account has no password yet. Choose one by “Forgot password”.')
  const [field, password] =
    'password' in proof ? ['password', proof.password] : ['currentPassword', proof.currentPassword]
  if (!(await verifyPassword(account.passwordHash, password))) throw wrongPassword(field)
  await resetThrottle(app, BY_ACCOUNT, String(id))
  return account
}
