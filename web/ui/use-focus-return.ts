import { useEffect, useRef } from 'react'

/** What a dialog that makes way for another one would have gone back to. */
let handedOn: Element | null = null

/**
 * Radix gives focus back to its own Trigger only; this gives it to whatever had it, for a controlled dialog.
 * A menu's item is gone by then: its menu's button stands in for it.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null)
  useEffect(
    () => () => {
      if (!opener.current) return
      handedOn = opener.current
      setTimeout(() => (handedOn = null)) // the one that follows opens at once, or it does not follow
    },
    [],
  )
  return {
    onOpenAutoFocus: () => {
      const active = document.activeElement
      const menuButton = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
      const here = menuButton ? document.getElementById(menuButton) : active
      opener.current = here === document.body ? (handedOn ?? here) : here
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
      opener.current = null
    },
  }
}
