/** Moves the focus to the heading of the page, so that a screen reader reads on from there. */
export function focusHeading() {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main')
  if (!target) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
