import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { PasskeyAnswer } from '#contract/passkey-answers.ts'
import type { Tx } from '#server/db/connect.ts'
import type { App } from '#server/services.ts'
import { hostOf, nobody, readChallenge, useUpChallenge, type Act, type Challenge } from './passkey-challenge.ts'

type Asked = { accountId: number; act: Exclude<Act, 'add'> }

/**
 * Whether a passkey of the account has answered a challenge of this shop. Each challenge is taken once. The row is locked,
 * so that its counter is compared by one answer after the other.
 */
export async function takePasskey(app: App, tx: Tx, answer: PasskeyAnswer, { accountId, act }: Asked) {
  const asked = { act, accountId: act === 'sign in' ? nobody : accountId }
  const challenge = readChallenge(app, answer.response.clientDataJSON, asked)
  if (!challenge) return false
  const row = await tx
    .selectFrom('passkey')
    .where('credential', '=', Buffer.from(answer.id, 'base64url'))
    .where('accountId', '=', accountId)
    .select(['id', 'publicKey', 'counter', 'person'])
    .forUpdate()
    .executeTakeFirst()
  const { userHandle } = answer.response
  if (!row || (userHandle && !Buffer.from(userHandle, 'base64url').equals(row.person))) return false
  const counter = await counterAfter(answer, challenge, row)
  if (counter === null || !(await useUpChallenge(app, tx, challenge))) return false
  await tx.updateTable('passkey').set({ counter, lastUsedAt: app.clock.now() }).where('id', '=', row.id).execute()
  return true
}

type Row = { publicKey: Buffer; counter: number }

/** Null if the answer is wrong. The device must have checked its person: a passkey stands for password and code. */
async function counterAfter({ id, type, response }: PasskeyAnswer, { text, origin }: Challenge, row: Row) {
  const { clientDataJSON, authenticatorData, signature } = response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: text,
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      requireUserVerification: true,
      credential: { id, publicKey: Uint8Array.from(row.publicKey), counter: row.counter },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null // the library throws for each fault that it finds, also for a counter that went back
  }
}
