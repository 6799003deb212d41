import { useSyncExternalStore } from 'react'

/** The widest window that shows cards instead of tables. */
const NARROW = '(width < 48.0625rem)'

function listen(listener: () => void) {
  const query = matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the window has the width of a phone. The server renders the wide page. */
export const useNarrow = () =>
  useSyncExternalStore(
    listen,
    () => matchMedia(NARROW).matches,
    () => false,
  )
