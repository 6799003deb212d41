import { entriesFrom, type Entry } from './playlist.ts'

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
