import { useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus to the first new row after more of a list was loaded, because the pressed button may be gone. A row
 * that comes in above moves no focus, and a focus that was moved meanwhile stays.
 */
export function useFocusFirstNew<List extends HTMLElement>(length: number) {
  const list = useRef<List>(null)
  const asked = useRef<{ button: Element | null; last: Element | undefined }>(undefined)
  const rows = () => [...(list.current?.querySelectorAll('li') ?? [])]
  useLayoutEffect(() => {
    if (!asked.current) return
    const { button, last } = asked.current
    const all = rows()
    const row = all[all.findIndex((one) => one === last) + 1]
    if (!last?.isConnected || !row) return
    asked.current = undefined
    if (![button, document.body].includes(document.activeElement)) return
    const folder = row.closest('details')
    if (folder) folder.open = true
    row.focus()
  }, [length])
  return { list, focusFirstNew: () => void (asked.current = { button: document.activeElement, last: rows().at(-1) }) }
}
