import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tokens } from '#contract/accounts.ts'
import type { PasskeyAnswer } from '#contract/passkey-answers.ts'
import type { Tx } from '#server/db/connect.ts'
import { ApiError } from '#server/errors.ts'
import type { Caller } from '#server/http/serve.ts'
import { throttleNetwork } from '#server/http/throttle.ts'
import type { Viewer } from '#server/http/who.ts'
import type { App } from '#server/services.ts'
import { enter } from './enter.ts'
import { CHALLENGE_SECONDS, hostOf, makeChallenge, nobody } from './passkey-challenge.ts'
import { descriptorsOf } from './passkeys.ts'
import { findAccount } from './queries.ts'
import { takePasskey } from './take-passkey.ts'

const BY_ADDRESS = { name: 'passkey by address', max: 60, seconds: 900 }

const refused = () =>
  new ApiError(401, 'passkey_refused', 'This passkey does not sign in here. Try another, or use your password.')

/** A question to any passkey of this shop: the device knows whose it is. */
export const askForPasskey = async (app: App, request: FastifyRequest) =>
  question(makeChallenge(app, request, { act: 'sign in', accountId: nobody }), [])

/** A question to the passkeys of a signed-in person. */
export const askForProof = async (app: App, { id }: Viewer, request: FastifyRequest) =>
  question(makeChallenge(app, request, { act: 'prove', accountId: id }), await descriptorsOf(app.db, id))

const question = (
  { text, origin }: ReturnType<typeof makeChallenge>,
  allowCredentials: Awaited<ReturnType<typeof descriptorsOf>>,
) => ({
  challenge: text,
  timeout: CHALLENGE_SECONDS * 1000,
  rpId: hostOf(origin),
  allowCredentials,
  userVerification: 'required' as const,
})

/** Signs in. All refusals are the same, so nobody learns which passkeys there are. */
export async function loginPasskey(
  app: App,
  passkey: PasskeyAnswer,
  caller: Caller,
  reply: FastifyReply,
): Promise<Tokens> {
  await throttleNetwork(app, BY_ADDRESS, caller.address)
  const owner = await app.db
    .selectFrom('passkey')
    .where('credential', '=', Buffer.from(passkey.id, 'base64url'))
    .select('accountId')
    .executeTakeFirst()
  const account = owner && (await findAccount(app.db, owner.accountId))
  if (!account) throw refused()
  const check = async (tx: Tx) => {
    if (!(await takePasskey(app, tx, passkey, { accountId: account.id, act: 'sign in' }))) throw refused()
  }
  const tokens = await enter(app, account, caller, reply, check)
  if (!tokens) throw refused()
  return tokens
}
