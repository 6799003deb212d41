import type { NewPasskey, PasskeyAnswer } from '#contract/passkey-answers.ts'
import type { ReplyOf } from '#contract/caller.ts'
import { call, callAsGuest } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/failure.ts'
import { onDemand } from '#web/on-demand/on-demand.ts'

const code = onDemand(() => import('@simplewebauthn/browser'))

/** What the visitor can read when a device gave no passkey. */
class NoPasskey extends Error {}

/** Devices know passkeys at addresses with a name alone, and browsers only where nobody can read along. */
const hasPasskeys = () => 'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(location.hostname)

const NOT_HERE = 'This browser has no passkeys at this address.'

/** Runs a dialog of the browser. It says little about why it ended: mostly its visitor has closed it. */
async function onDevice<T>(act: () => Promise<T>, otherwise: string): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const isThere = error instanceof Error && error.name === 'InvalidStateError'
    throw new NoPasskey(isThere ? 'This device has a passkey for your account already.' : otherwise)
  }
}

async function answerTo(question: ReplyOf<'POST /me/passkeys/prove'>): Promise<PasskeyAnswer> {
  const { startAuthentication } = await code.load()
  const { id, type, response } = await onDevice(
    () => startAuthentication({ optionsJSON: question }),
    'No passkey was used. Try again, or use your password.',
  )
  return { id, type, response }
}

/** Lets the visitor choose a passkey to sign in with. */
export async function choosePasskey() {
  if (!hasPasskeys()) throw new NoPasskey(NOT_HERE)
  return answerTo(await callAsGuest('POST /auth/login/passkey/begin'))
}

/** Asks a signed-in person for a passkey in place of the password. */
export async function proveByPasskey() {
  if (!hasPasskeys()) throw new NoPasskey(NOT_HERE)
  return answerTo(await call('POST /me/passkeys/prove'))
}

/** What proves the owner of an account, for calls that ask again. */
export type Proof = { password?: string; google?: string; code?: string; passkey?: PasskeyAnswer }

/** Has a passkey made by a device of the visitor's choice. */
export async function makePasskey(proof: Proof) {
  if (!hasPasskeys()) throw new NoPasskey(NOT_HERE)
  const making = await call('POST /me/passkeys/begin', { body: proof })
  const { startRegistration } = await code.load()
  const { id, type, response } = await onDevice(
    () => startRegistration({ optionsJSON: making }),
    'No passkey was made. Try again.',
  )
  const { clientDataJSON, attestationObject, transports = [] } = response
  const passkey: NewPasskey = { id, type, response: { clientDataJSON, attestationObject, transports } }
  return call('POST /me/passkeys', { body: { passkey } })
}

/** The sentence for a toast. */
export const passkeyFailure = (error: unknown) =>
  error instanceof NoPasskey ? error.message : sentenceOf(error, 'That did not work. Try again.')
