import { useEffect, useEffectEvent } from 'react'
import { addDialog } from './layers.ts'

/** Back closes the dialog while it covers the page. */
export function useBackCloses(covers: boolean, close: () => void) {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (covers) return addDialog(() => closeNow())
  }, [covers])
}
