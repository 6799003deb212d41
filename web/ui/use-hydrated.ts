import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False until hydration. Before that a form has no handler and must not be sent. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
