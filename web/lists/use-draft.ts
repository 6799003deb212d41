import { useEffect, useEffectEvent, useState } from 'react'

export const TYPING_PAUSE = 250

const keyOf = (value: unknown) => String(value).trim()

/**
 * Shows typing and dragging at once, and calls `tell` after a pause. A change from elsewhere is shown, unless
 * something was typed meanwhile: that is newer than the press which made the change.
 */
export function useDraft<T>(value: T, tell: (value: T) => void, pause: number) {
  const [draft, setDraft] = useState(value)
  const [seen, setSeen] = useState(keyOf(value))
  const [told, setTold] = useState(keyOf(value))
  if (keyOf(value) !== seen) {
    setSeen(keyOf(value))
    if (keyOf(value) !== told) {
      setTold(keyOf(value))
      if (keyOf(draft) === told) setDraft(value)
    }
  }
  const tellNow = useEffectEvent(() => {
    setTold(keyOf(draft))
    tell(draft)
  })
  useEffect(() => {
    if (keyOf(draft) === told) return
    const timer = setTimeout(tellNow, pause)
    return () => clearTimeout(timer)
  }, [draft, told, pause])
  return [draft, setDraft] as const
}
