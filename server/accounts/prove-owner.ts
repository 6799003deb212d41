import type { PasskeyAnswer } from '#contract/passkey-answers.ts'
import { conflict, invalid } from '#server/errors.ts'
import type { Caller } from '#server/http/serve.ts'
import { resetThrottle, throttle } from '#server/http/throttle.ts'
import type { Viewer } from '#server/http/who.ts'
import type { App } from '#server/services.ts'
import { readTicket } from './google-ticket.ts'
import { inLane } from './hashing-lane.ts'
import { findByIdentity } from './identities.ts'
import { verifyPassword } from './password.ts'
import { getAccount, hasSecondStep, type AccountRow } from './queries.ts'
import { takeCode } from './take-code.ts'
import { takePasskey } from './take-passkey.ts'

/** A thief of one session must not keep the owner from ending it in another. Nobody gets a session without the password. */
const PASSWORDS = { name: 'password by session', max: 10, seconds: 900 }
const CODES = { name: 'code by account', max: 10, seconds: 900 }

const PASSKEYS = { name: 'passkey by session', max: 20, seconds: 900 }

export type Proof = {
  password?: string | undefined
  google?: string | undefined
  code?: string | undefined
  passkey?: PasskeyAnswer | undefined
}
type Asking = {
  /** The field of the form that asks for the password. */
  field?: string
  /** What else the form may have wrong. It is checked before a code is used up. */
  check?: (account: AccountRow) => void
}

export const wrongPassword = (field: string) => invalid({ [field]: 'That is not your current password.' })

/** Asks a signed-in person for the password again, before something that a thief of the session must not do. */
async function provePassword(app: App, { id, sessionId }: Viewer, password: string | undefined, field: string) {
  const account = await getAccount(app.db, id)
  if (account.passwordHash === null)
    throw conflict('no_password', 'This account has no password yet. Choose one by “Forgot password”.')
  if (!password) throw invalid({ [field]: 'Password is required.' })
  await throttle(app, PASSWORDS, String(sessionId))
  if (!(await verifyPassword(account.passwordHash, password))) throw wrongPassword(field)
  await resetThrottle(app, PASSWORDS, String(sessionId))
  return account
}

async function provePasskey(app: App, { id, sessionId }: Viewer, passkey: PasskeyAnswer) {
  await throttle(app, PASSKEYS, String(sessionId))
  const isRight = await app.db
    .transaction()
    .execute((tx) => takePasskey(app, tx, passkey, { accountId: id, act: 'prove' }))
  if (!isRight) throw invalid({ passkey: 'This passkey was not accepted. Try again.' })
}

/** Asks for the password, a passkey or Google, without a code. */
export async function proveFirstStep(app: App, viewer: Viewer, { password, google, passkey }: Proof) {
  if (passkey) await provePasskey(app, viewer, passkey)
  else if (google) await proveByGoogle(app, viewer, google)
  else await provePassword(app, viewer, password, 'password')
  return getAccount(app.db, viewer.id)
}

/** The same for people who have a password; others prove nothing. */
export async function proveIfPassword(app: App, viewer: Viewer, proof: Proof) {
  const { passwordHash } = await getAccount(app.db, viewer.id)
  if (passwordHash !== null) await proveFirstStep(app, viewer, proof)
}

/**
 * Asks for a passkey, or for the password and, if two-step sign-in is on, for a code. People without a password may show
 * that they have just signed in at Google.
 */
export async function proveOwner(
  app: App,
  viewer: Viewer,
  { password, google, code, passkey }: Proof,
  { field = 'password', check }: Asking = {},
) {
  if (passkey) {
    const account = await getAccount(app.db, viewer.id)
    check?.(account)
    await provePasskey(app, viewer, passkey)
    return account
  }
  const account = google ? await proveByGoogle(app, viewer, google) : await provePassword(app, viewer, password, field)
  check?.(account)
  if (await hasSecondStep(app.db, viewer.id)) await proveCode(app, viewer, code)
  return account
}

async function proveByGoogle(app: App, { id }: Viewer, ticket: string) {
  const account = await getAccount(app.db, id)
  if (account.passwordHash !== null) throw invalid({ password: 'Password is required.' })
  const owner = await findByIdentity(app.db, readTicket(app, ticket))
  if (owner?.id !== id) throw conflict('other_google_account', 'You sign in here with another Google account.')
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
