import { useEffect, useEffectEvent } from 'react'
import { addDialog } from './layers.ts'
import { useShown } from './show.ts'

/** Back closes the dialog while it covers the page, unless a question above it waits for an answer. */
export function useBackCloses(covers: boolean, close: () => void) {
  const closeNow = useEffectEvent(() => useShown.getState().asked ?? close())
  useEffect(() => {
    if (covers) return addDialog(() => closeNow())
  }, [covers])
}
