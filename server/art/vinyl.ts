import type { Peaks } from '#server/media/peaks.ts'
import type { Line } from '#contract/line.ts'
import { Random } from './random.ts'
import { paletteOf, PAPER } from './color.ts'
import { circle, drawing, element, rect } from './svg.ts'

const SIZE = 640
const RAYS = 120

/** The sound itself, drawn as a record. */
export function drawVinyl(seed: string, line: Line, { full }: Peaks): string {
  const random = new Random(`press ${seed}`)
  const { color, shade } = paletteOf(line)
  const isBright = random.chance(0.4)
  const ground = isBright ? color : shade(0.17, 0.03)
  const ink = isBright ? shade(0.15, 0.03) : color
  const middle = SIZE / 2
  const inner = SIZE * 0.17
  const rays = Array.from({ length: RAYS }, (_, ray) => {
    const angle = (ray / RAYS) * Math.PI * 2 - Math.PI / 2
    const outer = inner + SIZE * 0.3 * (0.06 + (rayLength(full, ray) / 255) ** 1.6)
    const point = (radius: number) =>
      `${(middle + Math.cos(angle) * radius).toFixed(1)} ${(middle + Math.sin(angle) * radius).toFixed(1)}`
    return element('path', { d: `M${point(inner)}L${point(outer)}`, stroke: ink, 'stroke-width': 7 })
  })
  return drawing(
    SIZE,
    SIZE,
    rect(0, 0, SIZE, SIZE, ground),
    ...rays,
    circle(middle, middle, SIZE * 0.115, PAPER),
    circle(middle, middle, SIZE * 0.02, ground),
  )
}

/** The smallest of a few peaks. With larger ones a loud beat would be a plain disc. */
function rayLength(full: Uint8Array, ray: number) {
  const from = Math.floor((ray * full.length) / RAYS)
  return Math.min(...full.subarray(from, from + Math.max(1, Math.floor(full.length / RAYS))))
}
