import { beforeEach, expect, test, vi } from 'vitest'
import { call } from '#web/api/call.ts'
import { signIn, signOut, startSession, useSession } from './session.ts'

/** A server with one session: a refresh token works once, and an access token until it is called expired. */
let issued: number
let over: boolean
function tokens() {
  over = false
  issued++
  return Response.json({
    accessToken: `x.${btoa('{"sub":"3","iat":1000,"exp":1900}')}.${issued}`,
    refreshToken: `r${issued}`,
  })
}
async function answer(path: string, { headers, body }: { headers: Record<string, string>; body?: string }) {
  if (path === '/api/auth/login') return tokens()
  if (path === '/api/auth/refresh-token' && body === JSON.stringify({ refreshToken: `r${issued}` })) return tokens()
  const isKnown = !over && headers.authorization?.endsWith(`.${issued}`)
  return isKnown ? Response.json({ id: 3, roles: [] }) : Response.json({ error: 'unauthorized' }, { status: 401 })
}

beforeEach(() => {
  issued = 0
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', answer)
})

test.each(['open', 'closed'])(
  'a session is renewed again and again until sign-out where storage is %s',
  async (storage) => {
    const kept = new Map<string, string>()
    const act = <T>(what: T) => {
      if (storage === 'closed') throw new DOMException('The operation is insecure.')
      return what
    }
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => act(kept.get(key) ?? null),
      setItem: (key: string, value: string) => act(kept.set(key, value)),
      removeItem: (key: string) => act(kept.delete(key)),
    })
    startSession()
    await signIn({ email: 'a@slide.test', password: 'p' })
    for (const nth of [2, 3, 4]) {
      over = true
      expect(await call('GET /me')).toMatchObject({ id: 3 })
      expect(useSession.getState().auth?.refreshToken).toBe(`r${nth}`)
    }
    signOut()
    expect(useSession.getState().auth).toBeNull()
    await expect(call('GET /me')).rejects.toMatchObject({ status: 401 })
    startSession()
    expect(useSession.getState().auth).toBeNull()
  },
)
