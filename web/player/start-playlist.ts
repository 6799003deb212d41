import { useSession } from '#web/session/session.ts'

/** Whose list `slide.playlist` is: an account's id, or nothing for a guest's. */
export const OWNER = 'slide.playlist.owner'

export function ownerOf(): number | null {
  try {
    return Number(localStorage.getItem(OWNER)) || null
  } catch {
    return null
  }
}

const me = () => useSession.getState().auth?.userId ?? null

const agree = () => void import('./playlist-store.ts').then((store) => store.agree()).catch(() => {})

/** Who signs in or out gets another list. Its code comes only then, and with the first wish for it. */
export function startPlaylist() {
  useSession.subscribe(({ auth }, before) => {
    if (auth?.userId !== before.auth?.userId) agree()
  })
  if (ownerOf() !== me()) agree()
}
