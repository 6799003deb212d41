/** The seconds by which keys move the position. The browser itself handles Home and End. */
export const seekSteps: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -15,
  PageUp: 15,
}
