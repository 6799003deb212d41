/** For the ear: 1 minute 5 seconds. */
export function spoken(seconds: number) {
  const whole = Math.round(seconds)
  const minutes = Math.floor(whole / 60)
  return `${minutes ? `${minutes} minute${minutes > 1 ? 's' : ''} ` : ''}${whole % 60} seconds`
}
