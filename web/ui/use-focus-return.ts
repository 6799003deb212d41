import { useLayoutEffect, useRef } from 'react'

/** What a dialog that makes way for another one would have gone back to. */
let handedOn: Element | null = null

/**
 * Radix gives focus back to its own Trigger only; this gives it to whatever had it, for a controlled dialog.
 * A menu's item is gone by then: its menu's button stands in for it.
 */
export function useFocusReturn(open: boolean) {
  const opener = useRef<Element | null>(null)
  // before the effects of what is inside, which may take the focus
  useLayoutEffect(() => {
    if (!open || opener.current) return
    const active = document.activeElement
    const menuButton = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
    const here = menuButton ? document.getElementById(menuButton) : active
    opener.current = here === document.body ? (handedOn ?? here) : here
  }, [open])
  useLayoutEffect(
    () => () => {
      if (!opener.current) return
      handedOn = opener.current
      setTimeout(() => (handedOn = null)) // the one that follows opens at once, or it does not follow
    },
    [],
  )
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
      opener.current = null
    },
  }
}
