import type { Line } from '#contract/line.ts'
import { Random } from './random.ts'
import { GLYPHS } from './glyphs.ts'
import { paletteOf } from './color.ts'
import { drawing, rect } from './svg.ts'

const SIZE = 640
const MARGIN = 44
const GLYPH_ROWS = 7
const MAX_LETTERS = 9
const MAX_WORDS = 4

/** Whether a title fits on the destination board of a bus. */
export function fitsDestinationBoard(title: string) {
  const words = wordsOf(title)
  return (
    words.length <= MAX_WORDS &&
    words.every((word) => word.length <= MAX_LETTERS && Array.from(word).every((letter) => letter in GLYPHS))
  )
}

const wordsOf = (title: string) => title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase().split(/\s+/)

/** The title on a destination board. Each lamp is drawn as a circle, so no font is needed. */
export function drawDestinationBoard(seed: string, line: Line, title: string): string {
  const random = new Random(`blind ${seed}`)
  const { color, lightness, chroma, shade } = paletteOf(line)
  const isSolid = random.chance(0.5)
  const ground = isSolid ? color : shade(0.15, 0.025)
  const lit = isSolid ? shade(0.16, 0.03) : color
  const unlit = isSolid ? shade(lightness - 0.05, chroma) : shade(0.195, 0.03)
  const words = wordsOf(title)
  const columns = Math.max(...words.map(({ length }) => length * 6 - 1))
  const rows = words.length * (GLYPH_ROWS + 2) - 2
  const pitch = (SIZE - 2 * MARGIN) / Math.max(columns, rows)
  const across = Math.floor((SIZE - 2 * MARGIN + 0.1) / pitch)
  const top = Math.floor((across - rows) / 2)
  const board = Array.from({ length: across * across }, (_, index) => {
    const [x, y] = [index % across, Math.floor(index / across)]
    const fill = isLit(words, x, y - top) ? lit : unlit
    return rect(MARGIN + (x + 0.04) * pitch, MARGIN + (y + 0.04) * pitch, pitch * 0.92, pitch * 0.92, fill, {
      rx: pitch * 0.2,
    })
  })
  return drawing(SIZE, SIZE, rect(0, 0, SIZE, SIZE, ground), ...board)
}

function isLit(words: string[], x: number, y: number) {
  const letter = words[Math.floor(y / (GLYPH_ROWS + 2))]?.[Math.floor(x / 6)]
  const row = y % (GLYPH_ROWS + 2)
  const column = letter === undefined ? undefined : GLYPHS[letter]?.[x % 6]
  return column !== undefined && row >= 0 && row < GLYPH_ROWS && ((column >> row) & 1) === 1
}
