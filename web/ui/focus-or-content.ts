/** Gives the focus to an element. If it is gone or disabled, the page's content gets it, and keep-focus.ts leads on near. */
export function focusOrContent(element: Element | null) {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
}
