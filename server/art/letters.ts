import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
// oxlint-disable-next-line import/default -- Node loads its CommonJS, which is all default
import opentype, { type Font, type Glyph, type Path } from 'opentype.js'

const SUBSETS = ['latin', 'latin-ext', 'vietnamese']
const FACES = {
  display: { family: 'big-shoulders-display', weight: 900 },
  strong: { family: 'hanken-grotesk', weight: 700 },
  plain: { family: 'hanken-grotesk', weight: 500 },
} as const
export type Face = keyof typeof FACES

const loaded = new Map<Face, Font[]>()

/**
 * Loads the fonts of the pages from their packages with the first picture, so the machine needs no fonts of its own.
 */
function fontsOf(face: Face): Font[] {
  const before = loaded.get(face)
  if (before) return before
  const { family, weight } = FACES[face]
  const fonts = SUBSETS.map((subset) => {
    const file = import.meta.resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`)
    return opentype.parse(new Uint8Array(readFileSync(fileURLToPath(file))).buffer)
  })
  loaded.set(face, fonts)
  return fonts
}

/**
 * Keeps only characters that the fonts can show. Emoji, unknown scripts and marks that turn the direction of writing
 * are dropped.
 */
export function drawable(text: string, face: Face): string {
  const fonts = fontsOf(face)
  return Array.from(text.normalize('NFC'))
    .filter((letter) => fonts.some((font) => font.charToGlyphIndex(letter) > 0))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Places the letters one after another. The only font feature used is kerning. */
function placed(text: string, face: Face, size: number) {
  const fonts = fontsOf(face)
  const letters: { glyph: Glyph; x: number }[] = []
  let x = 0
  let before: { font: Font; glyph: Glyph } | undefined
  for (const letter of drawable(text, face)) {
    const font = fonts.find((one) => one.charToGlyphIndex(letter) > 0)!
    const glyph = font.charToGlyph(letter)
    if (before?.font === font) x += (font.getKerningValue(before.glyph, glyph) * size) / font.unitsPerEm
    letters.push({ glyph, x })
    x += ((glyph.advanceWidth ?? 0) * size) / font.unitsPerEm
    before = { font, glyph }
  }
  return { letters, width: x }
}

export const widthOf = (text: string, face: Face, size: number) => placed(text, face, size).width

/** A line of text as the outlines of its letters, from `x` on the base line `y`. */
export const outlines = (text: string, face: Face, size: number, x: number, y: number) =>
  placed(text, face, size)
    .letters.map((letter) => pathData(letter.glyph.getPath(x + letter.x, y, size)))
    .join('')

/** Writes the path by hand, because the library's own method turns some numbers into NaN. */
const pathData = ({ commands }: Path) => {
  const at = (...numbers: number[]) => numbers.map((number) => Math.round(number * 10) / 10).join(' ')
  return commands
    .map((c) => {
      if (c.type === 'Z') return 'Z'
      if (c.type === 'Q') return `Q${at(c.x1, c.y1, c.x, c.y)}`
      if (c.type === 'C') return `C${at(c.x1, c.y1, c.x2, c.y2, c.x, c.y)}`
      return c.type + at(c.x, c.y)
    })
    .join('')
}

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
