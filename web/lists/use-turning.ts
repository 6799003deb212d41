import { useEffect, useRef, type MouseEvent } from 'react'

/** After a page was turned, the focus and the view move to the top of the list. */
export function useTurning<E extends HTMLElement = HTMLElement>(page: number) {
  const top = useRef<E>(null)
  const turned = useRef(false)
  useEffect(() => {
    if (!turned.current) return
    turned.current = false
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView()
  }, [page])
  const turn = ({ metaKey, ctrlKey, shiftKey }: MouseEvent) => {
    turned.current = !metaKey && !ctrlKey && !shiftKey // such clicks open another window
  }
  return { top, turn }
}
