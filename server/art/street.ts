import type { Line } from '#contract/line.ts'
import { LAMPLIGHT, paletteOf } from './color.ts'
import { Random } from './random.ts'
import { drawing, element, gradient, rect } from './svg.ts'

/** One item on sale. `height` is the height of its house: 0 to 1. */
export type House = { kind: 'beat' | 'pack' | 'kit'; line: Line; height: number }
type Street = { seed: string; line: Line; houses: House[]; width: number; height: number }
type Shape = { house: House | null; left: number; wide: number; top: number }

export const MOST_HOUSES = 12
const WATERLINE = 0.79
const COLUMNS = 7

/**
 * A street at night, by the water: a house for each item, the most heard at the right. Lots without an item have a dark
 * house; in a street without items one window is lit.
 */
export function drawStreet({ seed, line, houses, width, height }: Street): string {
  const random = new Random(`street ${seed}`)
  const { shade } = paletteOf(line)
  const shore = height * WATERLINE
  const lot = width / MOST_HOUSES
  const dark = Array.from({ length: MOST_HOUSES - houses.length }, () => null)
  const shapes = [...dark, ...houses].map((house, place): Shape => {
    const wide = lot * random.between(0.68, 0.9)
    const high = shore * (house ? 0.36 + 0.56 * house.height : random.between(0.34, 0.6))
    return { house, left: place * lot + (lot - wide) * random.between(0.2, 0.8), wide, top: shore - high }
  })
  const onlyLight = houses.length ? null : { house: 8, row: 2, column: 4 }
  const row = shapes
    .map((shape, place) =>
      drawHouse(random, shape, { line, shore, light: onlyLight?.house === place ? onlyLight : null }),
    )
    .join('')
  const sky = gradient('sky', 'down', [
    [0, shade(0.16, 0.02)],
    [0.55, shade(0.22, 0.05)],
    [1, shade(0.33, 0.08)],
  ])
  const far = Array.from({ length: 7 }, (_, place) =>
    rect(
      (place * width) / 7 + random.between(-20, 40),
      shore - random.between(0.1, 0.3) * height,
      width * 0.09,
      height,
      shade(0.21, 0.035),
    ),
  )
  return drawing(
    width,
    height,
    sky,
    rect(0, 0, width, shore, 'url(#sky)'),
    ...far,
    rect(0, shore, width, height - shore, shade(0.19, 0.04)),
    // the water shows the houses upside down, flatter and darker
    element('g', { transform: `translate(0 ${shore * 1.42})scale(1 -.42)`, opacity: '.4' }, row),
    row,
    rect(0, shore - 1, width, 2, shade(0.42, 0.08)),
  )
}

type Around = { line: Line; shore: number; light: { row: number; column: number } | null }

function drawHouse(random: Random, { house, left, wide, top }: Shape, { line, shore, light }: Around) {
  const { shade } = paletteOf(house?.line ?? line)
  const wall = shade(0.135, 0.02)
  const cell = wide / COLUMNS
  const parts = [
    body({ left, wide, top, cell, kind: house?.kind }, shore, wall),
    rect(left + wide * random.between(0.55, 0.8), top - cell * 1.6, 2, cell * 1.6, wall),
  ]
  for (let row = 0; top + (row + 1.6) * cell * 1.15 < shore; row++) {
    const shift = random.whole(0, 7)
    for (let column = 0; column < COLUMNS - 1; column++) {
      const isOn = house ? isLit(random, row, (column + shift) % 8) : light?.row === row && light.column === column
      const fill = isOn ? lightOf(random, house?.line ?? line) : shade(0.19 + 0.02 * random.next(), 0.02)
      parts.push(rect(left + (column + 0.72) * cell, top + (row + 0.75) * cell * 1.15, cell * 0.56, cell * 0.5, fill))
    }
  }
  return parts.join('')
}

type Walls = { left: number; wide: number; top: number; cell: number; kind: House['kind'] | undefined }

/** A pack has a stepped roof, a kit a cut corner. */
function body({ left, wide, top, cell, kind }: Walls, shore: number, fill: string) {
  if (kind === 'kit') {
    const [right, cut] = [left + wide, cell * 1.6]
    return element('path', { d: `M${left} ${top}H${right - cut}L${right} ${top + cut}V${shore}H${left}Z`, fill })
  }
  const roof = kind === 'pack' ? rect(left + cell, top - cell * 0.8, wide - 2 * cell, cell, fill) : ''
  return roof + rect(left - 3, top, wide + 6, 5, fill) + rect(left, top, wide, shore - top, fill)
}

/** Floors take turns: a kick pattern, random windows, a snare, random windows. */
function isLit(random: Random, row: number, step: number) {
  const chance = random.next()
  if (row % 4 === 0) return [0, 3, 6].includes(step)
  return chance < (row % 4 === 2 ? 0.3 : 0.18)
}

const lightOf = (random: Random, line: Line) => (random.chance(0.24) ? LAMPLIGHT : paletteOf(line).color)
