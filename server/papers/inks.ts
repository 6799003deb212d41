import type { Line } from '#contract/line.ts'
import { oklch } from '#server/art/color.ts'
import { LINE_COLORS } from '#server/art/lines.ts'

export const NIGHT = oklch(0.17, 0.022, 268)
export const PALE = oklch(0.43, 0.02, 268)
const READABLE = 4.5

/** The color of a line, darkened until it can be read on white paper. Items without a style have one ink. */
export function inkOf(line: Line | null): string {
  if (!line) return PALE
  const { lightness, chroma, hue } = LINE_COLORS[line]
  for (let dark = lightness; ; dark -= 0.01) {
    const color = oklch(dark, chroma, hue)
    if (1.05 / (luminance(color) + 0.05) >= READABLE) return color
  }
}

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

function luminance(color: string) {
  const [red, green, blue] = channels(color).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The color as it looks when it covers a part of white paper. */
export const tint = (color: string, cover: number) =>
  `#${channels(color)
    .map((value) =>
      Math.round(255 - (255 - value) * cover)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Thin rules between parts. */
export const RULE = tint(NIGHT, 0.22)
