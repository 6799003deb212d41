import { useRef } from 'react'

/**
 * Radix gives focus back to its own Trigger only; this gives it to whatever had it, for a controlled dialog.
 * A menu's item is gone by then: its menu's button stands in for it.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      const active = document.activeElement
      const menuButton = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
      opener.current = menuButton ? document.getElementById(menuButton) : active
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
