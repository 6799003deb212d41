/** After everything that is needed to see and press. Returns how to give it up. */
export function whenIdle(act: () => void) {
  if ('requestIdleCallback' in window) {
    const waiting = requestIdleCallback(act)
    return () => cancelIdleCallback(waiting)
  }
  // Safari knows no idle callbacks
  const waiting = setTimeout(act, 2_000)
  return () => clearTimeout(waiting)
}
