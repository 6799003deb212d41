import { useLayoutEffect, useRef } from 'react'

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
    opener.current = menuButton ? document.getElementById(menuButton) : active
  }, [open])
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
      opener.current = null
    },
  }
}
