import type { FastifyReply } from 'fastify'
import { handleLimits } from '#contract/limits.ts'
import type { Tokens } from '#contract/accounts.ts'
import { ApiError, invalid } from '#server/errors.ts'
import type { Caller } from '#server/http/serve.ts'
import { throttleNetwork } from '#server/http/throttle.ts'
import type { App } from '#server/services.ts'
import { confirmEmail } from './confirm-email.ts'
import { enter } from './enter.ts'
import type { GoogleAccount } from './google-provider.ts'
import { makeTicket, readTicket } from './google-ticket.ts'
import { HANDLE_RESERVED, isReserved } from './handle.ts'
import { alreadyLinked, findByIdentity, insertIdentity } from './identities.ts'
import { rememberDevice } from './known-device.ts'
import { askForSecondStep, stepIsOff } from './login-second-step.ts'
import { makeAccount } from './make-account.ts'
import { findByEmail, hasSecondStep } from './queries.ts'
import { REGISTER_BY_ADDRESS } from './register.ts'
import { startSession } from './sessions.ts'

/** Signs in the owner of a linked Google account. Everybody else gets a ticket, with which they go on. */
export async function enterByGoogle(
  app: App,
  google: GoogleAccount,
  { referralCode, caller, reply }: { referralCode: string | undefined; caller: Caller; reply: FastifyReply },
): Promise<Tokens> {
  const account = await findByIdentity(app.db, google)
  if (!account) throw await nextStep(app, google, referralCode)
  if (await hasSecondStep(app.db, account.id)) throw askForSecondStep(app, account)
  const tokens = await enter(app, account, caller, reply, stepIsOff(app, account))
  if (!tokens) throw new ApiError(409, 'google_again', 'Your account has just changed. Sign in with Google again.')
  return tokens
}

/** Anybody could have registered with the address, so an account that has it is linked only after its own sign-in. */
async function nextStep(app: App, google: GoogleAccount, referralCode: string | undefined) {
  const { email } = google
  const ticket = makeTicket(app, google, referralCode)
  return (await findByEmail(app.db, email))
    ? new ApiError(409, 'google_link', 'An account here has this address. Sign in to link Google.', {
        details: { ticket, email },
      })
    : new ApiError(409, 'google_new', 'Choose a name for your new account.', {
        details: { ticket, email, name: handleOf(google) },
      })
}

/** A handle to begin with; its owner may change it before the account is made. */
function handleOf({ name, email }: GoogleAccount) {
  const asHandle = (text: string) =>
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .trim()
      .replaceAll(/\s+/g, '_')
      .replaceAll(/[^A-Za-z0-9_.-]/g, '')
      .slice(0, handleLimits.max[0])
  const wishes = [asHandle(name), asHandle(email.split('@')[0] ?? '')]
  return wishes.find((wish) => wish.length >= handleLimits.min[0] && !isReserved(wish)) ?? ''
}

type Wish = { ticket: string; displayName: string; updates?: boolean | undefined }

/** Makes the account of a person whom Google has confirmed. They have no password, and their address is confirmed. */
export async function registerByGoogle(app: App, wish: Wish, caller: Caller, reply: FastifyReply): Promise<Tokens> {
  const { displayName: handle, updates } = wish
  const { referralCode, ...identity } = readTicket(app, wish.ticket)
  const { email } = identity
  await throttleNetwork(app, REGISTER_BY_ADDRESS, caller.address)
  if (isReserved(handle)) throw invalid({ displayName: HANDLE_RESERVED })
  if (await findByIdentity(app.db, identity)) throw alreadyLinked()
  const made = await makeAccount(app, { email, handle, passwordHash: null, referralCode, updates }, async (tx, id) => {
    if (!(await insertIdentity(app, tx, id, identity))) throw alreadyLinked()
    await confirmEmail(app, tx, { id, email, handle })
    return { id, tokens: await startSession(app, tx, id, caller) }
  })
  rememberDevice(app, reply, made.id)
  return made.tokens
}
