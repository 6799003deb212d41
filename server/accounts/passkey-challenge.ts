import { createHash, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '#server/db/connect.ts'
import { conflict } from '#server/errors.ts'
import { readToken, signToken } from '#server/http/tokens.ts'
import type { Taker } from '#server/jobs/due.ts'
import { originOf } from '#server/pages/origin.ts'
import type { App } from '#server/services.ts'

export const CHALLENGE_SECONDS = 300

/** What an answer is good for. `nobody` asks before a sign-in, where no account is known yet. */
export type Act = 'sign in' | 'prove' | 'add'
export const nobody = 0

export type Challenge = { text: string; origin: string; person: string }

/** The name of the shop for passkeys: they work at the host for which they were made. */
export const hostOf = (origin: string) => new URL(origin).hostname

/**
 * Makes a challenge for an account. It is signed and says itself what it is for and where, so nothing is stored for the many
 * that nobody answers.
 */
export function makeChallenge(
  app: App,
  request: FastifyRequest,
  { act, accountId, person = '' }: { act: Act; accountId: number; person?: string },
): Challenge {
  const { origin, hostname } = new URL(originOf(request, app.config.publicUrl))
  if (isIP(hostname.replaceAll(/[[\]]/g, '')))
    throw conflict('no_passkeys_here', 'Passkeys work at an address with a name, not with a number.')
  const nonce = randomBytes(16).toString('base64url')
  const claims = { subject: accountId, act, origin, person, nonce, seconds: CHALLENGE_SECONDS }
  return { text: Buffer.from(signToken(app, 'passkey', claims)).toString('base64url'), origin, person }
}

/** The challenge that an answer belongs to, or null if it is not of this shop, for something else, or too old. */
export function readChallenge(
  app: App,
  clientDataJSON: string,
  { act, accountId }: { act: Act; accountId: number },
): Challenge | null {
  const text = challengeIn(clientDataJSON)
  const claims = text && readToken(app, 'passkey', Buffer.from(text, 'base64url').toString())
  if (!claims || claims.act !== act || claims.subject !== accountId) return null
  return { text, origin: String(claims.origin), person: String(claims.person) }
}

function challengeIn(clientDataJSON: string) {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON)
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

/** Marks the challenge as answered. False if it was before. */
export async function useUpChallenge({ clock }: App, tx: Tx, { text }: Challenge) {
  const used = await tx
    .insertInto('passkeyChallenge')
    .values({
      hash: createHash('sha256').update(text).digest(),
      endsAt: new Date(clock.now().getTime() + CHALLENGE_SECONDS * 1000),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return used !== undefined
}

export const sweepChallenges: Taker = {
  name: 'sweep passkey challenges',
  async takeDue({ db }, now) {
    const { numDeletedRows } = await db.deleteFrom('passkeyChallenge').where('endsAt', '<', now).executeTakeFirst()
    return Number(numDeletedRows)
  },
}
