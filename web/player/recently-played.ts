import { useEffect } from 'react'
import { create } from 'zustand'
import { call } from '#web/api/call.ts'
import { accountNow, useSession } from '#web/session/session.ts'
import { listFrom, readStored, writeStored } from '#web/stored.ts'
import { soundFrom } from './sound-from.ts'
import { soundsOf, type Sound } from './sound.ts'

const KEY = 'slide.recent'
const MOST = 50

/** Null until the list is loaded. */
const useRecent = create<{ sounds: Sound[] | null }>(() => ({ sounds: null }))

const me = () => accountNow() ?? null

const readGuests = () => listFrom(readStored(KEY), soundFrom)

/** Each item once, at its latest play. */
const withNewest = (sounds: Sound[], sound: Sound) =>
  [sound, ...sounds.filter(({ id }) => id !== sound.id)].slice(0, MOST)

/** Called when a play counts. For a signed-in visitor the server has stored it already. */
export function rememberPlayed(sound: Sound) {
  const { sounds } = useRecent.getState()
  if (me() !== null) return useRecent.setState({ sounds: sounds && withNewest(sounds, sound) })
  const now = withNewest(readGuests(), sound)
  useRecent.setState({ sounds: now })
  writeStored(KEY, now) // without storage the list lasts as long as this page
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

/** Newest first; null until the list is loaded. */
export function useRecentlyPlayed(): Sound[] | null {
  const account = useSession((session) => session.auth?.userId)
  useEffect(() => {
    useRecent.setState({ sounds: null }) // the list of one person must not show for the next
    void load()
  }, [account])
  return useRecent((recent) => recent.sounds)
}

/** Another tab of the same guest has changed the list. */
function onStorage({ key }: StorageEvent) {
  if (key === KEY && me() === null) useRecent.setState({ sounds: readGuests() })
}
if (!import.meta.env.SSR) addEventListener('storage', onStorage)
