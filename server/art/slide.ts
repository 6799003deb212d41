import type { Line } from '#contract/line.ts'
import { Random } from './random.ts'
import { paletteOf, PAPER } from './color.ts'
import { drawing, element, rect } from './svg.ts'

const SIZE = 640
const ROWS = 12
const BLACK_KEYS = [1, 3, 6, 8, 10]
const STEPS = 16

/** Notes of an 808 that slide over a piano roll. */
export function drawSlide(seed: string, line: Line): string {
  const random = new Random(`slide ${seed}`)
  const { color, shade } = paletteOf(line)
  const row = SIZE / ROWS
  const parts = [rect(0, 0, SIZE, SIZE, shade(0.19, 0.035))]
  for (const key of BLACK_KEYS) parts.push(rect(0, key * row, SIZE, row, shade(0.165, 0.03)))
  for (let step = 1; step < STEPS; step++) {
    const isBeat = step % 4 === 0
    parts.push(rect((step * SIZE) / STEPS, 0, isBeat ? 2 : 1, SIZE, shade(isBeat ? 0.32 : 0.24, 0.03)))
  }
  let x = -0.02 * SIZE
  let key = random.whole(2, 5)
  for (let note = 0; x < SIZE * 1.05; note++) {
    const hold = SIZE * random.between(0.14, 0.26)
    const glide = SIZE * random.between(0.1, 0.16)
    const next = Math.max(1, Math.min(10, key + awayFrom(random, key)))
    const [from, to] = [(key + 0.5) * row, (next + 0.5) * row]
    const middle = x + hold + glide / 2
    const path = `M${x} ${from}H${x + hold}C${middle} ${from} ${middle} ${to} ${x + hold + glide} ${to}`
    parts.push(
      element('path', { d: path, fill: 'none', stroke: note % 2 === 0 ? color : PAPER, 'stroke-width': row * 0.82 }),
    )
    x += hold + glide - 1
    key = next
  }
  return drawing(SIZE, SIZE, ...parts)
}

/** The distance to the next note: never zero, and back towards the middle from the edges. */
function awayFrom(random: Random, key: number) {
  const distance = random.whole(2, 5)
  if (key <= 3) return distance
  return key >= 8 || random.chance(0.5) ? -distance : distance
}
