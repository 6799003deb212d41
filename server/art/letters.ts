import { fontOf, type PaperFont } from '#server/papers/fonts.ts'

const SUBSETS = ['latin', 'latin-ext', 'vietnamese']
const FACES = {
  display: { family: 'big-shoulders-display', weight: 900 },
  strong: { family: 'hanken-grotesk', weight: 700 },
  plain: { family: 'hanken-grotesk', weight: 500 },
} as const
export type Face = keyof typeof FACES

/** The fonts of the pages, from their packages: the machine needs no fonts of its own. */
function fontFor(letter: string, face: Face) {
  const { family, weight } = FACES[face]
  const codePoint = letter.codePointAt(0)!
  for (const subset of SUBSETS) {
    const font = fontOf(family, subset, weight)
    if (font.has(codePoint)) return font
  }
  return null
}

/**
 * Keeps only characters that the fonts can show. Emoji, unknown scripts and marks that turn the direction of writing
 * are dropped.
 */
export const drawable = (text: string, face: Face) =>
  Array.from(text.normalize('NFC'))
    .filter((letter) => fontFor(letter, face))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

/** Places the glyphs one after another. `x` is where one begins, `scale` turns units of its font into the picture's. */
function placed(text: string, face: Face, size: number) {
  const glyphs: { id: number; font: PaperFont; scale: number; x: number; lift: number }[] = []
  let x = 0
  for (const { font, text: part } of partsOf(drawable(text, face), face)) {
    const scale = size / font.unitsPerEm
    for (const glyph of font.shape(part)) {
      glyphs.push({ id: glyph.id, font, scale, x: x + glyph.x * scale, lift: glyph.y * scale })
      x += glyph.advance * scale
    }
  }
  return { glyphs, width: x }
}

/** Neighbors in one font are shaped together, so that they are kerned. */
function partsOf(text: string, face: Face) {
  const parts: { font: PaperFont; text: string }[] = []
  for (const letter of text) {
    const font = fontFor(letter, face)!
    const last = parts.at(-1)
    if (last?.font === font) last.text += letter
    else parts.push({ font, text: letter })
  }
  return parts
}

export const widthOf = (text: string, face: Face, size: number) => placed(text, face, size).width

/** A line of text as the outlines of its letters, from `x` on the base line `y`. */
export const outlines = (text: string, face: Face, size: number, x: number, y: number) =>
  placed(text, face, size)
    .glyphs.map(({ id, font, scale, x: start, lift }) =>
      font.outline(id).replace(POINT, (_, across: string, up: string) => {
        const [right, down] = [x + start + Number(across) * scale, y - lift - Number(up) * scale]
        return `${rounded(right)} ${rounded(down)} `
      }),
    )
    .join('')

const POINT = /(-?[\d.]+),(-?[\d.]+)\s*/g
const rounded = (number: number) => Math.round(number * 10) / 10

/**
 * Breaks a text between words into as few lines as possible. A word that is wider than a line gets a line of its own.
 */
export function wrap(text: string, face: Face, size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of drawable(text, face).split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trimStart()
    if (lines.length > 0 && widthOf(longer, face, size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Cuts the end of a text until it fits the width. */
export function shortened(text: string, face: Face, size: number, width: number): string {
  if (widthOf(text, face, size) <= width) return text
  let kept = Array.from(text)
  while (kept.length > 1 && widthOf(`${kept.join('')}…`, face, size) > width) kept = kept.slice(0, -1)
  return `${kept.join('').trimEnd()}…`
}
