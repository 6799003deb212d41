import { useSyncExternalStore } from 'react'
import { listFrom, readStored, textFrom, writeStored } from '#web/stored.ts'

const KEY = 'slide.searches'
const MOST = 8
const NONE: readonly string[] = []

const read = () => listFrom(readStored(KEY), textFrom).slice(0, MOST)
let kept: readonly string[] | null = null
const listeners = new Set<() => void>()

function keep(searches: readonly string[]) {
  kept = searches
  writeStored(KEY, searches.length ? searches : null) // without storage the list lasts as long as this page
  for (const tell of listeners) tell()
}

/** During typing each text goes on with the last one, and takes its place. A text that gets shorter is no new search. */
export function rememberSearch(q: string) {
  const [last = '', ...before] = (kept ??= read())
  const typed = q.toLowerCase()
  if (last.toLowerCase().startsWith(typed)) return
  const others = typed.startsWith(last.toLowerCase()) ? before : [last, ...before]
  keep([q, ...others.filter((other) => other && other.toLowerCase() !== typed)].slice(0, MOST))
}

export const forgetSearches = () => keep(NONE)

function follow(tell: () => void) {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== KEY) return
    kept = read() // another tab has searched
    tell()
  }
  listeners.add(tell)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(tell)
    removeEventListener('storage', onStorage)
  }
}

/** This browser's last searches, the newest first. Rendered pages know none. */
export const useRecentSearches = () =>
  useSyncExternalStore(
    follow,
    () => (kept ??= read()),
    () => NONE,
  )
