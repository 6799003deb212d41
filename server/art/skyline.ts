import { LINES } from '#contract/line.ts'
import { Random } from './random.ts'
import { night, oklch, paletteOf, LAMPLIGHT } from './color.ts'
import { drawing, gradient, rect } from './svg.ts'

type Block = { x: number; y: number; columns: number; cell: number; floor: number; density: number; lightness: number }

const HEIGHT = 620
const WIDE: Block[] = [
  { x: 1010, y: 232, columns: 7, cell: 21, floor: 24, density: 0.3, lightness: 0.15 },
  { x: 1392, y: 168, columns: 12, cell: 24, floor: 28, density: 0.5, lightness: 0.14 },
  { x: 1128, y: 62, columns: 11, cell: 24, floor: 28, density: 0.62, lightness: 0.125 },
]
/** Tower blocks at dusk. Each lit window is a step of a pattern, in the colors of the thirteen lines. */
export const drawSkyline = () => drawBlocks(1_600, WIDE)

function drawBlocks(width: number, blocks: Block[]) {
  const random = new Random('skyline')
  const sky = gradient('sky', 'down', [
    [0, night(0.17, 0.022)],
    [0.45, oklch(0.25, 0.07, 274)],
    [0.8, oklch(0.39, 0.11, 300)],
    [1, oklch(0.55, 0.13, 350)],
  ])
  const veil = gradient('veil', 'right', [
    [0, night(0.17, 0.022), 0.82],
    [0.62, night(0.17, 0.022), 0],
  ])
  const ground = ['sky', 'veil'].map((id) => rect(0, 0, width, HEIGHT, `url(#${id})`))
  const parts = [...ground, ...drawRoofs(random, width, blocks), ...blocks.map((block) => drawBlock(random, block))]
  return drawing(width, HEIGHT, sky, veil, ...parts)
}

/** Roofs far away. They are lower at the left, so that their lit windows stay below the words. */
function drawRoofs(random: Random, width: number, blocks: Block[]) {
  const nearest = Math.min(...blocks.map(({ x }) => x))
  const parts: string[] = []
  for (let x = -20; x < width;) {
    const wide = random.between(46, 136)
    const high = x < nearest - 120 ? random.between(18, 40) : random.between(60, 190)
    parts.push(rect(x, HEIGHT - high, wide, high, oklch(0.2, 0.045, 280)))
    for (let window = 0; window < 3; window++) {
      const [left, top] = [x + 8 + random.next() * (wide - 16), HEIGHT - high + 10 + random.next() * (high - 20)]
      if (random.chance(0.7)) parts.push(rect(left, top, 4, 5, oklch(0.88, 0.09, 80), { opacity: '.75' }))
    }
    x += wide + random.between(0, 18)
  }
  return parts
}

function drawBlock(random: Random, { x, y, columns, cell, floor, density, lightness }: Block) {
  const wide = columns * cell + cell * 0.5
  const roof = night(lightness - 0.03, 0.015)
  const parts = [
    rect(x, y, wide, HEIGHT - y, night(lightness, 0.022)),
    rect(x - 5, y - 6, wide + 10, 8, roof),
    rect(x + wide * 0.72, y - 50, 3, 46, roof),
    rect(x + wide * 0.72 - 8, y - 42, 19, 3, roof),
  ]
  for (let row = 0; y + (row + 1) * floor + 8 <= HEIGHT; row++) {
    const { color } = paletteOf(random.pick(LINES))
    const shift = random.whole(0, 7)
    for (let column = 0; column < columns; column++) {
      const dark = night(lightness + 0.06 + 0.02 * random.next(), 0.03)
      const light = random.chance(0.22) ? LAMPLIGHT : color
      const fill = isLit(random, row, (column + shift) % 8, density) ? light : dark
      parts.push(rect(x + (column + 0.42) * cell, y + (row + 0.34) * floor, cell * 0.64, floor * 0.5, fill))
    }
  }
  return parts.join('')
}

function isLit(random: Random, row: number, step: number, density: number) {
  const chance = random.next()
  if (row % 3 === 0) return [0, 3, 6].includes(step) && chance < density * 1.5
  return chance < density * (row % 3 === 1 ? 0.35 : 0.7)
}
