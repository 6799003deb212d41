import { beforeEach, expect, test, vi } from 'vitest'
import { call } from '#web/api/call.ts'
import { signIn } from './begin-session.ts'
import { keepLeaving, signOut, startSession, useSession } from './session.ts'

/** A server with one session: a refresh token works once, and an access token until it is called expired. */
let issued: number
let over: boolean
/** Runs before the server answers a refresh. */
let beforeRefresh: () => Promise<void> | void
function tokens(account = 3) {
  over = false
  issued++
  return Response.json({
    accessToken: `x.${btoa(`{"sub":"${account}","iat":1000,"exp":1900}`)}.${issued}`,
    refreshToken: `r${issued}`,
  })
}
async function answer(path: string, { headers, body }: { headers: Record<string, string>; body?: string }) {
  if (path === '/api/auth/login') return tokens(body?.includes('other@') ? 4 : 3)
  if (path === '/api/auth/refresh-token') await beforeRefresh()
  if (path === '/api/auth/refresh-token' && body === JSON.stringify({ refreshToken: `r${issued}` })) return tokens()
  const isKnown = !over && headers.authorization?.endsWith(`.${issued}`)
  const id = useSession.getState().auth?.userId
  return isKnown ? Response.json({ id, roles: [] }) : Response.json({ error: 'unauthorized' }, { status: 401 })
}

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
}
const person = { email: 'a@slide.test', password: 'p' }
const other = { email: 'other@slide.test', password: 'p' }

beforeEach(() => {
  issued = 0
  beforeRefresh = () => {}
  kept.clear()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', answer)
})

test.each(['open', 'closed'])(
  'a session is renewed again and again until sign-out where storage is %s',
  async (state) => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.')
    }
    if (state === 'closed') vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    startSession()
    await signIn(person)
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

test('a refresh that fails after a sign-out ends no other session, and says nothing', async () => {
  const toast = vi.spyOn(await import('#web/ui/toast.ts'), 'toast')
  startSession()
  await signIn(person)
  over = true
  beforeRefresh = async () => {
    signOut()
    await signIn(other)
  }
  await expect(call('GET /me')).rejects.toMatchObject({ status: 401 }) // not sent as the other account
  expect(useSession.getState().auth?.userId).toBe(4)
  expect(toast).not.toHaveBeenCalled()
})

test('a call that is refused after another account has signed in is not sent as that one', async () => {
  startSession()
  await signIn(person)
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof answer>) => {
    vi.stubGlobal('fetch', answer)
    signOut()
    await signIn(other)
    return answer(...asked)
  })
  await expect(call('GET /me')).rejects.toMatchObject({ status: 401 })
  expect(useSession.getState().auth?.userId).toBe(4)
})

/** Signs in here, and then as the other account. Returns how to store what each of them has stored. */
async function signInBoth() {
  await signIn(person)
  const first = new Map(kept)
  await signIn(other)
  const second = new Map(kept)
  const store = (entries: Map<string, string>) => entries.forEach((value, key) => kept.set(key, value))
  return { storeFirst: () => store(first), storeSecond: () => store(second) }
}

test('a call that waits for the token of another tab is not sent as the account that signs in there', async () => {
  const toast = vi.spyOn(await import('#web/ui/toast.ts'), 'toast')
  const { storeFirst, storeSecond } = await signInBoth()
  storeFirst()
  startSession()
  const sent: (string | undefined)[] = []
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    if (path === '/api/auth/refresh-token') setTimeout(storeSecond, 50)
    else sent.push(headers.authorization)
    return Response.json({ error: 'already_refreshed' }, { status: 401 })
  })
  const seen: (number | undefined)[] = []
  const stop = useSession.subscribe(({ auth }) => seen.push(auth?.userId))
  await expect(call('GET /me')).rejects.toMatchObject({ status: 401 })
  expect(sent).toEqual([expect.stringMatching(/^Bearer /), undefined])
  await vi.waitFor(() => expect(seen).toEqual([undefined, 4]))
  expect(toast).not.toHaveBeenCalled()
  stop()
})

test('an answer for one account changes nothing of the next one', async () => {
  startSession()
  await signIn(person)
  keepLeaving(3, '2027-01-01T00:00:00Z')
  expect(useSession.getState().auth?.leavesAt).toBe('2027-01-01T00:00:00Z')
  await signIn(other)
  keepLeaving(3, '2027-01-01T00:00:00Z')
  expect(useSession.getState().auth?.leavesAt).toBeFalsy()
})

test('parts of the page that need an account leave before another tab’s account comes', async () => {
  const heard: ((event: { key: string | null }) => void)[] = []
  vi.stubGlobal('addEventListener', (_: string, hear: (event: { key: string | null }) => void) => heard.push(hear))
  const { storeFirst, storeSecond } = await signInBoth()
  storeFirst()
  startSession()
  const seen: (number | undefined)[] = []
  const stop = useSession.subscribe(({ auth }) => seen.push(auth?.userId))
  storeSecond()
  heard.at(-1)!({ key: 'auth' })
  await vi.waitFor(() => expect(seen).toEqual([undefined, 4]))
  stop()
})
