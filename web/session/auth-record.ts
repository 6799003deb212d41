import { fieldsOf, idFrom, readStored, textFrom, writeStored } from '#web/stored.ts'

/** The signed-in account, as the browser stores it. */
export type Auth = {
  token: string
  /** The token is good until then, by the clock of this device. */
  tokenEnds: number
  refreshToken: string
  role: string
  displayName: string
  userId: number
  avatarUrl: string | null
  oauthUser: boolean
  /** When the account is deleted, if its owner asked for that. */
  leavesAt: string | null
  /** Since when the account is banned. */
  bannedAt: string | null
}

const KEY = 'auth'

/** The session of a browser that stores nothing. It lasts as long as this page. */
let unsaved: Auth | null = null

export function readAuth(): Auth | null {
  return unsaved ?? authFrom(readStored(KEY))
}

/** Null if a field that a session needs is missing. Fields for display may be missing. */
function authFrom(value: unknown): Auth | null {
  const given = fieldsOf(value)
  const token = textFrom(given.token)
  const refreshToken = textFrom(given.refreshToken)
  const userId = idFrom(given.userId)
  if (!token || !refreshToken || !userId) return null
  return {
    token,
    tokenEnds: typeof given.tokenEnds === 'number' ? given.tokenEnds : Infinity,
    refreshToken,
    userId,
    role: textFrom(given.role) ?? 'ROLE_USER',
    displayName: textFrom(given.displayName) ?? '',
    avatarUrl: textFrom(given.avatarUrl),
    oauthUser: given.oauthUser === true,
    leavesAt: textFrom(given.leavesAt),
    bannedAt: textFrom(given.bannedAt),
  }
}

export function writeAuth(auth: Auth | null) {
  unsaved = writeStored(KEY, auth) ? null : auth
}

/** Called when another tab has signed in or out. */
export const onAuthChangedElsewhere = (act: () => void) =>
  addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) act()
  })
