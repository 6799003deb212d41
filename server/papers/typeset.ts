import bidiFactory from 'bidi-js'
import { fontsOf, type Face, type Glyph, type PaperFont } from './fonts.ts'

// its types promise a named default, its CommonJS file is the function itself
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Part of a line in one font and one direction. Without a font its characters are shown as boxes. */
export type Run = {
  text: string
  font: PaperFont | null
  glyphs: Glyph[]
  level: number
  /** The place in the line and the width, in units of the font size. */
  x: number
  width: number
}
/** A line with its runs in the order of reading, which screen readers follow. */
export type Line = { text: string; runs: Run[]; width: number }

/** The width of a box for an unknown character, with its margin. */
export const BOX = 0.66

/** Marks that turn the direction of writing, or start a line, could make a name look like another one. */
const UNSAFE = /[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+/gu
/** Letters are joined and emoji are composed by these; no font draws them. */
const INVISIBLE = /^(?:[\u2066-\u2069]|\u200c|\u200d|\p{Variation_Selector})+$/u
const [ISOLATE, END] = ['\u2068', '\u2069']

/** A text that people have written, in its normal form and on one line. */
export const plainText = (text: string) => text.normalize('NFC').replace(UNSAFE, ' ').replace(/\s+/gu, ' ').trim()
/** A text of people inside of a sentence: its direction does not change the sentence's. */
export const quoted = (text: string) => `${ISOLATE}${plainText(text)}${END}`
const withoutIsolates = (text: string) => text.replace(/[\u2068\u2069]/gu, '')

type Piece = { text: string; font: PaperFont | null; level: number }

/** Most lines need no analysis: one direction, one character after another. */
const SIMPLE = /^[ -\u02ff\u2013-\u2026]*$/

/** Shapes a line. `direction` is that of the whole line; a name by itself has its own. */
export function lineOf(text: string, face: Face, direction: 'ltr' | 'auto' = 'ltr'): Line {
  const runs = piecesOf(text, face, direction).map(runOf)
  let x = 0
  for (const run of fromLeftToRight(runs)) {
    run.x = x
    x += run.width
  }
  return { text: withoutIsolates(text), runs, width: x }
}

function piecesOf(text: string, face: Face, direction: 'ltr' | 'auto') {
  const [house] = fontsOf(face)
  if (SIMPLE.test(text) && hasAll(house!, text)) return text ? [{ text, font: house!, level: 0 }] : []
  const { levels } = bidi.getEmbeddingLevels(text, direction)
  const pieces: Piece[] = []
  for (const { segment, index } of graphemes.segment(text)) {
    if (INVISIBLE.test(segment)) continue
    const level = levels[index]!
    const font = fontFor(segment, face, pieces.at(-1))
    const last = pieces.at(-1)
    if (last?.font === font && last.level === level) last.text += segment
    else pieces.push({ text: segment, font, level })
  }
  return pieces
}

const hasAll = (font: PaperFont, text: string) =>
  Array.from(text).every((letter) => font.has(letter.codePointAt(0)!) || INVISIBLE.test(letter))

/** A space continues the font before it, so that it splits no run. */
function fontFor(segment: string, face: Face, before: Piece | undefined) {
  if (segment === ' ' && before?.font?.has(32)) return before.font
  for (const font of fontsOf(face)) if (hasAll(font, segment)) return font
  return null
}

/** Sequences of each level are turned round, from the deepest level to the first odd one. */
function fromLeftToRight(runs: Run[]): Run[] {
  const ordered = [...runs]
  const deepest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = deepest; level > 0; level--)
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while (end < ordered.length && ordered[end]!.level >= level) end++
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed())
      start = end
    }
  return ordered
}

function runOf({ text, font, level }: Piece): Run {
  if (!font) return { text, font, level, glyphs: [], x: 0, width: boxesIn(text) * BOX }
  const glyphs = font.shape(text, isRightToLeft(level))
  const width = glyphs.reduce((sum, { advance }) => sum + advance, 0) / font.unitsPerEm
  return { text, font, level, glyphs, x: 0, width }
}

/** The direction of a level of the bidirectional algorithm. */
export const isRightToLeft = (level: number) => level % 2 === 1

export const boxesIn = (text: string) => [...graphemes.segment(text)].length

/** True if a font was missing for a part of the line. */
export const isPartlyDrawn = ({ runs }: Line) => runs.some(({ font }) => !font)

const words = new Intl.Segmenter('en', { granularity: 'word' })

/** Breaks a text into lines that fit the width, in units of the font size. The first may have less room. */
export function linesOf(text: string, face: Face, width: number, first = width): Line[] {
  const lines: string[] = []
  let line = ''
  let end = 0
  for (const part of partsOf(text, face, width)) {
    if (line && end + widthOf(part.trimEnd(), face) > (lines.length === 0 ? first : width)) {
      lines.push(line.trim())
      line = ''
      end = 0
    }
    line += part
    end += widthOf(part, face)
  }
  return [...lines, line.trim()].map((one) => lineOf(one, face))
}

const widthOf = (text: string, face: Face) => lineOf(text, face).width

/** Words with the space after them. A word that is wider than a line comes letter by letter. */
function partsOf(text: string, face: Face, width: number): string[] {
  const parts: string[] = []
  for (const { segment, isWordLike } of words.segment(text)) {
    const isOpen = parts.length > 0 && !/\s$/.test(parts.at(-1)!)
    // what is no word stays with the word before it, and scripts without spaces break between words
    const joins = isOpen && (!isWordLike || !/\p{Lo}/u.test(segment))
    if (joins) parts[parts.length - 1] += segment
    else parts.push(segment)
  }
  return parts.flatMap((part) =>
    widthOf(part, face) > width ? [...graphemes.segment(part)].map(({ segment }) => segment) : [part],
  )
}

/** Cuts the end of a text until it fits the width. */
export function shortened(text: string, face: Face, width: number): Line {
  let kept = [...graphemes.segment(text)].map(({ segment }) => segment)
  let line = lineOf(text, face, 'auto')
  while (line.width > width && kept.length > 1) {
    kept = kept.slice(0, -1)
    line = lineOf(`${kept.join('').trimEnd()}…`, face, 'auto')
  }
  return line
}
