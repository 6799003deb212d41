import { useEffect, useState } from 'react'

/** The chosen items of a list. Escape chooses none; items that leave the list are no longer chosen. */
export function useSelection(shown: readonly number[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const ids = shown.filter((id) => chosen.has(id))
  const clear = () => setChosen(new Set())
  useEffect(() => {
    if (ids.length === 0) return
    const onKey = ({ key, defaultPrevented, target }: KeyboardEvent) => {
      const isInOverlay =
        target instanceof Element && target.closest('[role=dialog], [role=menu], input:not([type=checkbox])')
      if (key === 'Escape' && !defaultPrevented && !isInOverlay) clear()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [ids.length])
  return {
    ids,
    has: (id: number) => chosen.has(id),
    toggle: (id: number) =>
      setChosen((before) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
    toggleAll: () => setChosen(new Set(ids.length === shown.length ? [] : shown)),
    isAll: shown.length > 0 && ids.length === shown.length,
    clear,
  }
}
export type Selection = ReturnType<typeof useSelection>
