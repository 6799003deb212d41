import { useEffect, useEffectEvent, useState } from 'react'

export const TYPING_PAUSE = 250

const keyOf = (value: unknown) => String(value).trim()

type Draft<T> = {
  draft: T
  /** The value at the last change of the draft. Another one has come from elsewhere, or is what was told. */
  at: string
  /** The last text that was told when the draft changed. */
  told: string
  isTold: boolean
}

/**
 * Shows typing and dragging at once, and calls `tell` after a pause. A change from elsewhere is shown, unless
 * something was typed meanwhile: that is newer than the press which made the change.
 *
 * The draft is compared with the value in each render, and not set to it: React can lose what is set in a render.
 */
export function useDraft<T>(value: T, tell: (value: T) => void, pause: number) {
  const [typed, setTyped] = useState<Draft<T> | null>(null)
  const at = keyOf(value)
  const toldOf = (last: Draft<T> | null) => (last?.at === at ? last.told : at)
  const isNew = typed !== null && !typed.isTold && keyOf(typed.draft) !== toldOf(typed)
  const setDraft = (draft: T) => setTyped((last) => ({ draft, at, told: toldOf(last), isTold: false }))
  const endPause = useEffectEvent((ended: Draft<T>) => {
    setTyped({ ...ended, at, told: keyOf(ended.draft), isTold: true })
    if (isNew) tell(ended.draft)
  })
  useEffect(() => {
    if (!typed || typed.isTold) return
    const timer = setTimeout(endPause, pause, typed)
    return () => clearTimeout(timer)
  }, [typed, pause])
  const hasCome = typed !== null && keyOf(typed.draft) === at
  const isShown = typed !== null && (isNew || typed.at === at || hasCome)
  // what has become the value keeps its spaces; anything else would come again by Back
  if (typed && !isNew && typed.at !== at) setTyped(hasCome ? { ...typed, at, told: at } : null)
  return [isShown ? typed.draft : value, setDraft] as const
}
