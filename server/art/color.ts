import type { Line } from '#contract/line.ts'
import { LINE_COLORS } from './lines.ts'

/** From oklch to '#rrggbb'. A color that no screen can show loses chroma until a screen can show it. */
export function oklch(lightness: number, chroma: number, hue: number): string {
  for (let c = chroma; ; c -= 0.005) {
    const rgb = linearRgb(lightness, Math.max(0, c), hue)
    if (c <= 0.004 || rgb.every((value) => value > -0.003 && value < 1.003)) return `#${rgb.map(hexByte).join('')}`
  }
}

function linearRgb(lightness: number, chroma: number, hue: number) {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function hexByte(linear: number) {
  const value = Math.max(0, Math.min(1, linear))
  const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
  return Math.round(255 * encoded)
    .toString(16)
    .padStart(2, '0')
}

/** The light of windows that show no line's color. */
export const LAMPLIGHT = oklch(0.95, 0.05, 90)
export const PAPER = oklch(0.96, 0.02, 90)
export const night = (lightness: number, chroma = 0.03) => oklch(lightness, chroma, 268)

/** A line's color, a neighboring hue, and any shade of it. */
export function paletteOf(line: Line) {
  const { lightness, chroma, hue } = LINE_COLORS[line]
  return {
    lightness,
    chroma,
    hue,
    color: oklch(lightness, chroma, hue),
    neighbour: oklch(lightness, chroma * 0.8, hue + 35),
    shade: (l: number, c: number, turn = 0) => oklch(l, c, hue + turn),
  }
}
