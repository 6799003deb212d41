import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { readToken, signToken } from '#server/http/tokens.ts'
import type { App } from '#server/services.ts'

const YEAR = 365 * 86_400

/** Each account that signs in with a browser has a cookie there, which is sent with sign-ins alone. */
const nameOf = (account: number) => `slide_device_${account}`

/** The browser's name, if the account has signed in there before. */
export function knownDevice(app: App, { request }: FastifyReply, account: number) {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim().split('='))
  const token = cookies.find(([name]) => name === nameOf(account))?.[1]
  const claims = token ? readToken(app, 'known device', token) : null
  return claims?.subject === account && typeof claims.device === 'string' ? claims.device : null
}

/**
 * Lets the browser be known at the next sign-in. It holds no session: it only separates the owner's wrong passwords from
 * those of strangers.
 */
export function rememberDevice(
  app: App,
  reply: FastifyReply,
  account: number,
  device = randomBytes(12).toString('base64url'),
) {
  const token = signToken(app, 'known device', { subject: account, device, seconds: YEAR })
  const secure = app.config.publicUrl?.startsWith('https:') ? '; Secure' : ''
  const scope = `Path=/api/auth/login; Max-Age=${YEAR}; HttpOnly; SameSite=Strict${secure}`
  reply.header('set-cookie', `${nameOf(account)}=${token}; ${scope}`)
}
