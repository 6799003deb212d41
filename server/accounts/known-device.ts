import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readToken, signToken } from '#server/http/tokens.ts'
import type { App } from '#server/services.ts'

const YEAR = 365 * 86_400

/** Each account that signs in with a browser has a cookie there, which is sent with calls below `/api/auth` alone. */
const PREFIX = 'slide_device_'
const nameOf = (account: number) => `${PREFIX}${account}`

const cookiesOf = ({ headers }: FastifyRequest) =>
  (headers.cookie ?? '').split(';').map((cookie) => cookie.trim().split('='))

type Account = { id: number; passwordChangedAt: Date | null }

/**
 * The browser's name, if the account has signed in there with its present password, and not before `after`. Each name has
 * tries of its own, so a thief could collect many, and guess with them what the owner has changed since.
 */
export function knownDevice(
  app: App,
  { request }: FastifyReply,
  { id, passwordChangedAt }: Account,
  after: Date | null = null,
) {
  const token = cookiesOf(request).find(([name]) => name === nameOf(id))?.[1]
  const claims = token ? readToken(app, 'known device', token) : null
  if (claims?.subject !== id || typeof claims.device !== 'string') return null
  const isOld = [passwordChangedAt, after].some((at) => at && Number(claims.iat) < Math.floor(at.getTime() / 1000))
  return isOld ? null : claims.device
}

/**
 * The browser's name for any account, without a look into the database. It shows that somebody has signed in there before,
 * and nothing more.
 */
export function deviceOfAnybody(app: App, { request }: FastifyReply) {
  for (const [name = '', token = ''] of cookiesOf(request)) {
    const device = name.startsWith(PREFIX) && readToken(app, 'known device', token)?.device
    if (typeof device === 'string') return device
  }
  return null
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
  const scope = `Path=/api/auth; Max-Age=${YEAR}; HttpOnly; SameSite=Strict${secure}`
  reply.header('set-cookie', `${nameOf(account)}=${token}; ${scope}`)
}
