const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

export const price = (dollars: number) => usd.format(dollars)

/** 1284 → 1.3k */
export const count = (n: number) => compact.format(n).toLowerCase()

/** Nothing for what is no length. */
export function duration(seconds: number | null) {
  if (seconds === null || !Number.isFinite(seconds) || seconds < 0) return ''
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** F#m → F♯m */
export const musicKey = (key: string) => key.replace('#', '♯').replace(/(?<=[A-G])b/, '♭')
