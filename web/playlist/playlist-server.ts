import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/failure.ts'
import type { Entry } from './playlist.ts'

const AGAIN = 4 // other devices that are faster
export const MOST = 500

const refOf = ({ item, trackId }: Entry) => ({ itemId: item.id, trackId })

export const fetchPlaylist = () => call('GET /me/playlist')

export const append = (entries: Entry[]) =>
  call('POST /me/playlist/entries', { body: { entries: entries.slice(0, MOST).map(refOf) } })

/** What a guest gathered: what of it has left the store since, or has no room, is no reason to fail. */
export async function appendOfGuest(entries: Entry[]) {
  try {
    if (entries.length) await append(entries)
  } catch (error) {
    if (!(error instanceof ApiFailure && [404, 409].includes(error.status))) throw error
  }
}

export const remove = ({ item, trackId }: Entry) =>
  call('DELETE /me/playlist/entries', { query: { itemId: item.id, ...(trackId !== null && { trackId }) } })

/** The whole list as `made` of what the server has; made again of the newer one when another device was faster. */
export async function replace(made: () => { version: number; entries: Entry[] }, reload: () => Promise<void>) {
  for (let time = 1; ; time++) {
    const { version, entries } = made()
    try {
      return await call('PUT /me/playlist', { body: { version, entries: entries.map(refOf) } })
    } catch (error) {
      if (!(error instanceof ApiFailure && error.status === 409) || time === AGAIN) throw error
      await reload()
    }
  }
}
