/** Calls the function when the page is idle. The returned function cancels that. */
export function whenIdle(act: () => void) {
  if ('requestIdleCallback' in window) {
    const waiting = requestIdleCallback(act)
    return () => cancelIdleCallback(waiting)
  }
  // Safari has no idle callbacks
  const waiting = setTimeout(act, 2_000)
  return () => clearTimeout(waiting)
}
