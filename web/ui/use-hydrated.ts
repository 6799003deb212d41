import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in what the server sends: a form that can't be handled yet must not be sent. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
