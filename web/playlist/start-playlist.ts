import { onDemand } from '#web/on-demand/on-demand.ts'
import { useSession } from '#web/session/session.ts'
import { ownerOf } from './playlist-owner.ts'

const me = () => useSession.getState().auth?.userId ?? null

const playlist = onDemand(() => import('./playlist-store.ts'))
const agree = () =>
  void playlist
    .load()
    .then((store) => store.agree())
    .catch(() => {})

/** Who signs in or out gets another list. Its code comes only then, and with the first wish for it. */
export function startPlaylist() {
  useSession.subscribe(({ auth }, before) => {
    if (auth?.userId !== before.auth?.userId) agree()
  })
  if (ownerOf() !== me()) agree()
}
