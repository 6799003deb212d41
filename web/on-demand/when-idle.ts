/** After so many milliseconds a page without idle callbacks counts as idle. */
const STARTED = 2_000
const BREATH = 50

/** Calls the function when the page is idle. The returned function cancels that. */
export function whenIdle(act: () => void) {
  if ('requestIdleCallback' in window) {
    const waiting = requestIdleCallback(act)
    return () => cancelIdleCallback(waiting)
  }
  // Safari has no idle callbacks
  const waiting = setTimeout(act, Math.max(BREATH, STARTED - performance.now()))
  return () => clearTimeout(waiting)
}
