import { useEffect, useEffectEvent, useRef, type FocusEvent, type KeyboardEvent } from 'react'
import { focusOrContent } from './focus-or-content.ts'

type Clock = { startPause: () => void; endPause: () => void }

const controlsIn = (region: Element | null) => [
  ...(region?.querySelectorAll<HTMLElement>('.toast:not(.opacity-0) :is(a, button)') ?? []),
]

/**
 * Gives people time for a toast with a link or a button (WCAG 2.2.1): its clock stands while the mouse rests on it or the
 * focus is in it. It is at the end of the page, too far for the Tab key, so the first Tab after it came leads to it, and
 * the next one back. Returns the properties of the region of all toasts.
 */
export function useReachableToasts({ startPause, endPause }: Clock) {
  const region = useRef<HTMLDivElement>(null)
  const held = useRef({ byMouse: false, byFocus: false })
  const passed = useRef(new WeakSet<Element>())
  const cameFrom = useRef<HTMLElement>(null)

  function hold(next: Partial<typeof held.current>) {
    const isHeld = () => held.current.byMouse || held.current.byFocus
    const was = isHeld()
    Object.assign(held.current, next)
    if (isHeld() === was) return
    if (was) endPause()
    else startPause()
  }

  const onTab = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event
    const isTab = key === 'Tab' && !(shiftKey || ctrlKey || altKey || metaKey || event.defaultPrevented)
    const from = document.activeElement
    const isNowhere = from === document.body || !(from instanceof HTMLElement) // there is no way back
    if (!isTab || isNowhere || region.current?.contains(from)) return
    if (document.querySelector('[role=dialog][data-state=open]')) return // an open dialog keeps the focus
    const fresh = controlsIn(region.current).filter((control) => !passed.current.has(control))
    for (const control of fresh) passed.current.add(control)
    if (!fresh[0]) return
    event.preventDefault()
    cameFrom.current = from
    fresh[0].focus()
  })
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => onTab(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  // a toast that leaves takes the focus without an event
  useEffect(() => {
    if (!region.current?.contains(document.activeElement)) hold({ byFocus: false })
  })

  function onKeyDown(event: KeyboardEvent) {
    const controls = controlsIn(region.current)
    const isLast = event.target === (event.shiftKey ? controls[0] : controls.at(-1))
    const leaves = event.key === 'Escape' || (event.key === 'Tab' && isLast)
    if (!leaves || event.defaultPrevented || !cameFrom.current) return
    event.preventDefault()
    focusOrContent(cameFrom.current)
  }
  return {
    ref: region,
    onKeyDown,
    onFocus: () => hold({ byFocus: true }),
    onBlur: ({ relatedTarget }: FocusEvent) => hold({ byFocus: Boolean(region.current?.contains(relatedTarget)) }),
    onMouseEnter: () => hold({ byMouse: true }),
    onMouseLeave: () => hold({ byMouse: false }),
  }
}
