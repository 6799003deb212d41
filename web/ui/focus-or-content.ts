/** Gives the focus to an element. If it does not take it, the page's content gets it, and keep-focus.ts leads on near. */
export function focusOrContent(element: HTMLElement | null) {
  element?.focus({ preventScroll: true })
  if (document.activeElement !== element) document.getElementById('main')?.focus({ preventScroll: true })
}
