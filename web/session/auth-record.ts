/** What this browser knows of who is signed in. */
export type Auth = {
  token: string
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
  if (unsaved) return unsaved
  try {
    const record = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Auth> | null
    return record?.token && record.refreshToken && record.userId ? (record as Auth) : null
  } catch {
    return null // storage is closed to us, or holds something else
  }
}

export function writeAuth(auth: Auth | null) {
  try {
    if (auth) localStorage.setItem(KEY, JSON.stringify(auth))
    else localStorage.removeItem(KEY)
    unsaved = null
  } catch {
    unsaved = auth
  }
}

/** Another tab has signed in or out. */
export const onAuthChangedElsewhere = (act: () => void) =>
  addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) act()
  })
