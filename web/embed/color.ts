import { LINES } from '#contract/line.ts'

const HEX = /^#?(?:([\da-f])([\da-f])([\da-f])|([\da-f]{2})([\da-f]{2})([\da-f]{2}))$/i
/** The least luminance of a color. It gives a contrast of 5.6 to 1 on the lightest surface; darker colors become lighter. */
const LEAST_LUMINANCE = 0.32

/** Reads `?color=`: the name of a line or a color in hex. Anything else is ignored. */
export function colorOf(given: string | null): { line: string } | { hex: string } | null {
  if (given === null) return null
  const line = LINES.find((name) => name === given.toLowerCase())
  if (line) return { line }
  const digits = HEX.exec(given)?.slice(1).filter(Boolean)
  if (!digits) return null
  return { hex: legible(digits.map((digit) => parseInt(digit.padEnd(2, digit), 16))) }
}

function legible(color: number[]) {
  for (let white = 0; ; white += 0.05) {
    const mixed = color.map((part) => Math.round(part + (255 - part) * white))
    if (luminance(mixed) >= LEAST_LUMINANCE)
      return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
  }
}

/** The contrast formula of WCAG 2. */
export function luminance(color: number[]) {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
