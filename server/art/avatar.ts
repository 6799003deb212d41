import { LINES, type Line } from '#contract/line.ts'
import { Random } from './random.ts'
import { paletteOf, PAPER } from './color.ts'
import { circle, drawing, rect } from './svg.ts'

const SIZE = 320
const CELLS = 5

/** A face of lit windows. The left half is drawn by chance, the right half mirrors it. */
export function drawAvatar(handle: string, line: Line = new Random(handle).pick(LINES)): string {
  const random = new Random(`avatar ${handle}`)
  const { color, shade } = paletteOf(line)
  const isBright = random.chance(0.35)
  const ink = isBright ? shade(0.17, 0.03) : color
  const cell = (SIZE * 0.62) / CELLS
  const start = SIZE * 0.19
  const parts = [rect(0, 0, SIZE, SIZE, isBright ? color : shade(0.2, 0.04))]
  for (let y = 0; y < CELLS; y++) {
    for (let x = 0; x <= Math.floor(CELLS / 2); x++) {
      if (!random.chance(0.58)) continue
      const fill = random.chance(0.12) ? PAPER : ink
      for (const column of new Set([x, CELLS - 1 - x])) {
        const [left, top] = [start + column * cell, start + y * cell]
        parts.push(
          y === 0 && x === 2
            ? circle(left + cell / 2, top + cell / 2, cell * 0.4, fill)
            : rect(left + 2, top + 2, cell - 4, cell - 4, fill),
        )
      }
    }
  }
  return drawing(SIZE, SIZE, ...parts)
}
