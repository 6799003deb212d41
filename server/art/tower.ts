import type { Line } from '#contract/line.ts'
import { Random } from './random.ts'
import { paletteOf, LAMPLIGHT } from './color.ts'
import { drawing, gradient, rect } from './svg.ts'

const COLUMNS = 8

/** A tower block at night. Its lit windows are the steps of a pattern. */
export function drawTower(seed: string, line: Line, width = 640, height = 640): string {
  const random = new Random(`tower ${seed}`)
  const { shade } = paletteOf(line)
  const sky = gradient('sky', 'down', [
    [0, shade(0.2, 0.05, 10)],
    [0.62, shade(0.42, 0.1)],
    [1, shade(0.6, 0.13, 18)],
  ])
  const behind = [0, 1, 2].map((nearness) => {
    const wide = width * random.between(0.12, 0.28)
    const left = width * random.between(0, 0.95) - wide * 0.3
    return rect(left, height * random.between(0.45, 0.75), wide, height, shade(0.27 + 0.03 * nearness, 0.05))
  })
  return drawing(
    width,
    height,
    sky,
    rect(0, 0, width, height, 'url(#sky)'),
    ...behind,
    drawBlock(random, line, width, height),
  )
}

function drawBlock(random: Random, line: Line, width: number, height: number) {
  const { shade } = paletteOf(line)
  const wide = width * random.between(0.5, 0.66)
  const left = width * random.between(0.12, 0.38)
  const top = height * random.between(0.08, 0.18)
  const cell = wide / COLUMNS
  const roof = shade(0.12, 0.02)
  const parts = [
    rect(left, top, wide, height - top, shade(0.155, 0.028)),
    rect(left - 6, top - 7, wide + 12, 9, roof),
    rect(left + wide * 0.62, top - 46, 3, 42, roof),
  ]
  for (let row = 0; top + row * cell < height; row++) {
    const shift = random.whole(0, 7)
    for (let column = 0; column < COLUMNS; column++) {
      const light = isLit(random, row, (column + shift) % 8)
        ? lightOf(random, line)
        : shade(0.21 + 0.03 * random.next(), 0.03)
      parts.push(rect(left + (column + 0.2) * cell, top + (row + 0.26) * cell * 1.02, cell * 0.6, cell * 0.46, light))
    }
  }
  return parts.join('')
}

/** Floors take turns: a kick pattern, random windows, a snare, random windows. */
function isLit(random: Random, row: number, step: number) {
  const chance = random.next()
  if (row % 4 === 0) return [0, 3, 6].includes(step)
  if (row % 4 === 1) return chance < 0.12
  if (row % 4 === 2) return [2, 6].includes(step) && chance < 0.8
  return chance < 0.34
}

function lightOf(random: Random, line: Line) {
  const { color, neighbour } = paletteOf(line)
  const chance = random.next()
  if (chance < 0.24) return LAMPLIGHT
  return chance < 0.47 ? neighbour : color
}
