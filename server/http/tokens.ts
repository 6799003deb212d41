import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { App } from '#server/services.ts'

/** The purposes of tokens. A token for one purpose is refused for every other, even if its claims fit. */
type Purpose = 'access' | 'google' | 'known device' | 'passkey' | 'second step' | 'slot'

type Signing = Pick<App, 'authSecret' | 'clock'>
type Claims = Record<string, string | number>

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** All tokens begin with this. No other header is taken, so nobody chooses how a token is checked. */
const HEADER = encode({ alg: 'HS256' })

/** Making a key of the bytes of a secret takes longer than signing. */
const keys = new WeakMap<Uint8Array, KeyObject>()

function signatureOf({ authSecret }: Signing, text: string) {
  const key = keys.get(authSecret) ?? createSecretKey(authSecret)
  keys.set(authSecret, key)
  return createHmac('sha256', key).update(text).digest()
}

/** Signs claims for one purpose, as a JWT. `subject` is the account. */
export function signToken(app: Signing, purpose: Purpose, { subject, seconds, ...claims }: NewClaims) {
  const iat = Math.floor(app.clock.now().getTime() / 1000)
  const text = `${HEADER}.${encode({ ...claims, aud: purpose, sub: String(subject), iat, exp: iat + seconds })}`
  return `${text}.${signatureOf(app, text).toString('base64url')}`
}
type NewClaims = Claims & { subject: number; seconds: number }

/** The claims of a valid token for this purpose, or null. */
export function readToken(
  app: Signing,
  purpose: Purpose,
  token: string,
): (Record<string, unknown> & { subject: number }) | null {
  const [header, payload = '', signature = '', ...more] = token.split('.')
  if (header !== HEADER || more.length) return null
  const [given, right] = [Buffer.from(signature, 'base64url'), signatureOf(app, `${header}.${payload}`)]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  // this server has signed it, so it can be read
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  const isGood = claims.aud === purpose && Number(claims.exp) > Math.floor(app.clock.now().getTime() / 1000)
  return isGood ? { ...claims, subject: Number(claims.sub) } : null
}
