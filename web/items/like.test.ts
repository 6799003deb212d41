import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSession, useSession } from '#web/session/session.ts'
import { useSignInDialog, closeSignIn } from '#web/session/sign-in-dialog.ts'
import { toast } from '#web/ui/toast.ts'
import { toggleLike } from './like.ts'
import { useLikes } from './likes.ts'
import { showLike } from './show-like.ts'

const item = { id: 7, kind: 'PACK', title: 'Night Shift', likeCount: 10 } as const
const auth = {
  token: 't',
  tokenEnds: Infinity,
  refreshToken: 'r',
  role: 'ROLE_USER',
  displayName: 'Mozer',
  userId: 3,
  avatarUrl: null,
  oauthUser: false,
  leavesAt: null,
  bannedAt: null,
}
const page = Object.assign(new EventTarget(), { documentElement: { dataset: {} } })

/** A server with the likes of one person. Its answers can be held back. */
let mine: Set<number>
let broken: number | null
let asked: string[]
let hold: Promise<void>

async function answer(path: string, { method = 'GET' }: RequestInit = {}) {
  asked.push(`${method} ${path}`)
  await hold
  if (broken) return Response.json({ error: 'broken', message: '' }, { status: broken })
  if (path.startsWith('/api/me/likes')) {
    const ids = new URL(path, 'http://x').searchParams.get('items')!.split(',').map(Number)
    return Response.json({ liked: ids.filter((id) => mine.has(id)) })
  }
  if (method === 'POST') mine.add(item.id)
  if (method === 'DELETE') mine.delete(item.id)
  return Response.json({ liked: mine.has(item.id), likeCount: 20 + mine.size })
}

const told = vi.fn()
page.addEventListener('likes:changed', (event) => told((event as CustomEvent).detail))

beforeEach(() => {
  mine = new Set()
  broken = null
  asked = []
  hold = Promise.resolve()
  vi.stubGlobal('document', page)
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('addEventListener', () => {})
  startSession()
  useSession.setState({ auth })
  for (const kind of ['success', 'error'] as const) vi.spyOn(toast, kind)
})
afterEach(() => {
  useSession.setState({ auth: null })
  useLikes.setState({}, true)
  told.mockReset()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const shown = () => useLikes.getState()[item.id]

test('a like shows at once, then as the server answers, with one request at a time and an event for the page', async () => {
  let go = () => {}
  hold = new Promise((done) => (go = done))
  const first = toggleLike(item)
  expect(shown()).toEqual({ liked: true, likeCount: 11 })
  await toggleLike(item)
  go()
  await first
  expect(asked).toEqual(['GET /api/packs/7/liked', 'POST /api/packs/7/like'])
  expect(shown()).toEqual({ liked: true, likeCount: 21 })
  expect(told).toHaveBeenLastCalledWith({ id: 7, kind: 'PACK', liked: true, likeCount: 21 })
  expect(toast.success).toHaveBeenLastCalledWith('Successfully liked')
  await toggleLike(item)
  expect(shown()).toEqual({ liked: false, likeCount: 20 })
  expect(toast.success).toHaveBeenLastCalledWith('Successfully unliked')
})

test('an item that was liked elsewhere meanwhile is not liked twice', async () => {
  mine.add(item.id)
  await toggleLike(item)
  expect(asked).toEqual(['GET /api/packs/7/liked'])
  expect(shown()).toEqual({ liked: true, likeCount: 21 })
})

test('a failed like is undone with a message', async () => {
  useLikes.setState({ [item.id]: { liked: true } })
  broken = 500
  await toggleLike(item)
  expect(shown()).toEqual({ liked: true, likeCount: 10 })
  expect(told).toHaveBeenLastCalledWith({ id: 7, kind: 'PACK', liked: true, likeCount: 10 })
  expect(toast.error).toHaveBeenLastCalledWith("Couldn't update like. Please try again.")
  await toggleLike(item, "Couldn't update like")
  expect(toast.error).toHaveBeenLastCalledWith("Couldn't update like")
  broken = 401
  await toggleLike(item)
  expect(toast.error).toHaveBeenLastCalledWith('Please sign in to like beats.')
  expect(shown()).toEqual({ liked: false, likeCount: 10 })
})

test('likes of all shown items are asked for in one call, and the next account sees none of them', async () => {
  mine.add(8)
  for (const id of [7, 8, 9, 8]) showLike(id)
  await vi.waitFor(() => expect(useLikes.getState()[9]).toBeDefined())
  expect(asked).toEqual(['GET /api/me/likes?items=7%2C8%2C9'])
  expect(useLikes.getState()).toEqual({ 7: { liked: false }, 8: { liked: true }, 9: { liked: false } })
  useSession.setState({ auth: { ...auth, userId: 4 } })
  expect(useLikes.getState()).toEqual({})
})

test('a press is not undone by an older answer', async () => {
  let go = () => {}
  hold = new Promise((done) => (go = done))
  showLike(item.id)
  showLike(8)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  hold = Promise.resolve()
  await toggleLike(item)
  mine.clear() // the state at the time of the question
  go()
  await vi.waitFor(() => expect(useLikes.getState()[8]).toEqual({ liked: false }))
  expect(shown()).toEqual({ liked: true, likeCount: 21 })
})

test('likes of more than a hundred items are asked for by the hundred', async () => {
  for (let id = 1; id <= 150; id++) showLike(id)
  await vi.waitFor(() => expect(useLikes.getState()[150]).toBeDefined())
  expect(asked).toHaveLength(2)
})

test('a guest’s like is sent after signing in, and dropped when the dialog closes', async () => {
  useSession.setState({ auth: null })
  void toggleLike(item)
  expect(useSignInDialog.getState().open).toBe(true)
  closeSignIn()
  useSession.setState({ auth })
  expect(shown()).toBeUndefined()
  useSession.setState({ auth: null })
  void toggleLike(item)
  useSession.setState({ auth })
  await vi.waitFor(() => expect(shown()).toEqual({ liked: true, likeCount: 21 }))
})

test('an answer that arrives after signing out shows no likes', async () => {
  let go = () => {}
  hold = new Promise((done) => (go = done))
  const liking = toggleLike(item)
  useSession.setState({ auth: null })
  go()
  await liking
  expect(shown()).toBeUndefined()
})
