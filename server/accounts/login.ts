import type { FastifyReply } from 'fastify'
import type { Tokens } from '#contract/accounts.ts'
import { ApiError } from '#server/errors.ts'
import type { Caller } from '#server/http/serve.ts'
import { resetThrottle, throttle, throttleNetwork } from '#server/http/throttle.ts'
import type { App } from '#server/services.ts'
import { enter } from './enter.ts'
import { inLane } from './hashing-lane.ts'
import { deviceOfAnybody, knownDevice } from './known-device.ts'
import { askForSecondStep, stepIsOff } from './login-second-step.ts'
import { verifyPassword } from './password.ts'
import { findByEmail, hasSecondStep } from './queries.ts'

const BY_ADDRESS = { name: 'login by address', max: 60, seconds: 900 }
const BY_BOTH = { name: 'login by address and account', max: 10, seconds: 900 }
/** Counts all strange browsers together. The owner's own browsers have counts of their own, so nobody locks them out. */
const BY_ACCOUNT = { name: 'login by account', max: 200, seconds: 900 }
const BY_DEVICE = { name: 'login by device', max: 10, seconds: 900 }

type Credentials = { email: string; password: string }

/** An unknown address and a wrong password get the same answer in the same time. */
export const login = (app: App, input: Credentials, caller: Caller, reply: FastifyReply): Promise<Tokens> =>
  inLane(app, caller.address, () => loginIn(app, input, caller, reply), deviceOfAnybody(app, reply))

async function loginIn(app: App, input: Credentials, caller: Caller, reply: FastifyReply) {
  const account = await findByEmail(app.db, input.email)
  const device = account ? knownDevice(app, reply, account) : null
  const who = input.email.toLowerCase()
  if (device) await throttle(app, BY_DEVICE, device)
  else await throttleStranger(app, who, caller)
  const matches = await verifyPassword(account?.passwordHash, input.password)
  if (!account || !matches) throw wrong()
  if (device) await resetThrottle(app, BY_DEVICE, device)
  else await resetThrottle(app, BY_BOTH, `${caller.address} ${who}`)
  if (await hasSecondStep(app.db, account.id)) throw askForSecondStep(app, account)
  const tokens = await enter(app, account, caller, reply, stepIsOff(app, account))
  if (!tokens) throw wrong()
  return tokens
}

async function throttleStranger(app: App, who: string, { address }: Caller) {
  await throttleNetwork(app, BY_ADDRESS, address)
  await throttleNetwork(app, BY_BOTH, address, who)
  await throttle(app, BY_ACCOUNT, who)
}

const wrong = () => new ApiError(401, 'wrong_credentials', 'Wrong email or password.')
