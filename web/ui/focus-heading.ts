/**
 * Moves the focus to the heading of the page, so that a screen reader reads on from there. A page that loads its data
 * once it is shown has no heading at first: the focus waits at the page.
 */
export function focusHeading() {
  const main = document.getElementById('main')
  const heading = main?.querySelector<HTMLElement>('h1')
  if (heading) return focus(heading)
  if (!main) return
  focus(main)
  const watch = new MutationObserver(() => {
    const isWaiting = document.activeElement === main
    const late = main.querySelector<HTMLElement>('h1')
    if (isWaiting && !late) return
    watch.disconnect()
    if (isWaiting) focus(late!)
  })
  watch.observe(main, { childList: true, subtree: true })
}

function focus(target: HTMLElement) {
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
