import type { Line } from '#contract/line.ts'
import { Random } from './random.ts'
import { paletteOf, PAPER } from './color.ts'
import { circle, drawing, rect } from './svg.ts'

const SIZE = 640
const KNOB_RADIUS = 20

/** Sixteen pads under four knobs, the picture of a kit. */
export function drawPads(seed: string, line: Line): string {
  const random = new Random(`pads ${seed}`)
  const { color, shade } = paletteOf(line)
  const margin = SIZE * 0.09
  const gap = SIZE * 0.028
  const top = SIZE * 0.27
  const wide = (SIZE - 2 * margin - 3 * gap) / 4
  const high = (SIZE - top - margin - 3 * gap) / 4
  const pads = Array.from({ length: 16 }, (_, pad) => {
    const chance = random.next()
    const fill = chance < 0.26 ? color : chance < 0.36 ? PAPER : shade(0.17, 0.025)
    return rect(margin + (pad % 4) * (wide + gap), top + Math.floor(pad / 4) * (high + gap), wide, high, fill, {
      rx: 10,
    })
  })
  const knobs = [0, 1, 2, 3].map((knob) => {
    const [x, y] = [SIZE - margin - 264 + knob * 58, SIZE * 0.1] // at the right, since badges stand at the left
    const turn = `rotate(${Math.round(random.between(-120, 120))} ${x} ${y})`
    return circle(x, y, KNOB_RADIUS, shade(0.16, 0.03)) + rect(x - 2, y - 18, 4, 16, color, { transform: turn })
  })
  return drawing(
    SIZE,
    SIZE,
    rect(0, 0, SIZE, SIZE, shade(0.25, 0.03)),
    rect(0, 0, SIZE, SIZE * 0.2, color),
    ...pads,
    ...knobs,
  )
}
