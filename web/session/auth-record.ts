import { fieldsOf, idFrom, readStored, textFrom, writeStored } from '#web/stored.ts'

/** The signed-in account, as this browser keeps it. */
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
}

const KEY = 'auth'

/** Where a browser keeps nothing: the session lasts as long as this page. */
let unsaved: Auth | null = null

export function readAuth(): Auth | null {
  return unsaved ?? authFrom(readStored(KEY))
}

/** Null without what a session needs; what is only shown may be missing. */
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
  }
}

export function writeAuth(auth: Auth | null) {
  unsaved = writeStored(KEY, auth) ? null : auth
}

/** Another tab has signed in or out. */
export const onAuthChangedElsewhere = (act: () => void) =>
  addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) act()
  })
