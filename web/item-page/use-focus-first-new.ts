import { useEffect, useRef } from 'react'

/** Moves the focus to the first new row after more of a list was loaded, because the pressed button may be gone. */
export function useFocusFirstNew<List extends HTMLElement>(length: number) {
  const list = useRef<List>(null)
  const at = useRef<number>(undefined)
  useEffect(() => {
    if (at.current === undefined || length <= at.current) return
    const row = list.current?.querySelectorAll('li')[at.current]
    const folder = row?.closest('details')
    if (folder) folder.open = true
    row?.focus()
    at.current = undefined
  }, [length])
  return { list, focusFirstNew: () => void (at.current = length) }
}
