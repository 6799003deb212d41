import type { Line } from '#contract/line.ts'
import { Random } from './random.ts'
import { paletteOf, LAMPLIGHT } from './color.ts'
import { circle, drawing, element, rect } from './svg.ts'

const SIZE = 640

/** The disc of a street lamp over low roofs, cut into stripes by haze. */
export function drawLamp(seed: string, line: Line): string {
  const random = new Random(`lamp ${seed}`)
  const { lightness, chroma, shade } = paletteOf(line)
  const [x, y] = [SIZE * random.between(0.3, 0.7), SIZE * random.between(0.3, 0.44)]
  const radius = SIZE * random.between(0.24, 0.32)
  const stops: [number, string][] = [
    [0, shade(0.56, 0.13)],
    [0.45, shade(0.3, 0.07)],
    [1, shade(0.14, 0.025)],
  ]
  const haze = element(
    'radialGradient',
    { id: 'haze', cx: `${x / SIZE}`, cy: `${y / SIZE}`, r: '.85' },
    stops.map(([at, color]) => element('stop', { offset: `${at}`, 'stop-color': color })).join(''),
  )
  const disc = circle(x, y, radius, shade(Math.min(0.95, lightness + 0.14), chroma * 0.55, 12))
  const stripes = Array.from({ length: 9 }, (_, index) => {
    const top = radius * (-0.1 + index * 0.13)
    const thick = 3 + index * 2.1
    const nearest = Math.min(Math.abs(top), Math.abs(top + thick))
    const half = Math.sqrt(Math.max(0, radius ** 2 - nearest ** 2)) + 1
    return rect(x - half, y + top, half * 2, thick, shade(0.33 - 0.012 * index, 0.08))
  })
  return drawing(SIZE, SIZE, haze, rect(0, 0, SIZE, SIZE, 'url(#haze)'), disc, ...stripes, drawRoofs(random, line))
}

function drawRoofs(random: Random, line: Line) {
  const { color, shade } = paletteOf(line)
  const parts: string[] = []
  for (let x = -10; x < SIZE;) {
    const wide = SIZE * random.between(0.07, 0.2)
    const high = SIZE * random.between(0.13, 0.41)
    parts.push(rect(x, SIZE - high, wide + 1, high, shade(0.115, 0.02)))
    for (let window = 0; window < 5; window++) {
      if (!random.chance(0.55)) continue
      const [column, floor] = [random.whole(0, 3), random.whole(0, 4)]
      const fill = random.chance(0.3) ? LAMPLIGHT : color
      parts.push(rect(x + wide * (0.18 + 0.2 * column), SIZE - high + 14 + floor * 22, 9, 12, fill))
    }
    x += wide
  }
  return parts.join('')
}
