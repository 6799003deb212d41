/** A duration as screen readers say it: 1 minute 5 seconds. */
export function durationInWords(seconds: number) {
  const whole = Math.round(seconds)
  const rest = whole % 60
  const minutes = Math.floor(whole / 60)
  return `${minutes ? `${minutes} minute${minutes > 1 ? 's' : ''} ` : ''}${rest} second${rest === 1 ? '' : 's'}`
}
