import { create } from 'zustand'
import { authorizeBy } from '#web/api/authorization.ts'
import { call, callAsGuest } from '#web/api/call.ts'
import { isRefusal } from '#web/api/failure.ts'
import { makeTurns } from '#web/api/in-turn.ts'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { onAuthChangedElsewhere, readAuth, writeAuth, type Auth } from './auth-record.ts'
import { endOf, userIdOf } from './claims.ts'

const toasts = onDemand(() => import('#web/ui/toast.ts'))

/** Null on the server and in the first render. Both show a guest's page; CSS shows the right header (data-auth). */
export const useSession = create<{ auth: Auth | null }>(() => ({ auth: null }))

const currentAuth = () => useSession.getState().auth

export const accountNow = () => currentAuth()?.userId

function setAuth(auth: Auth | null) {
  document.documentElement.dataset.auth = auth ? 'in' : 'out'
  useSession.setState({ auth })
}

export function keepAuth(auth: Auth | null) {
  writeAuth(auth)
  setAuth(auth)
}

/** Forms of one account must not stay for another: all that needs an account leaves the page before the stored one comes. */
function follow() {
  const kept = readAuth()
  const isSame = accountNow() === kept?.userId
  setAuth(isSame ? kept : null)
  if (kept && !isSame) setTimeout(() => setAuth(readAuth()))
}

export function startSession() {
  authorizeBy({ token: () => currentAuth()?.token ?? null, renew, fresh, forbidden: () => void lookAtAccount() })
  setAuth(readAuth())
  onAuthChangedElsewhere(follow)
}

/** A refresh token works once, so all tabs of this browser take turns. Later tabs use the tokens of the first. */
const renew = (refused: string) => inTurn(() => renewNow(refused))

/** Renews an expired token before the server refuses it, which saves a call. */
async function fresh() {
  const auth = currentAuth()
  if (!auth) return null
  return auth.tokenEnds <= Date.now() ? renew(auth.token) : auth.token
}

async function renewNow(refused: string): Promise<string | null> {
  const kept = readAuth()
  if (kept?.token !== refused) return taken(kept, refused)
  const answer = await callAsGuest('POST /auth/refresh-token', { body: { refreshToken: kept.refreshToken } }).catch(
    (error: unknown) => ({ error }),
  )
  const now = readAuth()
  // signed out, or in again, meanwhile: here or in another tab
  if (now?.refreshToken !== kept.refreshToken) return taken(now, refused)
  if ('error' in answer) return notRenewed(answer.error, refused)
  const { accessToken, refreshToken } = answer
  keepAuth({ ...kept, token: accessToken, tokenEnds: endOf(accessToken), refreshToken })
  return accessToken
}

/** The stored token in place of the refused one. A call of one account is not sent as another. */
function taken(kept: Auth | null, refused: string) {
  follow()
  return kept && kept.userId === userIdOf(refused) ? kept.token : null
}

async function notRenewed(error: unknown, refused: string) {
  if (!isRefusal(error) || error.status === 429) throw error
  if (error.error === 'already_refreshed') await storageOfOtherTab(refused)
  const kept = readAuth()
  return kept?.token === refused ? sessionEnded() : taken(kept, refused)
}

/** Waits for the token of another tab: storage reaches other processes with a delay. */
async function storageOfOtherTab(refused: string) {
  for (let look = 0; look < 20 && readAuth()?.token === refused; look++)
    await new Promise((done) => setTimeout(done, 150))
}

/** The server ended the session: it expired, or was ended from elsewhere. */
function sessionEnded() {
  toasts.use(({ toast }) =>
    toast('Your session has ended. Sign in to go on.', { id: 'session ended', duration: 10_000 }),
  )
  keepAuth(null)
  return null
}

const inTurnHere = makeTurns()

/** Locks work across tabs, but exist only on https and localhost. */
const inTurn = <T>(act: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('slide.auth', act) : inTurnHere(act)

/** Changes what all tabs show of the account. */
export function changeAuth(part: Partial<Auth>) {
  const auth = currentAuth()
  const now = auth && { ...auth, ...part }
  if (JSON.stringify(now) !== JSON.stringify(auth)) keepAuth(now)
}

/** An answer may come after another account has signed in. */
const changeOf = (account: number | undefined, part: Partial<Auth>) => {
  if (account === accountNow()) changeAuth(part)
}

export const keepAvatar = (account: number | undefined, avatarUrl: string | null) => changeOf(account, { avatarUrl })
export const keepName = (account: number, displayName: string) => changeOf(account, { displayName })
/** Shows or hides the banner of an account that is about to be deleted. */
export const keepLeaving = (account: number | undefined, leavesAt: string | null) => changeOf(account, { leavesAt })

type Account = { deletionDueAt: string | null; bannedAt: string | null; roles: readonly string[] }

/** Keeps a change of the account: its role, a ban, its deletion. */
export const keepAccount = ({ deletionDueAt, bannedAt, roles }: Account) =>
  changeAuth({ leavesAt: deletionDueAt, bannedAt, role: roles.at(-1) ?? 'ROLE_USER' })

/** The server has refused a call: a role may have ended, or a ban begun. */
export async function lookAtAccount() {
  const account = currentAuth()?.userId
  try {
    const me = await call('GET /me')
    if (me.id === account) keepAccount(me)
  } catch {
    // the next refusal looks again
  }
}

/** Ends the session here at once and tells the server. If that fails, the server's session expires by itself. */
export function signOut() {
  const auth = currentAuth()
  keepAuth(null)
  if (auth) callAsGuest('POST /auth/logout', { body: { refreshToken: auth.refreshToken } }).catch(() => {})
}
