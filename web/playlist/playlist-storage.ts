import { readStored } from '#web/stored.ts'
import { entriesFrom, type Entry } from './playlist.ts'

export const KEY = 'slide.playlist'

export function readEntries(): Entry[] {
  return entriesFrom(readStored(KEY))
}

/** Throws where the browser stores nothing. */
export function writeEntries(entries: Entry[]) {
  if (entries.length) localStorage.setItem(KEY, JSON.stringify(entries))
  else localStorage.removeItem(KEY)
}
