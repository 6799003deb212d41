import { jwtVerify, SignJWT } from 'jose'
import type { App } from '#server/services.ts'

/** The purposes of tokens. A token for one purpose is refused for every other, even if its claims fit. */
type Purpose = 'access' | 'known device'

type Signing = Pick<App, 'authSecret' | 'clock'>
type Claims = Record<string, string | number>

/** Signs claims for one purpose. `subject` is the account. */
export function signToken(
  { authSecret, clock }: Signing,
  purpose: Purpose,
  { subject, seconds, ...claims }: Claims & { subject: number; seconds: number },
) {
  const now = Math.floor(clock.now().getTime() / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(purpose)
    .setSubject(String(subject))
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(authSecret)
}

/** The claims of a valid token for this purpose, or null. */
export async function readToken(
  { authSecret, clock }: Signing,
  purpose: Purpose,
  token: string,
): Promise<(Record<string, unknown> & { subject: number }) | null> {
  try {
    const options = { algorithms: ['HS256'], audience: purpose, currentDate: clock.now() }
    const { payload } = await jwtVerify(token, authSecret, options)
    return { ...payload, subject: Number(payload.sub) }
  } catch {
    return null
  }
}
