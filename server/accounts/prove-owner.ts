import { conflict, invalid } from '#server/errors.ts'
import type { Caller } from '#server/http/serve.ts'
import { resetThrottle, throttle } from '#server/http/throttle.ts'
import type { Viewer } from '#server/http/who.ts'
import type { App } from '#server/services.ts'
import { inLane } from './hashing-lane.ts'
import { verifyPassword } from './password.ts'
import { getAccount, hasSecondStep, type AccountRow } from './queries.ts'
import { takeCode } from './take-code.ts'

/** A thief of one session must not keep the owner from ending it in another. Nobody gets a session without the password. */
const PASSWORDS = { name: 'password by session', max: 10, seconds: 900 }
const CODES = { name: 'code by account', max: 10, seconds: 900 }

type Proof = { password: string; code?: string | undefined }
type Asking = {
  /** The field of the form that asks for the password. */
  field?: string
  /** What else the form may have wrong. It is checked before a code is used up. */
  check?: (account: AccountRow) => void
}

export const wrongPassword = (field: string) => invalid({ [field]: 'That is not your current password.' })

/** Asks a signed-in person for the password again, before something that a thief of the session must not do. */
export async function provePassword(app: App, { id, sessionId }: Viewer, password: string, field = 'password') {
  await throttle(app, PASSWORDS, String(sessionId))
  const account = await getAccount(app.db, id)
  if (account.passwordHash === null)
    throw conflict('no_password', 'This account has no password yet. Choose one by “Forgot password”.')
  if (!(await verifyPassword(account.passwordHash, password))) throw wrongPassword(field)
  await resetThrottle(app, PASSWORDS, String(sessionId))
  return account
}

/** The same for people who have a password; others prove nothing. */
export async function proveIfPassword(app: App, viewer: Viewer, password = '') {
  const { passwordHash } = await getAccount(app.db, viewer.id)
  if (passwordHash !== null) await provePassword(app, viewer, password)
}

/** Asks for the password and, if two-step sign-in is on, for a code. */
export async function proveOwner(app: App, viewer: Viewer, { password, code }: Proof, { field, check }: Asking = {}) {
  const account = await provePassword(app, viewer, password, field)
  check?.(account)
  if (await hasSecondStep(app.db, viewer.id)) await proveCode(app, viewer, code)
  return account
}

/** The same for calls of other features. Hashing takes turns by address. */
export const proveOwnerInLane = (app: App, viewer: Viewer, proof: Proof, { address }: Caller) =>
  inLane(app, address, () => proveOwner(app, viewer, proof))

async function proveCode(app: App, { id }: Viewer, code: string | undefined) {
  if (!code) throw invalid({ code: 'Enter the code from your authenticator app.' })
  await throttle(app, CODES, String(id))
  if (!(await takeCode(app, id, code))) throw wrongCode()
  await resetThrottle(app, CODES, String(id))
}

export const wrongCode = () => invalid({ code: 'That code is wrong or was used already.' })
