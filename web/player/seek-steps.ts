/** How far keys move the slider of a sound, in seconds; Home and End the browser knows. */
export const seekSteps: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -15,
  PageUp: 15,
}
