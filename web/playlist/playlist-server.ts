import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/failure.ts'
import type { Entry } from './playlist.ts'

const MOST_TRIES = 4 // tries, when other devices change the list first
export const MOST = 500

const refOf = ({ item, trackId }: Entry) => ({ itemId: item.id, trackId })

export const fetchPlaylist = () => call('GET /me/playlist')

export const append = (entries: Entry[]) =>
  call('POST /me/playlist/entries', { body: { entries: entries.slice(0, MOST).map(refOf) } })

/** Adds a guest's entries. Entries that left the store, or have no room, are no reason to fail. */
export async function appendOfGuest(entries: Entry[]) {
  try {
    if (entries.length) await append(entries)
  } catch (error) {
    if (!(error instanceof ApiFailure && [404, 409].includes(error.status))) throw error
  }
}

export const remove = ({ item, trackId }: Entry) =>
  call('DELETE /me/playlist/entries', { query: { itemId: item.id, ...(trackId !== null && { trackId }) } })

/**
 * Sends the whole list as `makeList` gives it. If another device was faster, loads the newer list and makes it again.
 */
export async function replace(makeList: () => { version: number; entries: Entry[] }, reload: () => Promise<void>) {
  for (let time = 1; ; time++) {
    const { version, entries } = makeList()
    try {
      return await call('PUT /me/playlist', { body: { version, entries: entries.map(refOf) } })
    } catch (error) {
      if (!(error instanceof ApiFailure && error.status === 409) || time === MOST_TRIES) throw error
      await reload()
    }
  }
}
