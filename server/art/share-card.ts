import { LINES, type Line } from '#contract/line.ts'
import type { Peaks } from '#server/media/peaks.ts'
import { night, oklch, paletteOf, PAPER } from './color.ts'
import { drawable, outlines, shortened, widthOf, wrap, type Face } from './letters.ts'
import { Random } from './random.ts'
import { COVER, HEIGHT, WIDTH } from './share-size.ts'
import { drawing, element, rect } from './svg.ts'

export type ShareCard = {
  kind: 'beat' | 'pack' | 'kit'
  title: string
  artist: string
  line: Line | null
  /** The code of the item's style: UK. */
  code: string | null
  /** UK Drill beat */
  what: string
  /** 142 BPM, F# minor, 2:48 */
  facts: string[]
  /** From $24.95: the words before the price are small. */
  offer: [words: string, price: string]
  wave: Peaks | null
}

const NIGHT = night(0.17, 0.022)
const CURB = night(0.208, 0.024)
const WALL = night(0.248, 0.026)
const INK = oklch(0.965, 0.012, 90)
const SOFT = oklch(0.8, 0.014, 90)

const RIGHT = WIDTH - 56
const COLUMN = { left: 452, width: RIGHT - 452 }
const WAVE = { top: 452, waterline: 584, pitch: 8, bar: 5 }

/** The whole picture except for the cover, which shows through a hole. */
export function drawShareCard(card: ShareCard): string {
  const color = card.line ? paletteOf(card.line).color : PAPER
  return drawing(
    WIDTH,
    HEIGHT,
    frame(card),
    ...(card.kind === 'pack' ? coversBehind(card.line) : []),
    heading(card, color),
    title(drawable(card.title, 'display') || card.what),
    foot(card),
    ...(card.wave ? waveOf(card.wave, color) : stepsOf(card, color)),
  )
}

/** The picture for pages without an item. */
export function drawHouseCard(): string {
  const [name, size] = ['SLIDE', 300]
  const mark = element('path', {
    d: 'M8 20h17c9 0 7 24 16 24h15',
    fill: 'none',
    stroke: INK,
    'stroke-width': 11,
    transform: `translate(56 128)scale(4.6)`,
  })
  return drawing(
    WIDTH,
    HEIGHT,
    rect(0, 0, WIDTH, HEIGHT, NIGHT),
    mark,
    words(name, 'display', size, 400, 376, INK),
    words('The #1 drill marketplace.', 'plain', 44, 404, 452, SOFT),
    ...LINES.map((line, index) =>
      rect((index * WIDTH) / LINES.length, HEIGHT - 40, WIDTH / LINES.length + 1, 40, paletteOf(line).color),
    ),
  )
}

/** The dark page around the cover. A beat or a pack has round corners, a kit has one cut corner. */
function frame({ kind, wave }: ShareCard) {
  const { left, top, size } = COVER
  const [right, bottom, round, cut] = [left + size, top + size, 10, 48]
  const corner = (x: number, y: number) => `Q${x} ${y} `
  const upperRight =
    kind === 'kit'
      ? `H${right - cut}L${right} ${top + cut}`
      : `H${right - round}${corner(right, top)}${right} ${top + round}`
  const hole = `M${left + round} ${top}${upperRight}V${bottom - round}${corner(right, bottom)}${right - round} ${bottom}H${left + round}${corner(left, bottom)}${left} ${bottom - round}V${top + round}${corner(left, top)}${left + round} ${top}Z`
  const water = wave ? rect(0, WAVE.waterline, WIDTH, HEIGHT - WAVE.waterline, CURB) : ''
  return element('path', { d: `M0 0H${WIDTH}V${HEIGHT}H0Z${hole}`, fill: NIGHT, 'fill-rule': 'evenodd' }) + water
}

/** Two more covers behind the first, for a pack. */
function coversBehind(line: Line | null) {
  const { shade, chroma } = paletteOf(line ?? 'uk')
  const { left, top, size } = COVER
  return [
    { inset: 0.08, y: top - 24, fill: shade(0.34, line ? chroma * 0.45 : 0) },
    { inset: 0.04, y: top - 12, fill: shade(0.5, line ? chroma * 0.65 : 0) },
  ].map(({ inset, y, fill }) => {
    const [from, to] = [left + size * inset, left + size * (1 - inset)]
    const path = `M${from} ${y + 10}V${y + 8}Q${from} ${y} ${from + 8} ${y}H${to - 8}Q${to} ${y} ${to} ${y + 8}V${y + 10}Z`
    return element('path', { d: path, fill })
  })
}

const words = (text: string, face: Face, size: number, x: number, y: number, fill: string) =>
  element('path', { d: outlines(text, face, size, x, y), fill })

/** The line's code and the kind of item, and the logo at the right. */
function heading({ code, what }: ShareCard, color: string) {
  const { left } = COLUMN
  const y = 100
  let x = left
  let plate = ''
  if (code) {
    const wide = widthOf(code, 'display', 40) + 24
    plate = rect(x, y - 36, wide, 46, color, { rx: 5 }) + words(code, 'display', 40, x + 12, y, NIGHT)
    x += wide + 18
  }
  return plate + words(what, 'plain', 30, x, y - 2, SOFT) + wordmark(y)
}

/** The logo: a note that slides, and the name. */
function wordmark(y: number) {
  const wide = widthOf('SLIDE', 'display', 44)
  const mark = element('path', {
    d: 'M8 20h17c9 0 7 24 16 24h15',
    fill: 'none',
    stroke: INK,
    'stroke-width': 11,
    transform: `translate(${RIGHT - wide - 60} ${y - 42})scale(.82)`,
  })
  return mark + words('SLIDE', 'display', 44, RIGHT - wide, y, INK)
}

const SIZES = [168, 156, 144, 132, 120, 110, 100, 92, 84, 76, 68, 60, 54]
const ROOM = { top: 132, bottom: 314 }
/** Heights as parts of the font size. Accents stand above capitals and need more. */
const PLAIN = { capitals: 0.8, leading: 0.9 }
const ACCENTED = { capitals: 0.98, leading: 1.08 }

/** The title on three lines at most, as large as its room allows. */
function title(text: string) {
  const said = text.toUpperCase()
  const { capitals, leading } = /\p{M}/u.test(said.normalize('NFD')) ? ACCENTED : PLAIN
  const { left, width } = COLUMN
  const fits = (size: number) => {
    const lines = wrap(said, 'display', size, width)
    const high = (lines.length - 1) * size * leading + size * capitals
    return (
      lines.length <= 3 &&
      high <= ROOM.bottom - ROOM.top &&
      lines.every((line) => widthOf(line, 'display', size) <= width)
    )
  }
  const size = SIZES.find(fits) ?? SIZES.at(-1)!
  const lines = balanced(said, size, width)
  const shown = lines.slice(0, 3)
  if (lines.length > 3) shown[2] = `${shown[2]}…`
  const high = (shown.length - 1) * size * leading + size * capitals
  const first = ROOM.top + (ROOM.bottom - ROOM.top - high) / 2 + size * capitals
  return shown
    .map((line) => shortened(line, 'display', size, width))
    .map((line, index) => words(line, 'display', size, left - size * 0.02, first + index * size * leading, INK))
    .join('')
}

/** Breaks a text into as few lines as possible, with none much shorter than the others. */
function balanced(text: string, size: number, width: number) {
  const lines = wrap(text, 'display', size, width)
  for (let narrower = width - 20; narrower > width / 2; narrower -= 20) {
    const tried = wrap(text, 'display', size, narrower)
    if (tried.length > lines.length || tried.some((line) => widthOf(line, 'display', size) > narrower)) break
    lines.splice(0, lines.length, ...tried)
  }
  return lines
}

/** The producer and the facts, with the price at the right. */
function foot({ artist, facts, offer: [before, price] }: ShareCard) {
  const { left, width } = COLUMN
  const priceAt = RIGHT - widthOf(price, 'display', 64)
  const beforeAt = before ? priceAt - widthOf(before, 'plain', 28) - 12 : priceAt
  const room = width - (RIGHT - beforeAt) - 24
  return (
    words(shortened(artist, 'strong', 36, priceAt - left - 24), 'strong', 36, left, 362, INK) +
    words(shortened(facts.join('  /  '), 'plain', 28, room), 'plain', 28, left, 410, SOFT) +
    words(before, 'plain', 28, beforeAt, 410, SOFT) +
    words(price, 'display', 64, priceAt, 410, INK)
  )
}

/** The wave from edge to edge: the full band in white, the bass inside it in the line's color, and its reflection. */
function waveOf({ full, low }: Peaks, color: string) {
  const { top, waterline, pitch, bar } = WAVE
  const bars = WIDTH / pitch
  const strokes = (peaks: Uint8Array, stroke: string) => {
    const up: string[] = []
    const down: string[] = []
    for (let index = 0; index < bars; index++) {
      const size = (loudest(peaks, index / bars, (index + 1) / bars) / 255) * (waterline - top)
      const x = index * pitch + pitch / 2
      if (size < 1) continue
      up.push(`M${x} ${waterline}V${Math.round(waterline - size)}`)
      down.push(`M${x} ${waterline}V${Math.round(waterline + size * ((HEIGHT - waterline) / (waterline - top)) * 0.8)}`)
    }
    const style = { fill: 'none', stroke, 'stroke-width': bar }
    return (
      element('path', { d: up.join(''), ...style }) + element('path', { d: down.join(''), ...style, opacity: '.35' })
    )
  }
  return [strokes(full, INK), strokes(low, color)]
}

/** An item without a wave shows a bar of sixteen steps. */
function stepsOf({ title: seed }: ShareCard, color: string) {
  const random = new Random(`steps ${seed}`)
  const size = 60
  return Array.from({ length: 16 }, (_, step) =>
    rect(
      56 + step * ((RIGHT - 56 - size) / 15),
      486,
      size,
      size,
      step % 4 === 0 || random.chance(0.25) ? color : WALL,
      {
        rx: 6,
      },
    ),
  )
}

function loudest(peaks: Uint8Array, from: number, to: number) {
  const end = Math.max(Math.ceil(to * peaks.length), Math.floor(from * peaks.length) + 1)
  return Math.max(0, ...peaks.subarray(Math.floor(from * peaks.length), end))
}
