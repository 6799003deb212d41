import type { FastifyReply } from 'fastify'
import type { Registration, Tokens } from '#contract/accounts.ts'
import { invalid, type Fields } from '#server/errors.ts'
import type { Caller } from '#server/http/serve.ts'
import { throttleNetwork } from '#server/http/throttle.ts'
import type { App } from '#server/services.ts'
import { sendConfirmation } from './confirm-email.ts'
import { HANDLE_RESERVED, isReserved } from './handle.ts'
import { inLane } from './hashing-lane.ts'
import { rememberDevice } from './known-device.ts'
import { makeAccount } from './make-account.ts'
import { hashPassword, weaknessOf } from './password.ts'
import { startSession } from './sessions.ts'

export const REGISTER_BY_ADDRESS = { name: 'register by address', max: 20, seconds: 3600 }

export const register = (app: App, input: Registration, caller: Caller, reply: FastifyReply): Promise<Tokens> =>
  inLane(app, caller.address, () => registerIn(app, input, caller, reply))

async function registerIn(app: App, input: Registration, caller: Caller, reply: FastifyReply) {
  await throttleNetwork(app, REGISTER_BY_ADDRESS, caller.address)
  refuseWeak(input)
  const passwordHash = await hashPassword(input.password)
  const { email, displayName: handle } = input
  const wish = { email, handle, passwordHash, referralCode: input.referralCode, updates: input.updates }
  const made = await makeAccount(app, wish, async (tx, id) => {
    await sendConfirmation(app, tx, { id, email, handle })
    return { id, tokens: await startSession(app, tx, id, caller) }
  })
  rememberDevice(app, reply, made.id)
  return made.tokens
}

function refuseWeak({ email, password, displayName }: Registration) {
  const fields: Fields = {}
  if (isReserved(displayName)) fields.displayName = HANDLE_RESERVED
  const weakness = weaknessOf(password, { email, handle: displayName })
  if (weakness) fields.password = weakness
  if (Object.keys(fields).length) throw invalid(fields)
}
