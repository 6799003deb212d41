import type { FastifyBaseLogger } from 'fastify'
import * as oauth from 'oauth4webapi'
import { ApiError, notFound } from '#server/errors.ts'
import type { App } from '#server/services.ts'

type Grant = { code: string; codeVerifier: string; redirectUri: string }
type Log = Pick<FastifyBaseLogger, 'error' | 'info'>

/** A Google account whose address Google has confirmed. */
export type GoogleAccount = { issuer: string; subject: string; email: string; name: string }

const HOUR = 3_600_000
const MINUTE = 60_000
const PATIENCE = 10_000

const off = () => notFound('Sign-in with Google')
const unavailable = () =>
  new ApiError(503, 'google_unavailable', 'Google can’t be reached. Try again, or use your email and password.', {
    retryAfter: 10,
  })
const refused = () => new ApiError(400, 'google_refused', 'Google did not confirm this sign-in. Begin again.')
const unverified = () =>
  new ApiError(400, 'google_email_unverified', 'Google has not confirmed that this address is yours.')

/** Speaks OpenID Connect with Google, or with the issuer that the settings name. */
export function googleProvider({ config: { google: settings }, clock }: Pick<App, 'clock' | 'config'>) {
  const options = {
    [oauth.allowInsecureRequests]: settings?.issuer.startsWith('http:') === true, // the settings allow it on loopback alone
    signal: () => AbortSignal.timeout(PATIENCE),
  }
  const keys: oauth.JWKSCacheInput = {}
  let found: { server: oauth.AuthorizationServer; until: number } | undefined
  let asking: Promise<oauth.AuthorizationServer> | undefined

  /** Google's addresses, asked for once an hour, by all callers together. */
  async function discover(issuer: string, log: Log) {
    if (found && clock.now().getTime() < found.until) return found.server
    asking ??= ask(new URL(issuer), log).finally(() => (asking = undefined))
    return asking
  }

  /** While Google is away, the former addresses are good. They are asked for again after a minute. */
  async function ask(issuer: URL, log: Log) {
    const now = clock.now().getTime()
    try {
      const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
      // with one provider there is nothing to mix up, so the answer need not name its issuer
      found = { server: { ...server, authorization_response_iss_parameter_supported: false }, until: now + HOUR }
    } catch (err) {
      log.error({ err }, 'the addresses for the sign-in with Google can not be read')
      if (!found) throw unavailable()
      found.until = now + MINUTE
    }
    return found.server
  }

  return {
    async start(log: Log) {
      if (!settings) throw off()
      const { authorization_endpoint: endpoint } = await discover(settings.issuer, log)
      if (!endpoint) throw unavailable()
      return { authorizationEndpoint: endpoint, clientId: settings.clientId }
    },

    /** Exchanges a code. The answer is checked: signature, issuer, audience, age, and that the address is confirmed. */
    async identify({ code, codeVerifier, redirectUri }: Grant, ownPage: string, log: Log): Promise<GoogleAccount> {
      if (!settings) throw off()
      if (redirectUri !== ownPage) throw refused()
      const server = await discover(settings.issuer, log)
      const client: oauth.Client = { client_id: settings.clientId }
      try {
        const given = oauth.validateAuthResponse(server, client, new URLSearchParams({ code }), oauth.expectNoState)
        const secret = oauth.ClientSecretPost(settings.clientSecret)
        const answer = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          secret,
          given,
          ownPage,
          codeVerifier,
          options,
        )
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, { requireIdToken: true })
        await oauth.validateApplicationLevelSignature(server, answer, { ...options, [oauth.jwksCache]: keys })
        return accountIn(oauth.getValidatedIdTokenClaims(tokens)!)
      } catch (error) {
        throw error instanceof ApiError ? error : failureOf(error, log)
      }
    },
  }
}

function accountIn({ iss, sub, email, email_verified: isVerified, name }: oauth.IDToken): GoogleAccount {
  if (typeof email !== 'string' || isVerified !== true) throw unverified()
  return { issuer: iss, subject: sub, email, name: typeof name === 'string' ? name : '' }
}

/** A wrong code or a wrong token is the visitor's fault; everything else is Google's or the operator's. */
function failureOf(err: unknown, log: Log) {
  const isRefused =
    err instanceof oauth.ResponseBodyError
      ? err.error === 'invalid_grant'
      : err instanceof oauth.OperationProcessingError && WRONG_TOKEN.has(err.code ?? '')
  if (!isRefused) {
    log.error({ err }, 'Google did not answer as agreed')
    return unavailable()
  }
  log.info({ err }, 'Google refused a sign-in')
  return refused()
}

const WRONG_TOKEN = new Set<string>([
  oauth.INVALID_RESPONSE,
  oauth.JWT_CLAIM_COMPARISON,
  oauth.JWT_TIMESTAMP_CHECK,
  oauth.KEY_SELECTION,
])
