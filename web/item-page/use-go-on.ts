import { useEffect, useRef } from 'react'

/** After more of a list has come: on with the first new one, as the button may be gone. */
export function useGoOn<List extends HTMLElement>(length: number) {
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
  return { list, goOn: () => void (at.current = length) }
}
