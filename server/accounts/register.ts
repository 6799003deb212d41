import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Registration, Tokens } from '#contract/accounts.ts'
import { conflict, invalid, type Fields } from '#server/errors.ts'
import type { Caller } from '#server/http/serve.ts'
import { throttleNetwork } from '#server/http/throttle.ts'
import type { App } from '#server/services.ts'
import { sendConfirmation } from './confirm-email.ts'
import { HANDLE_RESERVED, HANDLE_TAKEN, handleKey, isReserved } from './handle.ts'
import { inLane } from './hashing-lane.ts'
import { rememberDevice } from './known-device.ts'
import { isHandleKeptForOther } from './old-handles.ts'
import { isAddressKeptForOther } from './one-time-links.ts'
import { hashPassword, weaknessOf } from './password.ts'
import { findReferrer, insertAccount, whatIsTaken } from './queries.ts'
import { startSession } from './sessions.ts'

const BY_ADDRESS = { name: 'register by address', max: 20, seconds: 3600 }

export const register = (app: App, input: Registration, caller: Caller, reply: FastifyReply): Promise<Tokens> =>
  inLane(app, caller.address, () => registerIn(app, input, caller, reply))

async function registerIn(app: App, input: Registration, caller: Caller, reply: FastifyReply) {
  await throttleNetwork(app, BY_ADDRESS, caller.address)
  refuseWeak(input)
  const passwordHash = await hashPassword(input.password)
  const making = app.db.transaction().execute(async (tx) => {
    const { email, displayName: handle } = input
    const id = await insertAccount(tx, {
      email,
      handle,
      handleKey: handleKey(handle),
      passwordHash,
      referralCode: randomBytes(6).toString('base64url'),
      referredBy: input.referralCode ? await findReferrer(tx, input.referralCode) : null,
      termsAcceptedAt: app.clock.now(),
      wantsUpdates: input.updates ?? false,
      createdAt: app.clock.now(),
    })
    if (!id) return null
    const now = app.clock.now()
    if (await isHandleKeptForOther(tx, handleKey(handle), id, now)) throw new KeptForOther()
    if (await isAddressKeptForOther(tx, email, id, now)) throw new KeptForOther()
    await sendConfirmation(app, tx, { id, email, handle })
    return { id, tokens: await startSession(app, tx, id, caller) }
  })
  const made = await making.catch((error: unknown) => {
    if (error instanceof KeptForOther) return null
    throw error
  })
  if (!made) throw await takenError(app, input)
  rememberDevice(app, reply, made.id)
  return made.tokens
}

/** Takes back the account that was about to get another person's former name or address. */
class KeptForOther extends Error {}

function refuseWeak({ email, password, displayName }: Registration) {
  const fields: Fields = {}
  if (isReserved(displayName)) fields.displayName = HANDLE_RESERVED
  const weakness = weaknessOf(password, { email, handle: displayName })
  if (weakness) fields.password = weakness
  if (Object.keys(fields).length) throw invalid(fields)
}

async function takenError({ db, clock }: App, { email, displayName }: Registration) {
  const taken = await whatIsTaken(db, email, handleKey(displayName), clock.now())
  const fields: Fields = {}
  if (taken.email) fields.email = 'There is an account with this email already. Sign in instead.'
  if (taken.handle) fields.displayName = HANDLE_TAKEN
  return conflict('already_taken', Object.values(fields)[0] ?? 'That account exists already.', fields)
}
