import { onDemand } from '#web/on-demand/on-demand.ts'
import { accountNow, useSession } from '#web/session/session.ts'
import { readOwner } from './playlist-owner.ts'

const me = () => accountNow() ?? null

const playlist = onDemand(() => import('./playlist-store.ts'))
const sync = () =>
  void playlist
    .load()
    .then((store) => store.sync())
    .catch(() => {})

/** Loads the list's code when a visitor signs in or out, because the list then changes. */
export function startPlaylist() {
  useSession.subscribe(({ auth }, before) => {
    if (auth?.userId !== before.auth?.userId) sync()
  })
  if (readOwner() !== me()) sync()
}
