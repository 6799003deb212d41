/** Calls when the page has nothing else to do. The function returned cancels it. */
export function whenIdle(act: () => void) {
  if ('requestIdleCallback' in window) {
    const waiting = requestIdleCallback(act)
    return () => cancelIdleCallback(waiting)
  }
  // Safari knows no idle callbacks
  const waiting = setTimeout(act, 2_000)
  return () => clearTimeout(waiting)
}
