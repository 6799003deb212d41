import { ApiError } from '#server/errors.ts'
import { readToken, signToken } from '#server/http/tokens.ts'
import type { App } from '#server/services.ts'
import type { GoogleAccount } from './google-provider.ts'

const SECONDS = 600
/** A ticket names no account of ours: it may be about to be made. */
const NOBODY = 0

/** Proves for ten minutes what Google has said. Only the browser that came from Google gets it. */
export const makeTicket = (app: App, { issuer, subject, email, name }: GoogleAccount, referralCode = '') =>
  signToken(app, 'google', { subject: NOBODY, issuer, account: subject, email, name, referralCode, seconds: SECONDS })

export function readTicket(app: App, ticket: string) {
  const claims = readToken(app, 'google', ticket)
  if (!claims) throw new ApiError(400, 'google_again', 'The time for this is over. Sign in with Google again.')
  const { issuer, account, email, referralCode, iat } = claims
  return {
    issuer: String(issuer),
    subject: String(account),
    email: String(email),
    referralCode: String(referralCode) || undefined,
    madeAt: new Date(Number(iat) * 1000),
  }
}
