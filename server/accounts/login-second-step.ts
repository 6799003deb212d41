import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Tokens } from '#contract/accounts.ts'
import type { Tx } from '#server/db/connect.ts'
import { ApiError } from '#server/errors.ts'
import type { Caller } from '#server/http/serve.ts'
import { resetThrottle, throttle, throttleNetwork, type Limit } from '#server/http/throttle.ts'
import { readToken, signToken } from '#server/http/tokens.ts'
import type { App } from '#server/services.ts'
import { enter } from './enter.ts'
import { knownDevice } from './known-device.ts'
import { wrongCode } from './prove-owner.ts'
import { findAccount, hasSecondStep, secondStepSince } from './queries.ts'
import { takeCode } from './take-code.ts'

/** Time to find the phone and read the code. */
const SECONDS = 300
const BY_ADDRESS = { name: 'second step by address', max: 30, seconds: 900 }
/** Strangers know the password when they come here, so they get fewer tries. The owner's browsers have their own count. */
const BY_STRANGERS = { name: 'second step by account', max: 5, seconds: 900 }
const BY_DEVICE = { name: 'second step by device', max: 10, seconds: 900 }

type Account = { id: number; passwordHash: string | null; passwordChangedAt: Date | null }

/** The answer to a right password or Google account. Its token is worth nothing after a change of the password. */
export const askForSecondStep = (app: App, account: Account) =>
  new ApiError(401, 'second_step_needed', 'Enter the code from your authenticator app.', {
    details: { token: signToken(app, 'second step', { subject: account.id, key: keyOf(account), seconds: SECONDS }) },
  })

/** Asks for the code after all, if the step was switched on during the sign-in. For `enter`. */
export const stepIsOff = (app: App, account: Account) => async (tx: Tx) => {
  if (await hasSecondStep(tx, account.id)) throw askForSecondStep(app, account)
}

const keyOf = ({ passwordHash }: Account) =>
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url')
    .slice(0, 22)

const tooLate = () => new ApiError(401, 'sign_in_again', 'The time for the code is over. Sign in again.')

export async function loginSecondStep(
  app: App,
  { token, code }: { token: string; code: string },
  caller: Caller,
  reply: FastifyReply,
): Promise<Tokens> {
  const claims = readToken(app, 'second step', token)
  const account = claims ? await findAccount(app.db, claims.subject) : undefined
  if (!account || claims?.key !== keyOf(account)) throw tooLate()
  const count = await countTry(app, account, caller, reply)
  if (!(await takeCode(app, account.id, code))) throw wrongCode()
  await resetThrottle(app, ...count)
  const tokens = await enter(app, account, caller, reply)
  if (!tokens) throw tooLate()
  return tokens
}

/** The count of this try, to be removed after a right code. */
async function countTry(
  app: App,
  account: Account,
  { address }: Caller,
  reply: FastifyReply,
): Promise<[Limit, string]> {
  const device = knownDevice(app, reply, account, await secondStepSince(app.db, account.id))
  const count: [Limit, string] = device ? [BY_DEVICE, device] : [BY_STRANGERS, String(account.id)]
  if (!device) await throttleNetwork(app, BY_ADDRESS, address)
  await throttle(app, ...count)
  return count
}
