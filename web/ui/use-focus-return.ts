import { useLayoutEffect, useRef } from 'react'
import { focusHeading } from './focus-heading.ts'
import { focusOrContent } from './focus-or-content.ts'

/** The element that a closing dialog hands to the dialog that replaces it. */
let handedOn: Element | null = null

/**
 * Radix returns focus only to its own Trigger. A controlled dialog has none, so this hook returns focus to the element
 * that had it before. A menu item is gone by then: the button of its menu gets the focus. Where nothing had the focus, or
 * its element is gone or disabled, the page's content gets it, and the heading of a page that came meanwhile. A dialog
 * below keeps the focus inside. Radix asks a moment after the closing: a focus that somebody has moved meanwhile stays.
 */
export function useFocusReturn(open: boolean) {
  const opener = useRef<Element | null>(null)
  const openedOn = useRef('')
  // runs before the effects of the dialog's content, which may take the focus
  useLayoutEffect(() => {
    if (!open || opener.current) return
    const active = document.activeElement
    const menuButton = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
    const here = menuButton ? document.getElementById(menuButton) : active
    opener.current = here === document.body ? (handedOn ?? here) : here
    openedOn.current = location.pathname
  }, [open])
  useLayoutEffect(
    () => () => {
      if (!opener.current) return
      handedOn = opener.current
      setTimeout(() => (handedOn = null)) // a following dialog opens at once or not at all
    },
    [],
  )
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const hasMoved = document.activeElement !== document.body && document.activeElement !== null
      if (hasMoved) return
      const dialog = opener.current?.closest('[role=dialog]')
      if (dialog?.isConnected === false) return // has closed with this one, and gives the focus back itself
      const there = opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current : null
      const below = [...document.querySelectorAll<HTMLElement>('[role=dialog][data-state=open]')].at(-1)
      opener.current = null
      if (below && !below.contains(there)) return below.focus()
      if (location.pathname !== openedOn.current) return focusHeading()
      focusOrContent(there)
    },
  }
}
