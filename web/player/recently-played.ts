import { useEffect } from 'react'
import { create } from 'zustand'
import { call } from '#web/api/call.ts'
import { useSession } from '#web/session/session.ts'
import { listFrom, readStored, writeStored } from '#web/stored.ts'
import { soundFrom } from './sound-from.ts'
import { soundsOf, type Sound } from './sound.ts'

const KEY = 'slide.recent'
const MOST = 50

/** Null until it is known. */
const useRecent = create<{ sounds: Sound[] | null }>(() => ({ sounds: null }))

const me = () => useSession.getState().auth?.userId ?? null

const readGuests = () => listFrom(readStored(KEY), soundFrom)

/** Each item once, where it was last. */
const withNewest = (sounds: Sound[], sound: Sound) =>
  [sound, ...sounds.filter(({ id }) => id !== sound.id)].slice(0, MOST)

/** When a play is counted; of who is signed in the server has written it with the play. */
export function rememberPlayed(sound: Sound) {
  const { sounds } = useRecent.getState()
  if (me() !== null) return useRecent.setState({ sounds: sounds && withNewest(sounds, sound) })
  const now = withNewest(readGuests(), sound)
  useRecent.setState({ sounds: now })
  writeStored(KEY, now) // where nothing is kept, the list lasts as long as this page
}

async function load() {
  const asker = me()
  if (asker === null) return useRecent.setState({ sounds: readGuests() })
  const sounds = await call('GET /me/recently-played').then(
    ({ items }) => soundsOf(items),
    () => [],
  )
  if (me() === asker) useRecent.setState({ sounds })
}

/** Newest first; null until it is known. */
export function useRecentlyPlayed(): Sound[] | null {
  const account = useSession((session) => session.auth?.userId)
  useEffect(() => {
    useRecent.setState({ sounds: null }) // one person's are nothing to the next
    void load()
  }, [account])
  return useRecent((recent) => recent.sounds)
}

/** Another tab of a guest's has written. */
function onStorage({ key }: StorageEvent) {
  if (key === KEY && me() === null) useRecent.setState({ sounds: readGuests() })
}
if (!import.meta.env.SSR) addEventListener('storage', onStorage)
