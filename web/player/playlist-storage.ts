import { entriesFrom, type Entry } from './playlist.ts'
import { OWNER } from './start-playlist.ts'

export const KEY = 'slide.playlist'

export function readEntries(): Entry[] {
  try {
    return entriesFrom(localStorage.getItem(KEY))
  } catch {
    return [] // storage is closed to us
  }
}

/** Throws where the browser keeps nothing. */
export function writeEntries(entries: Entry[]) {
  if (entries.length) localStorage.setItem(KEY, JSON.stringify(entries))
  else localStorage.removeItem(KEY)
}

/** From here on the list is this account's, or a guest's. */
export function writeOwner(id: number | null) {
  try {
    if (id) localStorage.setItem(OWNER, String(id))
    else localStorage.removeItem(OWNER)
  } catch {
    // whose it is will be found out again on the next page
  }
}
