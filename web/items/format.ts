const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

export const price = (dollars: number) => usd.format(dollars)

/** 1284 → 1.3k */
export const count = (n: number) => compact.format(n).toLowerCase()

/** Empty for an invalid length. */
export function duration(seconds: number | null) {
  if (seconds === null || !Number.isFinite(seconds) || seconds < 0) return ''
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const whole = new Intl.NumberFormat('en-US')

/** Oct 3, 2026. The day is the same on the server and in the browser. */
export const day = (iso: string) => medium.format(new Date(iso))

/** 48210 → 48,210 */
export const exactly = (n: number) => whole.format(n)

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** 3 → three, 48210 → 48,210 */
export const inWords = (n: number) => WORDS[n] ?? exactly(n)

/** 1.4 MB */
export function fileSize(bytes: number) {
  const units = ['bytes', 'KB', 'MB', 'GB']
  let [size, step] = [bytes, 0]
  for (; size >= 999.95 && step < 3; step++) size /= 1_000 // what rounds to 1,000 has the next unit
  return `${Number(size.toFixed(1))} ${units[step]}`
}

/** F#m → F♯m */
export const musicKey = (key: string) => key.replace('#', '♯').replace(/(?<=[A-G])b/, '♭')

/** F#m → F♯ minor */
export const keyName = (key: string) => musicKey(key.replace(/m$/, '')) + (key.endsWith('m') ? ' minor' : ' major')
